import type { Caller } from '@quydoi/contract/caller';
import { findTwoFactor } from '@quydoi/database/repositories/two-factor';
import type { Ctx } from '../context.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { confirmPassword } from './check-password.ts';
import { takeCode } from './two-factor/take-code.ts';

/** What only the owner of an account has. */
export interface PayerProof {
  readonly code?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Confirms that a call is the owner's, before money leaves the account's balance: by a code of the second factor, which is used up, or by the password
 * where there is none. Errors: REQUIRED_LOGIN, CODE_INVALID, CODE_USED, TOO_MANY_CODES, CREDENTIALS_INVALID, TOO_MANY_PASSWORDS.
 */
export async function confirmPayer(ctx: Ctx, deps: AccountDeps, caller: Caller, { code = '', password = '' }: PayerProof): Promise<void> {
  const { customerId } = sessionOf(caller);
  if ((await findTwoFactor(ctx.orm, customerId)) !== null) return takeCode(ctx, deps, caller, customerId, code);
  await confirmPassword(ctx, deps, customerId, password);
}
