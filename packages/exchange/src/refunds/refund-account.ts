import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { ACCOUNT_NAME_INVALID, WAITING } from '@quydoi/contract/lookups';
import { findBank } from '@quydoi/domain/banks';
import { LOOKUP_WAIT_IN_ORDER_MS } from '@quydoi/domain/constants';
import { type CurrencyCode, needsHolderName, networkOf } from '@quydoi/domain/currencies';
import type { Ctx } from '../context.ts';
import { awaitName, type LookupDeps } from '../lookups/account-name.ts';
import { assertNotOwnAccount, checkedDestination } from '../market/destination.ts';
import type { RefundAccount } from './refund-target.ts';

/** Dependencies of validating a refund account. */
export interface RefundAccountDeps extends LookupDeps {
  readonly ownAccounts: ReadonlySet<string>;
}

/**
 * Validates a refund account chosen by a customer: well-formed, payable, not ours, and with a holder.
 * Errors: WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, ACCOUNT_NAME_INVALID, ACCOUNT_NAME_WAITING, LOOKUP_UNAVAILABLE.
 */
export async function heldRefundAccount(
  ctx: Ctx,
  deps: RefundAccountDeps,
  caller: Caller,
  from: CurrencyCode,
  account: string,
  bank: string | null,
): Promise<RefundAccount> {
  const checked = await refundAccount(ctx, deps.ownAccounts, from, account, bank);
  if (!needsHolderName(from)) return checked;
  const name = await awaitName(ctx, deps, caller, checked.bank ?? from, checked.account, LOOKUP_WAIT_IN_ORDER_MS);
  if (name === WAITING) throw new AppError('ACCOUNT_NAME_WAITING');
  if (name === ACCOUNT_NAME_INVALID) throw new AppError('ACCOUNT_NAME_INVALID');
  return checked;
}

/**
 * Like `heldRefundAccount`, but without looking up the holder: for requests validated before, and for operators.
 * Errors: WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID.
 */
export async function refundAccount(
  ctx: Ctx,
  ownAccounts: ReadonlySet<string>,
  from: CurrencyCode,
  account: string,
  bank: string | null,
): Promise<RefundAccount> {
  const isBank = networkOf(from).address.family === 'bank';
  const checked = checkedDestination(await ctx.settings(), from, account, isBank ? bank : null);
  // Refunds are only paid by the rail, which needs the bank's BIN; unlike payouts they have no manual fallback.
  if (isBank && !findBank(checked.bank ?? '')?.bin) throw new AppError('BANK_ACCOUNT_INVALID', { bank: bank ?? '' });
  await assertNotOwnAccount(ctx, ownAccounts, from, checked);
  return checked;
}
