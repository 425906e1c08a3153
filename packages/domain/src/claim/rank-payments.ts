import { CLOCK_SKEW_SECONDS } from '../constants.ts';
import { HOUR_MS } from '../durations.ts';
import { foldVietnamese } from '../fold.ts';
import { lettersAndDigits, MEMO_LENGTH_MAX } from '../memo.ts';
import { memoDistance } from '../memo-distance.ts';
import { payInUnit } from '../order/match.ts';
import type { Order } from '../order/order.ts';
import type { Payment } from '../transfer/payment.ts';
import type { ClaimFacts } from './claim.ts';

/** How well a payment fits a claim, in points by evidence. The maximum of each is in `POINTS`. */
export interface Fit {
  readonly total: number;
  readonly amount: number;
  readonly time: number;
  readonly sender: number;
  readonly memo: number;
  readonly reference: number;
}

/** A payment with how well it fits a claim. */
export interface RankedPayment {
  readonly payment: Payment;
  readonly fit: Fit;
}

/**
 * Maximum points per kind of evidence. A transaction number identifies a payment; a memo close to the order's reference almost does. Somebody who wants
 * another's money can easily guess amount and time, so these two together weigh less than either a transaction number or a memo.
 */
export const POINTS = { reference: 50, memo: 40, sender: 25, amount: 20, time: 15 } as const;

/** Minimum points of a candidate: more than the amount or the time alone gives. */
const FIT_MIN = 25;
/** Payments that differ from the missing amount by a tenth (1 / this) or more get no points for it. */
const AMOUNT_DIVISOR = 10n;
/** Share of the points by distance between the claimed time and the payment's. */
const TIME_STEPS = [
  { ms: HOUR_MS / 12, share: 1 },
  { ms: HOUR_MS / 2, share: 2 / 3 },
  { ms: 6 * HOUR_MS, share: 1 / 3 },
] as const;
/** Maximum wrong characters in a memo's order reference for the memo to count. */
const MEMO_ERRORS_MAX = 4;
/** Minimum length of an account number that is searched for in a bank's text: shorter ones may be parts of other numbers. */
const ACCOUNT_LENGTH_MIN = 6;
/** Minimum digits of a word in a bank's text for it to count as an account. */
const ACCOUNT_DIGITS_MIN = 6;
/** Share of the sender's points for the last characters of an account alone. */
const ACCOUNT_END_SHARE = 0.6;
/** Minimum length of a transaction number that may match a part of the provider's. */
const REFERENCE_PART_MIN = 6;

/** Ranks payments by how well they fit a claim, best first. Leaves out payments that cannot be the order's or score below `FIT_MIN`. */
export function rankPayments(claim: ClaimFacts, order: Order, payments: readonly Payment[]): RankedPayment[] {
  return payments
    .filter((payment) => canBeOf(order, payment))
    .map((payment) => ({ payment, fit: fitOf(claim, order, payment) }))
    .filter(({ fit }) => fit.total >= FIT_MIN)
    .sort((a, b) => b.fit.total - a.fit.total || distanceMs(claim, a.payment) - distanceMs(claim, b.payment));
}

/** Scores a payment by the evidence of a claim. */
export function fitOf(claim: ClaimFacts, order: Order, payment: Payment): Fit {
  const fit = {
    amount: Math.round(POINTS.amount * amountShare(order.amountSent - order.amountPaid, payment.amount)),
    time: Math.round(POINTS.time * (TIME_STEPS.find(({ ms }) => distanceMs(claim, payment) <= ms)?.share ?? 0)),
    sender: Math.round(POINTS.sender * senderShare(claim, order, payment)),
    memo: Math.round(POINTS.memo * Math.max(0, 1 - memoDistance(order.ref, payment.memo) / (MEMO_ERRORS_MAX + 1))),
    reference: isReference(claim.reference, payment) ? POINTS.reference : 0,
  };
  return { ...fit, total: fit.amount + fit.time + fit.sender + fit.memo + fit.reference };
}

/**
 * Whether a payment may be allocated to the order without an operator: it is exactly the missing amount, made after the order, and from the account
 * that the order declared, which is also the only account besides ours in the bank's own text. The claim itself is not considered, because
 * anybody can claim anything.
 * @param ownAccounts accounts of the exchange, besides the one that was paid to; banks name them as the payee, so they identify no payer
 */
