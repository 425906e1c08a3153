import type { OwnerProof } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { findTwoFactor } from '@quydoi/database/repositories/two-factor';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { confirmPassword } from './check-password.ts';
import { takeCode } from './two-factor/take-code.ts';

/**
 * Asks a customer who is logged in for the password again and, where there is a second factor, uses up a code. Errors: CREDENTIALS_INVALID,
 * TOO_MANY_PASSWORDS, UNAVAILABLE; with a second factor CODE_INVALID (without a code, too), CODE_USED, TOO_MANY_CODES.
 */
export async function confirmOwner(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  customerId: string,
  { password, code = '' }: OwnerProof,
): Promise<void> {
  await confirmPassword(ctx, deps, customerId, password);
  if ((await findTwoFactor(ctx.orm, customerId)) !== null) await takeCode(ctx, deps, caller, customerId, code);
}
