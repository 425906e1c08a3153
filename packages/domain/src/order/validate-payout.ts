import { RECALCULATION_TTL_SECONDS } from '../constants.ts';
import { CURRENCIES } from '../currencies.ts';
import type { FeeRule } from '../fee.ts';
import { partsOf } from '../payout-parts.ts';
import { type LimitedTerms, largestBoughtBeyond, largestQuantityFor, type Priced, type PriceTerms, price, priceBeyond } from '../quote.ts';
import type { Payment } from '../transfer/payment.ts';
import type { Payout } from '../transfer/payout.ts';
import { toleranceOf } from './match.ts';
import type { Order } from './order.ts';
import { awaitsPayout } from './order-obligation.ts';

/** Rate of the part of an order beyond the ordered quantity, as operators set it. */
export interface ExcessRate {
  readonly rate: bigint;
  readonly fee: FeeRule;
  readonly replacedAt: Date | null;
}

/** Evidence for validating a payout, read by the signer independently of other roles. */
export interface PayoutEvidence {
  readonly order: Order;
  readonly payout: Payout;
  /** The payments matched to the order. */
  readonly payments: readonly Payment[];
  /** Rate of the order's `rateVersion` as operators set it; `fee` is its fee rule. */
  readonly rate: bigint;
  readonly fee: FeeRule;
  /** When a newer rate replaced this one; null while the rate is current. */
  readonly rateReplacedAt: Date | null;
  /** Rate of the order's `excessRateVersion`; null when the whole order has one rate. */
  readonly excess: ExcessRate | null;
  /** Amount that the ledger holds for the order. */
  readonly heldInLedger: bigint;
  /** Maximum charge of the provider on top of the order's whole payout. */
  readonly maxFee: bigint;
  /** Maximum automatic payout. */
  readonly cap: bigint;
}

/**
 * Validates a payout against evidence read independently of other roles: prices the order anew from the operators' rate, sums the payments of the
 * journal, and checks the hold in the ledger. Returns the rejection reason, or null if the payout may be sent.
 */
export function validatePayout(evidence: PayoutEvidence): string | null {
  return rejectOrder(evidence) ?? rejectUnpaid(evidence) ?? rejectPrice(evidence) ?? rejectHold(evidence);
}

function rejectOrder({ order, payout }: PayoutEvidence): string | null {
  if (!awaitsPayout(order, payout)) return `order is ${order.status}`;
  if (payout.obligationKind !== 'order' || payout.obligationId !== order.id || payout.orderId !== order.id) return 'payout is not of this order';
  const { network, reserve } = CURRENCIES[order.to];
  const parts = partsOf(reserve, order.amountReceived);
  const isPart = payout.parts === parts.length && payout.amount === parts[payout.part - 1];
  if (!isPart || payout.destination !== order.destination || payout.destinationBank !== order.destinationBank) return 'payout differs from the order';
  const isRight =
    order.payOutNetwork === network &&
    payout.network === network &&
    order.reserve === reserve &&
    payout.reserve === reserve &&
    payout.currency === order.to;
  return isRight ? null : 'wrong network or reserve';
}

function rejectUnpaid({ order, payments }: PayoutEvidence): string | null {
  const received = receivedFor(order, payments);
  const kept = received - order.amountRefunded;
  const isPaid = kept >= order.amountSent && kept - order.amountSent <= toleranceOf(order);
  return isPaid && order.amountPaid === received ? null : 'not paid in full';
}

/** The confirmed payments matched to an order, in the unit that the order is paid in. */
export function countedPayments(order: Order, payments: readonly Payment[]): Payment[] {
  const unit = CURRENCIES[order.from].reserve;
  return payments.filter((payment) => payment.confirmed && payment.state === 'matched' && payment.orderId === order.id && payment.unit === unit);
}

/** Sum of the payments that count for an order. */
export function receivedFor(order: Order, payments: readonly Payment[]): bigint {
  return countedPayments(order, payments).reduce((sum, payment) => sum + payment.amount, 0n);
}

function rejectPrice(evidence: PayoutEvidence): string | null {
  const { order, rate, rateReplacedAt, excess, payments } = evidence;
  if (rate !== order.rate || (excess === null && order.excessQuantity !== 0n)) return 'rate is not what operators set';
  const lastPaidAt = Math.max(...payments.map(({ paidAt }) => paidAt.getTime()));
  // The rate of what came in beyond the order was in force when it came, or shortly before.
  if (isOutdated(rateReplacedAt, order.createdAt.getTime()) || isOutdated(excess?.replacedAt ?? null, lastPaidAt)) return 'rate is out of date';
  if (order.excessQuantity < 0n || order.excessQuantity >= order.quantity) return 'price does not follow from the rate';
  const { priced, bought } = pricesOf(evidence);
  // A recalculated buy is the largest quantity that its dong can buy, which may leave a few dong over.
  const isSent = priced.amountSent === order.amountSent || (order.kind === 'buy' && bought === order.quantity);
  const follows = isSent && priced.amountReceived === order.amountReceived && priced.feeExchange === order.feeExchange;
  return follows ? null : 'price does not follow from the rate';
}

function isOutdated(replacedAt: Date | null, since: number): boolean {
  return replacedAt !== null && replacedAt.getTime() < since - RECALCULATION_TTL_SECONDS * 1000;
}

/** Price of the order's quantity, and for buys the quantity that its price pays for. */
function pricesOf({ order, rate, fee, excess }: PayoutEvidence): { priced: Priced; bought: bigint } {
  const terms: PriceTerms = { kind: order.kind, from: order.from, to: order.to, rate, fee, bankFee: order.cashFee };
  if (!excess) return { priced: price(terms, order.quantity), bought: largestQuantityFor(terms, order.amountSent) };
  const own: LimitedTerms = { terms, quantity: order.quantity - order.excessQuantity };
  const beyond = { ...terms, rate: excess.rate, fee: excess.fee };
  const bought = order.kind === 'buy' ? largestBoughtBeyond(own, beyond, order.amountSent) : 0n;
  return { priced: priceBeyond(own, beyond, order.quantity), bought };
}

function rejectHold({ order, heldInLedger, maxFee, cap }: PayoutEvidence): string | null {
  if (order.holding !== order.held || heldInLedger !== order.held || order.holding < order.amountReceived + maxFee) return 'hold is missing';
  if (order.amountReceived > cap) return 'above the automatic limit';
  return null;
}
