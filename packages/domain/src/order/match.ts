import { LATE_PAYMENT_HOURS, THIRD_PARTY_SHARE_PERCENT } from '../constants.ts';
import { CURRENCIES, networkOf } from '../currencies.ts';
import { HOUR_MS } from '../durations.ts';
import { refsInMemo } from '../memo.ts';
import { smaller } from '../money.ts';
import { NETWORKS } from '../networks.ts';
import type { Payment } from '../transfer/payment.ts';
import type { Order } from './order.ts';

/** The unit that an order is paid in. */
export function payInUnit(order: Order): Payment['unit'] {
  return CURRENCIES[order.from].reserve;
}

/** References worth looking up for a payment's memo. */
export function refsOf(payment: Payment): string[] {
  return refsInMemo(payment.memo);
}

/** Which order a payment belongs to, as far as it can be told. */
export type Match =
  | { readonly found: Order }
  /** `ambiguous`: several could be meant; `no_order`: none. Both wait for an operator. */
  | { readonly found: null; readonly caseCode: 'no_order' | 'ambiguous' };

/**
 * Finds the order of a payment: by memo first; without one, by exact amount and known sender if exactly one open order fits.
 * @param byRef orders whose reference stands in the memo
 * @param open orders that wait for money on this rail with exactly this amount
 */
export function findMatch(payment: Payment, byRef: readonly Order[], open: readonly Order[]): Match {
  const named = byRef.filter((order) => order.payInRail === payment.rail && payInUnit(order) === payment.unit);
  if (named.length === 1 && named[0]) return { found: named[0] };
  if (named.length > 1) return { found: null, caseCode: 'ambiguous' };
  if (payment.payer === null) return { found: null, caseCode: 'no_order' };
  const fitting = open.filter((order) => order.sender === payment.payer && order.amountSent === payment.amount && payInUnit(order) === payment.unit);
  if (fitting.length === 1 && fitting[0]) return { found: fitting[0] };
  return { found: null, caseCode: fitting.length > 1 ? 'ambiguous' : 'no_order' };
}

/** Whether a payment was made within the order's timer, by the provider's clock (never earlier than the order's creation). */
export function isInTime(payment: Payment, order: Order): boolean {
  const paidAt = Math.max(payment.paidAt.getTime(), order.createdAt.getTime());
  return paidAt <= order.expiresAt.getTime();
}

/** Whether late money still goes to its order; later it goes to the operator's inbox. */
export function isWithinLateWindow(payment: Payment, order: Order): boolean {
  return payment.recordedAt.getTime() <= order.createdAt.getTime() + LATE_PAYMENT_HOURS * HOUR_MS;
}

/** Whether money came from another account than the customer named, on networks that authenticate payers. */
export function isThirdPartyPayer(payment: Payment, order: Order): boolean {
  return NETWORKS[payment.rail].authenticatesPayer && order.sender !== null && payment.payer !== order.sender;
}

/** Whether so little came from another wallet than the customer named that it need not be theirs: a cent must not stop an order. */
export function isNegligibleThirdParty(payment: Payment, order: Order): boolean {
  return isThirdPartyPayer(payment, order) && payment.amount * 100n < order.amountSent * BigInt(THIRD_PARTY_SHARE_PERCENT);
}

/**
 * Largest difference between paid and expected that is repriced without asking the customer: a share of the amount, up to a fixed maximum.
 * Covers senders' fees and roundings on chains; zero where amounts are exact.
 */
export function toleranceOf({ from, amountSent }: Pick<Order, 'from' | 'amountSent'>): bigint {
  const { tolerancePerMille } = networkOf(from);
  const { toleranceMax = 0n } = CURRENCIES[from];
  return tolerancePerMille === null ? 0n : smaller((amountSent * BigInt(tolerancePerMille)) / 1000n, toleranceMax);
}

/** Whether a sum differs from what was asked by no more than the tolerance. */
export function isNear(sum: bigint, order: Order): boolean {
  const difference = sum > order.amountSent ? sum - order.amountSent : order.amountSent - sum;
  return difference <= toleranceOf(order);
}
