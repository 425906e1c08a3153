import { pruneMails, pruneResetLinks } from '@quydoi/database/repositories/mails';
import { prunePasswordTries } from '@quydoi/database/repositories/password-tries';
import { pruneSessions } from '@quydoi/database/repositories/sessions';
import { DAY_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import { dayOf } from './password-tries.ts';

/** How long it is known to whom a mail was sent. */
const MAILS_KEPT_DAYS = 30;

/** Deletes sessions that have expired, tries of passwords of earlier days, links that nobody followed, and old mails. Run by the web, since no other role may. @returns whether there may be more */
export async function pruneAccounts(ctx: Ctx): Promise<boolean> {
  const now = ctx.clock.now();
  await prunePasswordTries(ctx.orm, dayOf(now.getTime()));
  await pruneResetLinks(ctx.orm, new Date(now.getTime() - DAY_MS));
  await pruneMails(ctx.orm, new Date(now.getTime() - MAILS_KEPT_DAYS * DAY_MS));
  return pruneSessions(ctx.orm, now);
}
