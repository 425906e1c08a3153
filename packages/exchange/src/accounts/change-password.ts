import type { StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { readCustomerAccount } from '@quydoi/database/repositories/customers';
import { WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import type { Ctx } from '../context.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { isCommonPassword, ownWordsOf } from './common-passwords.ts';
import { startedSession } from './login.ts';
import { withPasswordTry } from './password-tries.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Sets another password, ends every session of the customer and begins a new one, all in one transaction. A stolen session gets few tries at the
 * password. Errors: CREDENTIALS_INVALID, PASSWORD_COMMON, TOO_MANY_PASSWORDS, UNAVAILABLE.
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
  const tries = { party: `change:${customerId}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.change };
  const token = await withPasswordTry(ctx, tries, () =>
    deps.lanes.run('known', () => replace(deps, caller, customerId, currentPassword, newPassword)),
  );
  deps.sessions.drop([customerId]);
  await tellOwner(ctx, deps, caller, customerId, 'password-changed');
  return startedSession(ctx, deps, token);
}

/** @returns the new session's token */
async function replace(deps: AccountDeps, { ip, userAgent }: Caller, customerId: string, current: string, next: string): Promise<string> {
  const { internalAdapter } = await deps.auth.$context;
  const accounts = await internalAdapter.findAccounts(customerId);
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
  if (!hash || !(await deps.passwords.verify({ hash, password: current }))) throw new AppError('CREDENTIALS_INVALID');
  const nextHash = await deps.passwords.hash(next);
  return deps.pool.inTransaction(async () => {
    await internalAdapter.updatePassword(customerId, nextHash);
    await internalAdapter.deleteUserSessions(customerId);
    const session = await internalAdapter.createSession(customerId, false, { ipAddress: ip, userAgent: userAgent ?? '' });
    return session.token;
  });
}
