import type { ReserveCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';

/** A payment as some source tells of it: the facts of one movement into an account of ours. */
export interface PaymentFact {
  readonly rail: NetworkCode;
  /** Our account or address that it reached. */
  readonly account: string;
  /** The bank's, provider's or chain's own reference; with account and amount the payment's identity. */
  readonly reference: string;
  readonly unit: ReserveCode;
  /** Minor units of `unit`; above zero. */
  readonly amount: bigint;
  /** The exact amount where the chain is finer than our scale, as a decimal string. */
  readonly exactAmount: string | null;
  readonly memo: string;
  readonly payer: string | null;
  readonly payerName: string | null;
  /** When the provider or block says that it happened. */
  readonly paidAt: Date;
  /** Whether it can still be undone by a reorganisation or a provider's hold. */
  readonly confirmed: boolean;
  /** Who told: `sepay-webhook`, `sepay-list`, … and its id there. */
  readonly source: string;
  readonly sourceId: string;
}

/**
 * Where a journalled payment stands. `seen`: not final yet, so not in the books. `vanished`: never became final. `case`: waits in the
 * operator's inbox. `returned`: an operator gave it back. `forged`: proven false after it was booked.
 */
export const PAYMENT_STATES = ['unconfirmed', 'dropped', 'unmatched', 'matched', 'case', 'returned', 'forged'] as const;

/** Where a journalled payment stands. */
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** A journalled payment. */
export interface Payment extends Omit<PaymentFact, 'source' | 'sourceId'> {
  readonly id: string;
  readonly version: number;
  readonly state: PaymentState;
  /** The order that the payment is for; null while it has none or fills a customer's deposit account. */
  readonly orderId: string | null;
  /** The customer whose deposit account the payment fills; null for payments of orders. */
  readonly customerId: string | null;
  /** Why it is a case. */
  readonly caseCode: PaymentCase | null;
  readonly recordedAt: Date;
}

/**
 * Why a payment waits for an operator: no order could be meant, several could, its order has had its money, was dropped or replaced, the
 * money came after the late window, or it is a small part of the price from another wallet than was named.
 */
export type PaymentCase = 'no_order' | 'ambiguous' | 'extra' | 'cancelled_order' | 'too_late' | 'third_party';
