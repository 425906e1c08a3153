import { RECALCULATION_TTL_SECONDS } from '../../constants.ts';
import {
  type Discount,
  type DiscountedTerms,
  type LimitedTerms,
  largestBoughtBeyond,
  largestOrderQuantity,
  type OrderPrice,
  orderPrice,
  priceBeyond,
} from '../../price/discount.ts';
import type { FeeRule } from '../../price/fee.ts';
import type { Payment } from '../../transfer/payment.ts';
import type { Payout } from '../../transfer/payout.ts';
import { countedPayments } from '../counted-payments.ts';
import { ownRateQuantity } from '../match.ts';
import type { Order } from '../order.ts';

/** Rate of the part of an order beyond the ordered quantity, as operators set it. */
export interface ExcessRate {
  readonly rate: bigint;
  readonly fee: FeeRule;
  readonly replacedAt: Date | null;
}

/** Rates of an order, as operators set them. */
export interface OperatorRates {
  /** Rate of the order's `rateVersion`; `fee` is its fee rule. */
  readonly rate: bigint;
  readonly fee: FeeRule;
  /** When a newer rate replaced this one; null while the rate is current. */
  readonly rateReplacedAt: Date | null;
  /** Rate of the order's `excessRateVersion`; null when the whole order has one rate. */
  readonly excess: ExcessRate | null;
  /** What the order's coupon takes off; null without one, and when its use was given back. */
  readonly discount: Discount | null;
}

/** Evidence for validating an order's price, read independently of other roles. */
export interface TermsEvidence extends OperatorRates {
  readonly order: Order;
  /** The order's payments. */
  readonly payments: readonly Payment[];
}

/** Prices an order anew from the operators' rates. Returns the rejection reason, or null if its price follows from them. */
export function validateTerms(evidence: TermsEvidence): string | null {
  const { order, rate, rateReplacedAt, excess, payments } = evidence;
  if (rate !== order.rate || (excess === null && order.excessQuantity !== 0n)) return 'rate is not what operators set';
  const lastPaidAt = Math.max(...countedPayments(order, payments).map(({ paidAt }) => paidAt.getTime()));
  // The rate of what came in beyond the order was in force when it came, or shortly before.
  if (isOutdated(rateReplacedAt, order.createdAt.getTime()) || isOutdated(excess?.replacedAt ?? null, lastPaidAt)) return 'rate is out of date';
  if (isOutdated(rateReplacedAt, lastPaidAt) && isBeyondOrdered(order)) return 'the rate was not promised for this';
  if (order.excessQuantity < 0n || order.excessQuantity >= order.quantity) return 'price does not follow from the rate';
  const { priced, bought } = pricesOf(evidence);
  // A recalculated buy is the largest quantity that its dong can buy, which may leave a few dong over.
  const isSent = priced.amountSent === order.amountSent || (order.kind === 'buy' && bought === order.quantity);
  const follows =
    isSent && priced.amountReceived === order.amountReceived && priced.feeExchange === order.feeExchange && priced.discount === order.discount;
  return follows ? null : 'price does not follow from the rate';
}

/** Whether an order's own rate prices more than was ordered. */
function isBeyondOrdered({ kind, from, quantity, excessQuantity, orderedQuantity }: Order): boolean {
  // What is sold or swapped is also what was to be sent.
  const promised = ownRateQuantity({ kind, from, quantity: orderedQuantity, amountSent: orderedQuantity });
  return quantity - excessQuantity > promised;
}

/** Rejects to give money of an order back that was paid out for more than its terms are. @param payouts the order's payouts */
export function rejectPaidBeyondTerms({ amountReceived }: Order, payouts: readonly Payout[]): string | null {
  const paidOut = payouts
    .filter(({ obligationKind, state }) => obligationKind === 'order' && state !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0n);
  return paidOut > amountReceived ? 'more was paid out than the order is' : null;
}

function isOutdated(replacedAt: Date | null, since: number): boolean {
  return replacedAt !== null && replacedAt.getTime() < since - RECALCULATION_TTL_SECONDS * 1000;
}

/** Price of the order's quantity, and for buys the quantity that its price pays for. */
function pricesOf({ order, rate, fee, excess, discount }: TermsEvidence): { priced: OrderPrice; bought: bigint } {
  const terms: DiscountedTerms = { kind: order.kind, from: order.from, to: order.to, rate, fee, bankFee: order.cashFee, discount };
  if (!excess) return { priced: orderPrice(terms, order.quantity), bought: largestOrderQuantity(terms, order.amountSent) };
  const own: LimitedTerms = { terms, quantity: order.quantity - order.excessQuantity };
  const beyond = { ...terms, rate: excess.rate, fee: excess.fee };
  const bought = order.kind === 'buy' ? largestBoughtBeyond(own, beyond, order.amountSent) : 0n;
  return { priced: priceBeyond(own, beyond, order.quantity), bought };
}
