import type { ReserveCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';

/** Payment as reported by a source: one movement of money into an account of the exchange. */
export interface PaymentFact {
  readonly network: NetworkCode;
  /** Receiving account or address of the exchange. */
  readonly account: string;
  /** Virtual account that was paid to, where `account` is the main one behind it. Customers may have been told of either. */
  readonly subAccount?: string;
  /**
   * Reference at the bank, provider or chain; empty where a bank gives none. It identifies a payment unless `NETWORKS[network].repeatsReferences`.
   */
  readonly reference: string;
  readonly unit: ReserveCode;
  /** Minor units of `unit`; above zero. */
  readonly amount: bigint;
  /** Exact amount as a decimal string, where the chain has more decimals than the currency's scale. */
  readonly exactAmount: string | null;
  readonly memo: string;
  readonly payer: string | null;
  readonly payerName: string | null;
  /** Time of the payment according to the provider or block. */
  readonly paidAt: Date;
  /** Whether the payment is final: no longer reversible by a chain reorganisation or a provider's hold. */
  readonly confirmed: boolean;
  /** Source of the report: `sepay-webhook`, `sepay-list`, …; `sourceId` is the payment's id there. */
  readonly source: string;
  readonly sourceId: string;
}

/**
 * All states of a journalled payment. `unconfirmed`: not final, so not booked. `dropped`: never became final. `unmatched`: booked, to be matched.
 * `matched`: allocated to an order. `case`: waits for an operator (`listUnmatched`). `returned`: sent back to its payer. `forged`: proved false after
 * it was booked.
 */
export const PAYMENT_STATES = ['unconfirmed', 'dropped', 'unmatched', 'matched', 'case', 'returned', 'forged'] as const;

/** State of a journalled payment. */
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** A source's report of a journalled payment. Within one source a payment is its id there. */
export interface Sighting {
  readonly source: string;
  readonly sourceId: string;
  readonly paymentId: string;
  readonly at: Date;
}

/** Payment in the journal. */
export interface Payment extends Omit<PaymentFact, 'source' | 'sourceId' | 'subAccount'> {
  readonly id: string;
  readonly version: number;
  /** Number among the payments with this network, account and reference, from 1: banks give references again. */
  readonly occurrence: number;
  readonly state: PaymentState;
  /** The order that the payment is for; null while it has none or fills a customer's deposit account. */
  readonly orderId: string | null;
  /** The customer whose deposit account the payment fills; null for payments of orders. */
  readonly customerId: string | null;
  /** Reason for the state `case`; null in other states. */
  readonly caseCode: PaymentCase | null;
  readonly recordedAt: Date;
}

/**
 * Reason that a payment waits for an operator. `no_order`: no order matches. `ambiguous`: several do, or its memo names several customers. `extra`: its
 * order is already paid. `cancelled_order`: its order was abandoned or superseded. `too_late`: paid after the late window. `third_party`: a small
 * third-party payment. `wrong_network`: sent to its order's address on another network, or in another currency. `told_again`: journalled by an operator
 * (`journalRow`). `deposit`: it names a customer, by its memo or address, and waits for the signer, which credits the balance once it has read the payment
 * itself.
 */
export type PaymentCase =
  | 'deposit'
  | 'no_order'
  | 'ambiguous'
  | 'extra'
  | 'cancelled_order'
  | 'too_late'
  | 'third_party'
  | 'wrong_network'
  | 'told_again';
