import { addSetting } from '@quydoi/database/repositories/settings';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { RailTrouble } from '@quydoi/rails/rail-error';
import type { Ctx } from './context.ts';

/**
 * What trouble at a provider means beyond the call at hand. One that refuses our credentials will refuse them again: its rail is switched
 * off, so that new orders are turned away, and an operator is told. All other trouble passes.
 */
export async function onRailTrouble(ctx: Ctx, rail: NetworkCode, trouble: RailTrouble, what: string): Promise<void> {
  ctx.logger.warn({ rail, trouble }, what);
  if (trouble !== 'credentials' || !(await ctx.settings()).rails.get(rail)?.on) return;
  ctx.logger.error({ rail }, 'rail switched off: the provider refuses our credentials');
  await addSetting(ctx.orm, { kind: 'rail', key: rail, value: { on: false, note: 'credentials refused' }, author: 'system', at: ctx.clock.now() });
}
