import type { CurrencyCode, ReserveCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';
import type { OrderKind, OrderReason, OrderStatus } from '../order-status.ts';

/**
 * What an order is. Fixed at creation, but for its price when the customer accepts a recalculation (`RepricedTerms`). Amounts are minor units
 * of their currency.
 */
export interface OrderTerms {
  readonly id: string;
  /** Ten characters of `23456789ABCDEFGHJKLMNPQRSTUVWXYZ`; also the memo. */
  readonly ref: string;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** The quantity that the customer entered, in `quantityCurrency`: the traded side (the source for swaps). */
  readonly quantity: bigint;
  /** Price of one unit at scale 12 (see `rate.ts`). */
  readonly rate: bigint;
  /** The version of the rate that priced it. */
  readonly rateVersion: number;
  /** What the customer must send, in `from`. */
  readonly amountSent: bigint;
  /** What the customer gets, in `to`. */
  readonly amountReceived: bigint;
  /** Our fee in the traded (target) currency; zero for sells. */
  readonly feeExchange: bigint;
  /** Dong side of the order: what is paid or received in dong; a swap's worth at the sell rate. */
  readonly cashAmount: bigint;
  /** Fee in dong (the bank's, on sells). */
  readonly cashFee: bigint;
  readonly payInRail: NetworkCode;
  /** Our account or address that the customer pays to. */
  readonly payInAccount: string;
  readonly payOutRail: NetworkCode;
  /** Where the customer is paid: wallet, address, or bank account number. */
  readonly destination: string;
  /** Bank code, when dong is paid out. */
  readonly destinationBank: string | null;
  /** Holder's name as looked up (or typed and marked unverified). */
  readonly destinationName: string | null;
  /** The account that the customer says they pay from, when they say. */
  readonly sender: string | null;
  readonly senderBank: string | null;
  /** The reserve that pays it out and how much of it is held at creation: payout plus the provider's largest fee. */
  readonly reserve: ReserveCode;
  readonly held: bigint;
  /** Who the limits count it against: `customer:…`, `device:…` or `destination:…`. */
  readonly subject: string;
  /** The network that it came from, as a keyed hash: wide caps count by it. */
  readonly origin: string;
  readonly customerId: string | null;
  readonly createdAt: Date;
}

/** The terms that an accepted recalculation sets anew, together and never after the order was paid. */
export type RepricedTerms = Pick<
  OrderTerms,
  'quantity' | 'rate' | 'rateVersion' | 'amountSent' | 'amountReceived' | 'feeExchange' | 'cashAmount' | 'cashFee' | 'held'
>;

/** An order with its changing part. `version` grows by one with every change. */
export interface Order extends OrderTerms {
  readonly version: number;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  /** End of the timer. */
  readonly expiresAt: Date;
  /** What is still held for it; zero after delivery or cancellation. */
  readonly holding: bigint;
  /** Sum of the payments matched to it, in `from`. */
  readonly amountPaid: bigint;
  /** How much of `amountPaid` is given back or being given back, our fee for it included; in `from`. */
  readonly amountRefunded: bigint;
  readonly paidAt: Date | null;
  /** When the last status that is final was reached. */
  readonly finalAt: Date | null;
  /** Number of events so far. */
  readonly eventCount: number;
  /** Provider's or chain's reference of the delivered payout. */
  readonly payoutReference: string | null;
  /** When the next try of its payout is due, while `retry_scheduled`. */
  readonly retryAt: Date | null;
}
