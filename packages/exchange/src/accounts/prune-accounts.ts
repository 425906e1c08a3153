import { prunePasswordTries } from '@quydoi/database/repositories/password-tries';
import { pruneSessions } from '@quydoi/database/repositories/sessions';
import type { Ctx } from '../context.ts';
import { dayOf } from './password-tries.ts';

/** Deletes sessions that have expired, and tries of passwords of earlier days. Run by the web, since no other role may. @returns whether there may be more */
export async function pruneAccounts(ctx: Ctx): Promise<boolean> {
  const now = ctx.clock.now();
  await prunePasswordTries(ctx.orm, dayOf(now.getTime()));
  return pruneSessions(ctx.orm, now);
}
