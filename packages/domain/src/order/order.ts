import type { CurrencyCode, ReserveCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';
import type { OrderKind, OrderReason, OrderStatus } from '../order-status.ts';

/**
 * Terms of an order. Immutable after creation, except the price when the customer accepts a recalculation (`RepricedTerms`). Amounts are minor
 * units of their currency.
 */
export interface OrderTerms {
  readonly id: string;
  /** Public reference (see `ref.ts`); also the memo of payments. */
  readonly ref: string;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** Quantity that the customer entered, in the traded currency (for swaps the source). */
  readonly quantity: bigint;
  /** Price of one unit at scale 12 (see `rate.ts`). */
  readonly rate: bigint;
  /** Version of the rate setting that the order was priced with. */
  readonly rateVersion: number;
  /** Amount that the customer must send, in `from`. */
  readonly amountSent: bigint;
  /** Amount that the customer receives, in `to`. */
  readonly amountReceived: bigint;
  /** Fee of the exchange in the traded (target) currency, before a coupon's discount; zero for sells. */
  readonly feeExchange: bigint;
  /** What the coupon saves: dong less to send for a buy, more to receive in `to` for a swap. Zero without a coupon. */
  readonly discount: bigint;
  /** Value of the order in dong: the amount paid or received; for swaps at the sell rate. */
  readonly cashAmount: bigint;
  /** Bank transfer fee in dong; zero for buys and swaps. */
  readonly cashFee: bigint;
  readonly payInNetwork: NetworkCode;
  /** Account or address of the exchange that the customer pays to. */
  readonly payInAccount: string;
  /** Bank (slug), holder and branch of `payInAccount` as the customer was told them; null on other networks. */
  readonly payInBank: string | null;
  readonly payInName: string | null;
  readonly payInBranch: string | null;
  readonly payOutNetwork: NetworkCode;
  /** Payout destination: wallet, address, or bank account number. */
  readonly destination: string;
  /** Destination bank (slug) of dong payouts; null for others. */
  readonly destinationBank: string | null;
  /** Account holder's name at the destination, from the lookup or typed by the customer. */
  readonly destinationName: string | null;
  /** Whether the customer typed the name because it could not be looked up: nobody has verified it. */
  readonly isNameTyped: boolean;
  /** Account that the customer declared to pay from; null if not declared. */
  readonly sender: string | null;
  readonly senderBank: string | null;
  /** Reserve that the order is paid out of. */
  readonly reserve: ReserveCode;
  /** Amount to hold in the reserve: the payout plus the provider's maximum charge. */
  readonly held: bigint;
  /** Subject of the limits on open orders: `customer:…`, `device:…` or `destination:…`. */
  readonly subject: string;
  /** Keyed hash of the IP network that created the order; subject of the exposure limit per network. */
  readonly origin: string;
  /** The signed-in customer who made the order; null for visitors. */
  readonly customerId: string | null;
  /** Code of the coupon that the order was made with, and the version of its setting; null without one. */
  readonly coupon: string | null;
  readonly couponVersion: number | null;
  /** Whether the customer's balance pays the order. `sender` then is the customer's id, and nobody pays to `payInAccount`. */
  readonly fromBalance: boolean;
  /** Whether the order is paid out into the customer's balance. `destination` then is the customer's id. */
  readonly toBalance: boolean;
  readonly createdAt: Date;
  /** The web process's proof that it made the order with these terms and this timer: the hash of a code that only it and the signer can make. */
  readonly proof: string;
}

/** Part of an order's quantity beyond the ordered one, in the entered currency, and the version of the newer rate that prices it. */
export interface ExcessTerms {
  /** Zero while the whole order has one rate. */
  readonly excessQuantity: bigint;
  /** Null while the whole order has one rate. Set with a quantity of zero: the money beyond the ordered price buys nothing. */
  readonly excessRateVersion: number | null;
}

/** Terms that repricing replaces, together and never after the order was paid. */
export type RepricedTerms = Pick<
  OrderTerms,
  'quantity' | 'rate' | 'rateVersion' | 'amountSent' | 'amountReceived' | 'feeExchange' | 'discount' | 'cashAmount' | 'cashFee' | 'held'
> &
  ExcessTerms;

/** Order: its terms and its mutable state. `version` increases by one with each change. */
export interface Order extends OrderTerms, ExcessTerms {
  readonly version: number;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  /** What was ordered, in the entered currency, whatever `quantity` became by a new price: the order's own rate was promised for no more. */
  readonly orderedQuantity: bigint;
  /** Whether the order has a use of its coupon. Given back when the order ends unpaid, and not taken again: what is paid later has no discount. */
  readonly couponHeld: boolean;
  /** End of the timer. */
  readonly expiresAt: Date;
  /** Amount currently held for the order; zero after delivery or cancellation. */
  readonly holding: bigint;
  /** Sum of the payments matched to the order, in `from`. */
  readonly amountPaid: bigint;
  /** Part of `amountPaid` that was decided to be refunded, refund fee included; in `from`. */
  readonly amountRefunded: bigint;
  readonly paidAt: Date | null;
  /** Time of entering the current terminal status; null in other statuses. */
  readonly finalAt: Date | null;
  /** Number of events so far. */
  readonly eventCount: number;
  /** Provider's or chain's reference of the delivered payout. */
  readonly payoutReference: string | null;
  /** Due time of the next payout attempt, while `retry_scheduled`. */
  readonly retryAt: Date | null;
}

/** Whether an order's price has the discount of a coupon whose use was given back: nobody was promised it any more. */
export function hasLostCoupon({ coupon, couponHeld }: Pick<Order, 'coupon' | 'couponHeld'>): boolean {
  return coupon !== null && !couponHeld;
}
