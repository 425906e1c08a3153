import { AppError } from '@quydoi/contract/errors';
import { ACCOUNT_NAME_INVALID, WAITING } from '@quydoi/contract/lookups';
import { findBank } from '@quydoi/domain/banks';
import { LOOKUP_WAIT_IN_ORDER_MS } from '@quydoi/domain/constants';
import { type CurrencyCode, needsHolderName, networkOf } from '@quydoi/domain/currencies';
import type { Ctx } from '../context.ts';
import { awaitName, type LookupDeps } from '../lookups/account-name.ts';
import { checkedDestination, refuseOwnAccount } from '../market/destination.ts';
import type { RefundAccount } from './refund-target.ts';

/** What checking an account that money goes back to needs. */
export interface RefundAccountDeps extends LookupDeps {
  readonly ownAccounts: ReadonlySet<string>;
}

/**
 * A customer's own account, where money of theirs goes back to: well-formed, payable, not ours, and held by somebody.
 * Errors: WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, ACCOUNT_NAME_INVALID, ACCOUNT_NAME_WAITING, LOOKUP_UNAVAILABLE.
 */
export async function heldRefundAccount(
  ctx: Ctx,
  deps: RefundAccountDeps,
  from: CurrencyCode,
  account: string,
  bank: string | null,
): Promise<RefundAccount> {
  const checked = await refundAccount(ctx, deps.ownAccounts, from, account, bank);
  if (!needsHolderName(from)) return checked;
  const name = await awaitName(ctx, deps, checked.bank ?? from, checked.account, LOOKUP_WAIT_IN_ORDER_MS);
  if (name === WAITING) throw new AppError('ACCOUNT_NAME_WAITING');
  if (name === ACCOUNT_NAME_INVALID) throw new AppError('ACCOUNT_NAME_INVALID');
  return checked;
}

/**
 * As `heldRefundAccount`, but without asking who holds it: for those who carry out what was checked before, and for operators.
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
  // A refund is paid by the rail alone; nobody makes it by hand at a bank that transfers cannot name.
  if (isBank && !findBank(checked.bank ?? '')?.bin) throw new AppError('BANK_ACCOUNT_INVALID', { bank: bank ?? '' });
  await refuseOwnAccount(ctx, ownAccounts, from, checked);
  return checked;
}
