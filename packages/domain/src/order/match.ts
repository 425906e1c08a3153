import { CLOCK_SKEW_SECONDS, LATE_PAYMENT_HOURS, THIRD_PARTY_SHARE_PERCENT } from '../constants.ts';
import { CURRENCIES, networkOf } from '../currencies.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../durations.ts';
import { refsInMemo } from '../memo.ts';
import { smaller } from '../money.ts';
import { leasesAddresses, NETWORKS } from '../networks.ts';
import type { Payment } from '../transfer/payment.ts';
import type { Order } from './order.ts';

/** Ledger unit that an order is paid in. */
export function payInUnit(order: Order): Payment['unit'] {
  return CURRENCIES[order.from].reserve;
}

/** Candidate order references in a payment's memo. */
export function candidateRefs(payment: Payment): string[] {
  return refsInMemo(payment.memo);
}

/** Result of matching a payment to orders. */
export type Match =
  | { readonly found: Order }
  /** `ambiguous`: several orders or customers match; `no_order`: none. Both wait for an operator. `deposit`: a customer's, which the signer credits. */
  | { readonly found: null; readonly caseCode: 'no_order' | 'ambiguous' | 'deposit'; readonly meant?: never }
  /** The order of the address, which is to be paid on another network or in another currency. Waits for an operator too. */
  | { readonly found: null; readonly caseCode: 'wrong_network'; readonly meant: Order };

/**
 * Finds the order of a payment: by the memo's reference first, else by exact amount and known sender if exactly one open order matches that was made
 * before. Whoever sees another's payment could declare its payer with an order made a moment later.
 * @param byRef orders whose reference is in the memo
 * @param open orders on this network that await exactly this amount
 */
export function findMatch(payment: Payment, byRef: readonly Order[], open: readonly Order[]): Match {
  const named = byRef.filter((order) => order.payInNetwork === payment.network && payInUnit(order) === payment.unit);
  // Such an order is paid by a voucher, whose payer is nobody's account: a transfer would not be held against its declared payer.
  if (named.length === 1 && named[0] && CURRENCIES[named[0].from].isVoucher) return { found: null, caseCode: 'wrong_network', meant: named[0] };
  if (named.length === 1 && named[0]) return { found: named[0] };
  if (named.length > 1) return { found: null, caseCode: 'ambiguous' };
  if (payment.payer === null) return { found: null, caseCode: 'no_order' };
  const fitting = open.filter(
    (order) =>
      order.sender === payment.payer && order.amountSent === payment.amount && payInUnit(order) === payment.unit && !wasMadeAfter(order, payment),
  );
  if (fitting.length === 1 && fitting[0]) return { found: fitting[0] };
  return { found: null, caseCode: fitting.length > 1 ? 'ambiguous' : 'no_order' };
}

/** Whether an order was made after a payment: after the whole second or minute that the provider tells, or after the payment was recorded. */
function wasMadeAfter({ createdAt }: Order, payment: Payment): boolean {
  return createdAt > periodOf(payment).until;
}

/**
 * The whole second or minute in which a payment was made, as far as its provider's time tells; it ends with the second in which the payment was recorded.
 * Of what was done within it nobody knows whether it was before or after the payment.
 */
export function periodOf({ network, paidAt, recordedAt }: Pick<Payment, 'network' | 'paidAt' | 'recordedAt'>): { from: Date; until: Date } {
  const { timeStepMs } = NETWORKS[network];
  const fromMs = Math.floor(paidAt.getTime() / timeStepMs) * timeStepMs;
  const lastMs = floorToSecond(Math.min(fromMs + timeStepMs - SECOND_MS, recordedAt.getTime()));
  return { from: new Date(fromMs), until: new Date(lastMs + SECOND_MS - 1) };
}

function floorToSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}

/** Whether a payment was made within the order's timer. */
export function isInTime(payment: Payment, order: Order): boolean {
  return paymentMadeAt(payment, order).getTime() <= order.expiresAt.getTime();
}