export function isFromDeclaredSender(order: Order, payment: Payment, ownAccounts: ReadonlySet<string>): boolean {
  if (order.sender === null || order.sender.length < ACCOUNT_LENGTH_MIN) return false;
  // No tolerance for clocks: whoever saw another's payment could declare its account with an order made a moment later.
  if (earliestMs(payment) < order.createdAt.getTime()) return false;
  if (!canBeOf(order, payment) || payment.amount !== order.amountSent - order.amountPaid) return false;
  const own = new Set([...ownAccounts, payment.account].map((account) => account.toUpperCase()));
  const sender = order.sender.toUpperCase();
  if (own.has(sender)) return false;
  const accounts = new Set(wordsOf(payment.memo).filter((word) => isAccountLike(word) && !own.has(word)));
  return payment.payer === order.sender || (accounts.size === 1 && accounts.has(sender));
}

/** Possible senders of a payment: the payer that the network names, and every word of the bank's text. Orders that declared one of them are rivals. */
export function sendersNamedBy({ memo, payer }: Pick<Payment, 'memo' | 'payer'>): string[] {
  return [...wordsOf(memo), ...(payer === null ? [] : [payer])];
}

/** Whether a payment came on the order's pay-in network, in its unit, and not before the order was made. */
function canBeOf(order: Order, payment: Payment): boolean {
  const madeBefore = earliestMs(payment) < order.createdAt.getTime() - CLOCK_SKEW_SECONDS * 1000;
  return payment.network === order.payInNetwork && payment.unit === payInUnit(order) && !madeBefore;
}

/** The earlier of when a payment was made and when it was recorded. */
function earliestMs({ paidAt, recordedAt }: Payment): number {
  return Math.min(paidAt.getTime(), recordedAt.getTime());
}

function distanceMs(claim: ClaimFacts, { paidAt }: Payment): number {
  return Math.abs(paidAt.getTime() - claim.paidAt.getTime());
}

/** Share of the amount's points: 1 for the exact amount, at most a half for others, 0 from a difference of a tenth on. */
function amountShare(expected: bigint, amount: bigint): number {
  const difference = amount > expected ? amount - expected : expected - amount;
  if (expected <= 0n || difference * AMOUNT_DIVISOR >= expected) return 0;
  // Customers mistake a memo more often than a sum.
  return difference === 0n ? 1 : (1 - Number((difference * AMOUNT_DIVISOR * 1_000n) / expected) / 1_000) / 2;
}

/** Share of the sender's points: in full for the declared account in the bank's text, in part for the claimed last characters of an account. */
function senderShare({ accountEnd }: ClaimFacts, { sender }: Order, { payer, memo }: Payment): number {
  const accounts = [...(payer === null ? [] : [payer.toUpperCase()]), ...wordsOf(memo).filter((word) => word.length >= ACCOUNT_LENGTH_MIN)];
  if (sender !== null && sender.length >= ACCOUNT_LENGTH_MIN && accounts.includes(sender.toUpperCase())) return 1;
  const end = accountEnd?.toUpperCase();
  return end !== undefined && accounts.some((account) => account.endsWith(end)) ? ACCOUNT_END_SHARE : 0;
}

/** Whether a claim gives the whole transaction number of a payment, which only the holder of the receipt knows. */
export function givesWholeReference({ reference }: Pick<ClaimFacts, 'reference'>, payment: Payment): boolean {
  const claimed = lettersAndDigits(reference ?? '');
  return claimed.length >= REFERENCE_PART_MIN && claimed === lettersAndDigits(payment.reference);
}

function isReference(claimed: string | null, { reference, memo }: Payment): boolean {
  const wanted = lettersAndDigits(claimed ?? '');
  if (wanted.length === 0) return false;
  const known = lettersAndDigits(reference);
  if (known === wanted) return true;
  return wanted.length >= REFERENCE_PART_MIN && (known.includes(wanted) || lettersAndDigits(memo).includes(wanted));
}

/** Whether a word of a bank's text may be an account, judged by its number of digits. */
function isAccountLike(word: string): boolean {
  return word.replace(/[^0-9]/g, '').length >= ACCOUNT_DIGITS_MIN;
}

/** Words of a bank's text: runs of letters and digits. */
function wordsOf(memo: string): string[] {
  return (
    foldVietnamese(memo.slice(0, MEMO_LENGTH_MAX))
      .toUpperCase()
      .match(/[0-9A-Z]+/g) ?? []
  );
}
