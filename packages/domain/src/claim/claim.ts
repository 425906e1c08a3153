import { CLOCK_SKEW_SECONDS } from '../constants.ts';
import type { Order } from '../order/order.ts';
import { ORDER_REASONS, ORDER_STATUS_CODES } from '../order-status.ts';
import { missesPayment } from './can-claim.ts';

/**
 * Answers to a claim. `found`: its payment was allocated to the order. `not_found`: nothing like it has arrived. `more_needed`: what the customer told
 * is not enough to tell whose money it is.
 */
export const CLAIM_ANSWERS = ['found', 'not_found', 'more_needed'] as const;

/** Answer to a claim. */
export type ClaimAnswer = (typeof CLAIM_ANSWERS)[number];

/** What a customer tells about a payment that the order does not show. */
export interface ClaimFacts {
  /** When the customer paid, to the minute. */
  readonly paidAt: Date;
  /** Name of the bank or wallet that was paid from, as typed; null if not told. */
  readonly bank: string | null;
  /** Last characters of the account or address that was paid from; null if not told. */
  readonly accountEnd: string | null;
  /** Transaction number, or hash on a chain; null if not told. */
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

/** The statuses in which an order misses money, each with its reason behind a space. */
export const MISSING_STATUSES: readonly string[] = ORDER_STATUS_CODES.flatMap((status) =>
  [null, ...ORDER_REASONS].filter((reason) => missesPayment({ status, reason })).map((reason) => `${status} ${reason ?? ''}`),
);

/** What is wrong with a claim, by field. */
export type ClaimProblem =
  | { readonly field: 'paidAt'; readonly problem: 'required' | 'future' | 'beforeOrder' }
  | { readonly field: 'accountEnd'; readonly problem: 'required' }
  | ClaimTextProblem;
type ClaimTextProblem = { readonly field: 'bank' | 'accountEnd' | 'reference'; readonly problem: 'invalid' };

/** Maximum characters of the account as it is typed: a whole one may be, also a chain's address. */
export const CLAIM_ACCOUNT_LENGTH_MAX = 64;
const ACCOUNT = new RegExp(`^[0-9A-Za-z]{3,${CLAIM_ACCOUNT_LENGTH_MAX}}$`);
/** Characters that are kept of the account. */
const ACCOUNT_END_LENGTH = 10;
const REFERENCE = /^[0-9A-Za-z._:/-]{4,100}$/;
/** Maximum characters of the transaction's number as it is typed. */
export const CLAIM_REFERENCE_LENGTH_MAX = 128;
/** Maximum characters of the bank's name. */
export const CLAIM_BANK_LENGTH_MAX = 60;

/** Whether a claim tells of the account or the transaction. Without either, one payment cannot be told from another of the same amount. */
export function tellsWhose(told: { readonly accountEnd: string; readonly reference: string }): boolean {
  return told.accountEnd.trim() !== '' || told.reference.trim() !== '';
}

/**
 * Checks what a customer tells. Spaces in the transaction number and the account are dropped, as people copy them; of a whole account its last
 * characters are kept.
 * @param order the order that the payment is claimed for
 */
export function checkClaim(
  told: { readonly paidAt: Date | null; readonly bank: string; readonly accountEnd: string; readonly reference: string },
  order: Pick<Order, 'createdAt'>,
  now: Date,
): { readonly facts: ClaimFacts } | { readonly problem: ClaimProblem } {
  const skewMs = CLOCK_SKEW_SECONDS * 1000;
  const { paidAt } = told;
  if (paidAt === null || Number.isNaN(paidAt.getTime())) return { problem: { field: 'paidAt', problem: 'required' } };
  if (paidAt.getTime() > now.getTime() + skewMs) return { problem: { field: 'paidAt', problem: 'future' } };
  if (paidAt.getTime() < order.createdAt.getTime() - skewMs) return { problem: { field: 'paidAt', problem: 'beforeOrder' } };
  const [bank, accountEnd, reference] = [told.bank.trim(), told.accountEnd.replace(/\s/g, ''), told.reference.replace(/\s/g, '')];
  if (!tellsWhose(told)) return { problem: { field: 'accountEnd', problem: 'required' } };
  if (bank.length > CLAIM_BANK_LENGTH_MAX) return { problem: { field: 'bank', problem: 'invalid' } };
  if (accountEnd !== '' && !ACCOUNT.test(accountEnd)) return { problem: { field: 'accountEnd', problem: 'invalid' } };
  if (reference !== '' && !REFERENCE.test(reference)) return { problem: { field: 'reference', problem: 'invalid' } };
  return { facts: { paidAt, bank: bank || null, accountEnd: accountEnd.slice(-ACCOUNT_END_LENGTH) || null, reference: reference || null } };
}