/**
 * When an order's payment counts as made: at the provider's time, or when it was recorded, if that was earlier or the provider's time tells nothing. A
 * payment that was seen before its block counts from the block on: its payer could have taken it back until then.
 */
export function paymentMadeAt(payment: Payment, order: Order): Date {
  const { paidAt, recordedAt } = payment;
  return tellsTime(payment, order) && (paidAt < recordedAt || isSeenBeforeBlock(payment)) ? paidAt : recordedAt;
}

/** Whether a payment on a chain was recorded before its block was made, by more than the tolerated clock skew. */
function isSeenBeforeBlock({ network, paidAt, recordedAt }: Payment): boolean {
  return leasesAddresses(network) && paidAt.getTime() > recordedAt.getTime() + CLOCK_SKEW_SECONDS * SECOND_MS;
}

/** Whether the provider's time says anything: a time that names only the day, or one long before the order's creation, does not. */
function tellsTime({ network, paidAt }: Payment, order: Order): boolean {
  const { dayStartsAtUtcHour } = NETWORKS[network];
  const namesOnlyDay = dayStartsAtUtcHour !== null && (paidAt.getTime() - dayStartsAtUtcHour * HOUR_MS) % DAY_MS === 0;
  return !namesOnlyDay && paidAt.getTime() >= order.createdAt.getTime() - CLOCK_SKEW_SECONDS * SECOND_MS;
}

/** Whether a late payment still goes to its order; after the late window payments go to the operators' inbox. */
export function isWithinLateWindow(payment: Payment, order: Order): boolean {
  return payment.recordedAt.getTime() <= order.createdAt.getTime() + LATE_PAYMENT_HOURS * HOUR_MS;
}

/** Whether a payment came from another account than the declared sender, on networks that authenticate payers. */
export function isThirdPartyPayer(payment: Pick<Payment, 'network' | 'payer'>, order: Pick<Order, 'sender'>): boolean {
  return NETWORKS[payment.network].authenticatesPayer && order.sender !== null && payment.payer !== order.sender;
}

/** Whether a third-party payment is too small a share of the price to affect the order: otherwise anyone could block an order with a cent. */
export function isNegligibleThirdParty(payment: Payment, order: Order): boolean {
  return isThirdPartyPayer(payment, order) && payment.amount * 100n < order.amountSent * BigInt(THIRD_PARTY_SHARE_PERCENT);
}

/**
 * Maximum difference between paid and expected amount that is repriced automatically: a share of the amount, up to a fixed maximum.
 * Covers senders' fees and rounding on chains; zero where amounts must be exact.
 */
export function toleranceOf({ from, amountSent }: Pick<Order, 'from' | 'amountSent'>): bigint {
  const { tolerancePerMille } = networkOf(from);
  const { toleranceMax = 0n } = CURRENCIES[from];
  return tolerancePerMille === null ? 0n : smaller((amountSent * BigInt(tolerancePerMille)) / 1000n, toleranceMax);
}

/** Largest quantity that an order's own rate applies to: the ordered one, and on chains the tolerance. */
export function ownRateQuantity(order: Pick<Order, 'kind' | 'from' | 'quantity' | 'amountSent'>): bigint {
  return order.kind === 'buy' ? order.quantity : order.quantity + toleranceOf(order);
}

/** Whether more was paid than an order's own rate applies to. */
export function exceedsOwnRate(order: Pick<Order, 'from' | 'amountSent' | 'amountPaid'>): boolean {
  return order.amountPaid > order.amountSent + toleranceOf(order);
}

/** Whether a sum paid differs from the order's amount by at most the tolerance. */
export function isWithinTolerance(sum: bigint, order: Order): boolean {
  const difference = sum > order.amountSent ? sum - order.amountSent : order.amountSent - sum;
  return difference <= toleranceOf(order);
}
