import { addSetting, readSettings } from '@quydoi/database/repositories/settings';
import type { SiteSettings } from '@quydoi/domain/settings';
import type { OperatorVerb } from './operator-verb.ts';

/** Settings to change. */
type SiteChanges = { readonly [K in keyof SiteSettings]?: SiteSettings[K] | undefined };

/** Sets what the site says and allows. What the call does not name stays as it is. */
export const setSite: OperatorVerb<SiteChanges, { done: true }> = async (ctx, operator, changes) => {
  // Read afresh: settings at hand may be those of before another change, which this one would undo.
  const { site } = await readSettings(ctx.orm);
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<SiteSettings>;
  await addSetting(ctx.orm, { kind: 'site', key: 'site', value: { ...site, ...named }, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};

/** Returns what the site says and allows. */
export const readSite: OperatorVerb<object, SiteSettings> = async (ctx) => (await readSettings(ctx.orm)).site;
