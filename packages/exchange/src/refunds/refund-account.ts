import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { ActInput } from '@quydoi/contract/orders/inputs';
import { findBank } from '@quydoi/domain/bank/banks';
import { type CurrencyCode, needsHolderName, networkOf } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import type { LookupDeps } from '../lookups/account-name.ts';
import { awaitHolderName } from '../lookups/holder-name.ts';
import { assertNotOwnAccount, checkedDestination } from '../market/destination.ts';
import type { RefundAccount } from './refund-target.ts';

/** Dependencies of validating a refund account. */
export interface RefundAccountDeps extends LookupDeps {
  readonly ownAccounts: ReadonlySet<string>;
}

/** A refund account whose holder was looked up or typed. */
export interface HeldRefundAccount extends RefundAccount {
  /** The holder's name as the customer typed it, which nobody has verified; null if it was looked up. */
  readonly typedName: string | null;
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
  { destination, destinationBank, destinationName }: Pick<ActInput, 'destination' | 'destinationBank' | 'destinationName'>,
): Promise<HeldRefundAccount> {
  const checked = await refundAccount(ctx, deps.ownAccounts, from, destination ?? '', destinationBank ?? null);
  const holder = needsHolderName(from) ? await awaitHolderName(ctx, deps, caller, from, checked, destinationName) : null;
  return { ...checked, typedName: holder?.isTyped ? holder.name : null };
}

/**
 * The account that an order's money goes back to: the balance that has paid it, or the one that was asked for (`refundAccount`), whose holder is not
 * looked up.
 */
export async function refundAccountOf(
  ctx: Ctx,
  { fromBalance, customerId, from }: Order,
  { destination, destinationBank }: Pick<ActInput, 'destination' | 'destinationBank'>,
): Promise<RefundAccount> {
  if (fromBalance && customerId !== null) return { account: customerId, bank: null };
  return refundAccount(ctx, new Set(), from, destination ?? '', destinationBank ?? null);
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
