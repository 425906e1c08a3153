import type { StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { readCustomerAccount } from '@quydoi/database/repositories/customers';
import type { Ctx } from '../context.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { confirmPassword } from './check-password.ts';
import { isCommonPassword, ownWordsOf } from './common-passwords.ts';
import { replaceSessions, startedSession } from './start-session.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Sets another password, ends every session of the customer and begins a new one, all in one transaction. Errors: CREDENTIALS_INVALID,
 * PASSWORD_COMMON, TOO_MANY_PASSWORDS, UNAVAILABLE.
 */
export async function changePassword(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<StartedSessionView> {
  const { customerId } = sessionOf(caller);
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) throw new AppError('REQUIRED_LOGIN');
  if (isCommonPassword(newPassword, ownWordsOf(account))) throw new AppError('PASSWORD_COMMON');
  await confirmPassword(ctx, deps, customerId, currentPassword);
  const hash = await deps.lanes.run('known', () => deps.passwords.hashFor(customerId, newPassword));
  const { internalAdapter } = await deps.auth.$context;
  const token = await deps.pool.inTransaction(async () => {
    await internalAdapter.updatePassword(customerId, hash);
    return replaceSessions(deps, caller, customerId);
  });
  deps.sessions.drop([customerId]);
  await tellOwner(ctx, deps, caller, customerId, 'password-changed');
  return startedSession(ctx, deps, caller, customerId, token);
}
