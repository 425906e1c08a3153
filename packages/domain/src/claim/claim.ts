import { CLOCK_SKEW_SECONDS } from '../constants.ts';
import type { NetworkCode } from '../networks.ts';
import type { Order } from '../order/order.ts';
import { ORDER_REASONS, ORDER_STATUS_CODES } from '../order-status.ts';
import { missesPayment } from './can-claim.ts';
import { transactionIdIn } from './on-chain.ts';

/**
 * Answers to a claim. `found`: its payment was allocated to the order. `not_found`: nothing like it has arrived. `more_needed`: the customer's facts
 * do not identify one payment.
 */
export const CLAIM_ANSWERS = ['found', 'not_found', 'more_needed'] as const;

/** Answer to a claim. */
export type ClaimAnswer = (typeof CLAIM_ANSWERS)[number];

/** A customer's account of a payment that the order does not show. */
export interface ClaimFacts {
  /** When the customer paid, to the minute. */
  readonly paidAt: Date;
  /** Name of the bank that was paid from, or of the network and the currency that was sent on it, in the customer's words; null if not given. */
  readonly bank: string | null;
  /** Last characters of the account or address that was paid from; null if not given. */
  readonly accountEnd: string | null;
  /** Transaction number, or hash on a chain; null if not given. */
  readonly reference: string | null;
}

/** A customer's claim that an order was paid. Its facts rank the unmatched payments for operators; they prove nothing. */
export interface PaymentClaim extends ClaimFacts {
  readonly id: string;
  readonly version: number;
  readonly orderId: string;
  /** Number among the claims of the order, from 1 to `CLAIMS_MAX`. */
  readonly n: number;
  /** `new`: not in the order's log yet. `open`: waits for an operator or the payment. */
  readonly state: 'new' | 'open' | 'answered';
  /** Null until answered, and when the order was settled without an answer. */
  readonly answer: ClaimAnswer | null;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
}

/** The statuses in which an order misses money, each followed by a space and its reason, which may be empty. */
export const MISSING_STATUSES: readonly string[] = ORDER_STATUS_CODES.flatMap((status) =>
  [null, ...ORDER_REASONS].filter((reason) => missesPayment({ status, reason })).map((reason) => `${status} ${reason ?? ''}`),
);

/** Validation error of a field of a claim. */
export type ClaimProblem =
  | { readonly field: 'paidAt'; readonly problem: 'required' | 'future' | 'beforeOrder' }
  | { readonly field: 'accountEnd'; readonly problem: 'required' }
  | { readonly field: 'bank' | 'accountEnd' | 'reference'; readonly problem: 'invalid' };

/** All validation errors of a claim, in the order of its fields: at most one per field. */
export type ClaimProblems = readonly [ClaimProblem, ...ClaimProblem[]];

/** Maximum characters of the account as typed: customers may type a whole account number or chain address. */
export const CLAIM_ACCOUNT_LENGTH_MAX = 64;
const ACCOUNT = new RegExp(`^[0-9A-Za-z]{3,${CLAIM_ACCOUNT_LENGTH_MAX}}$`);
/** Number of last characters of the account that are stored. */
const ACCOUNT_END_LENGTH = 10;
const REFERENCE = /^[0-9A-Za-z._:/-]{4,100}$/;
/** Maximum characters of the transaction number as typed. */
export const CLAIM_REFERENCE_LENGTH_MAX = 128;
/** Maximum characters of the bank's name. */
export const CLAIM_BANK_LENGTH_MAX = 60;

/** Whether a claim names the account or the transaction. Without either, payments of the same amount cannot be distinguished. */
export function identifiesPayment(entries: { readonly accountEnd: string; readonly reference: string }): boolean {
  return entries.accountEnd.trim() !== '' || entries.reference.trim() !== '';
}

/** Fields of a claim as the customer typed them. */
export interface ClaimEntries {
  readonly paidAt: Date | null;
  readonly bank: string;
  readonly accountEnd: string;
  readonly reference: string;
}

/**
 * Validates and normalizes the fields of a claim. Removes spaces from the transaction number and the account, because people copy them. Keeps the last
 * characters of an account; of one that is partly hidden, those after the hidden part. Keeps the transaction id of a link to a chain's explorer.
 * @param order the order that the payment is claimed for
 */
export function checkClaim(
  entries: ClaimEntries,
  order: Pick<Order, 'createdAt' | 'payInNetwork'>,
  now: Date,
): { readonly facts: ClaimFacts } | { readonly problems: ClaimProblems } {
  const [bank, accountEnd] = [entries.bank.trim(), accountShown(entries.accountEnd)];
  const reference = referenceOf(order.payInNetwork, entries.reference);
  const { paidAt } = entries;
  const whenProblem = problemOfTime(paidAt, order, now);
  const [first, ...others]: ClaimProblem[] = [
    ...(whenProblem === null ? [] : [{ field: 'paidAt', problem: whenProblem } as const]),
    ...(bank.length > CLAIM_BANK_LENGTH_MAX ? [{ field: 'bank', problem: 'invalid' } as const] : []),
    ...(identifiesPayment(entries) ? [] : [{ field: 'accountEnd', problem: 'required' } as const]),
    ...(entries.accountEnd.trim() !== '' && !ACCOUNT.test(accountEnd) ? [{ field: 'accountEnd', problem: 'invalid' } as const] : []),
    ...(reference === null ? [{ field: 'reference', problem: 'invalid' } as const] : []),
  ];
  if (first) return { problems: [first, ...others] };
  if (paidAt === null || reference === null) throw new Error('a claim without a problem is complete');
  return { facts: { paidAt, bank: bank || null, accountEnd: accountEnd.slice(-ACCOUNT_END_LENGTH) || null, reference: reference || null } };
}

function problemOfTime(paidAt: Date | null, { createdAt }: Pick<Order, 'createdAt'>, now: Date): 'required' | 'future' | 'beforeOrder' | null {
  const skewMs = CLOCK_SKEW_SECONDS * 1000;
  if (paidAt === null || Number.isNaN(paidAt.getTime())) return 'required';
  if (paidAt.getTime() > now.getTime() + skewMs) return 'future';
  return paidAt.getTime() < createdAt.getTime() - skewMs ? 'beforeOrder' : null;
}

/** The transaction number in its stored form: empty if none was given, null if it cannot be one of the network. */
function referenceOf(network: NetworkCode, typed: string): string | null {
  const copied = withoutSpaces(typed);
  if (copied === '') return '';
  const id = transactionIdIn(network, copied);
  return id !== null && REFERENCE.test(id) ? id : null;
}

/** Placeholders of an account's hidden characters, as receipts and apps show them: `****4567`, `001…567`, `xxxx4567`. */
const HIDDEN = /[*•●…]+|\.{2,}|x{2,}(?=\d+$)/i;

/** The account as typed, without separators between its digits; if it is partly hidden, the characters after the hidden ones. */
function accountShown(typed: string): string {
  const end = withoutSpaces(typed).split(HIDDEN).at(-1) ?? '';
  return end.replace(/[.-]/g, '');
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}
