import type { Acknowledged } from '../customers/purchase.ts';
import type { SandboxBooks } from '../system/sandbox-client.ts';
import type { ExchangeBooks } from './exchange-books.ts';

/**
 * Kinds of differences between the exchange's books and the sandbox's. A double payment is invisible in the exchange's own ledger: only the
 * sandbox's books show it.
 */
export type DifferenceKind =
  /** More transfers reached an order's destination than the parts that it was paid out in. */
  | 'paid-twice'
  | 'wrong-amount'
  /** Nothing reached the destination of an order that is delivered, or that has no reason not to be. */
  | 'not-paid'
  /** A transfer for an order that must not be paid out. */
  | 'unexpected-payout'
  /** A transfer to an account that is no order's or refund's destination. */
  | 'unknown-payee'
  | 'refunded-twice'
  /** A settled refund that did not arrive. */
  | 'refund-missing'
  /** Received, refunded and kept amounts of an order do not add up. */
  | 'order-balance'
  /** An acknowledged order that is not in the books, or has other terms there. */
  | 'order-missing'
  /** Several orders of one request. */
  | 'order-duplicated'
  /** An order that is not final and that nothing moves any more. */
  | 'order-stuck'
  /** Money is still held for a final order. */
  | 'hold-leaked'
  | 'payment-missing'
  | 'payment-duplicated'
  /** A journalled payment that no customer made. */
  | 'payment-unbacked'
  /** A journalled payment that is neither an order's, nor in the operators' inbox, nor returned. */
  | 'payment-unassigned'
  /** Payout and order disagree about the outcome. */
  | 'payout-state'
  /** What a sponsor has of an order is not what the order's referral says, or the order is not delivered. */
  | 'referral-differs'
  /** An account's balance at the provider is not what the ledger says. */
  | 'balance-differs'
  /** A customer's balance is not what its statement says, or what was deposited. */
  | 'customer-balance'
  /** A withdrawal took another amount from the balance than it is of. */
  | 'withdrawal-balance'
  | 'ledger';

/** One difference, described for whoever has to find its cause. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly detail: string;
}

/** The books of both sides, and the orders that customers were told of. */
export interface Evidence {
  readonly sandbox: SandboxBooks;
  readonly books: ExchangeBooks;
  readonly acknowledged: readonly Pick<Acknowledged, 'ref' | 'destination' | 'arrives'>[];
}
