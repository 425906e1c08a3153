import { CURRENCIES } from '../currencies.ts';
import type { FeeRule } from '../fee.ts';
import type { Payment } from '../payment.ts';
import type { Payout } from '../payout.ts';
import { price } from '../quote.ts';
import type { Order } from './order.ts';

/** What the signer knows of its own reading when it judges a payout. */
export interface PayoutEvidence {
  readonly order: Order;
  readonly payout: Payout;
  /** The payments matched to the order. */
  readonly payments: readonly Payment[];
  /** The rate of the order's `rateVersion` as operators set it, with its fee rule. */
  readonly rate: bigint;
  readonly fee: FeeRule;
  /** What the ledger holds for the order. */
  readonly heldInLedger: bigint;
  /** The most that the provider may charge on top. */
  readonly maxFee: bigint;
  /** The largest payout that is made without a person. */
  readonly cap: bigint;
}

/**
 * Why a payout must not be made, or null when it follows from the order: the signer believes no other role. The terms are priced anew
 * from the operators' own rate, the money is counted from the journal, and the hold must be in the ledger.
 */
export function whyNotPay(evidence: PayoutEvidence): string | null {
  return whyNotOfOrder(evidence) ?? whyNotPaid(evidence) ?? whyNotPriced(evidence) ?? whyNotHeld(evidence);
}

function whyNotOfOrder({ order, payout }: PayoutEvidence): string | null {
  if (order.status !== 'delivering' && order.status !== 'retry_scheduled') return `order is ${order.status}`;
  if (payout.orderId !== order.id || payout.purpose !== 'order') return 'payout is not of this order';
  if (payout.amount !== order.amountReceived || payout.destination !== order.destination || payout.destinationBank !== order.destinationBank) {
    return 'payout differs from the order';
  }
  const { rail, reserve } = CURRENCIES[order.to];
  const isRight = order.payOutRail === rail && payout.rail === rail && order.reserve === reserve && payout.reserve === reserve;
  return isRight ? null : 'wrong rail or reserve';
}

function whyNotPaid({ order, payments }: PayoutEvidence): string | null {
  const unit = CURRENCIES[order.from].reserve;
  const received = payments
    .filter((payment) => payment.final && payment.state === 'matched' && payment.orderId === order.id && payment.unit === unit)
    .reduce((sum, payment) => sum + payment.amount, 0n);
  return received === order.amountSent && order.amountPaid === received ? null : 'not paid in full';
}

function whyNotPriced({ order, rate, fee }: PayoutEvidence): string | null {
  if (rate !== order.rate) return 'rate is not what operators set';
  const priced = price({ kind: order.kind, from: order.from, to: order.to, rate, fee, bankFee: order.cashFee }, order.quantity);
  const follows =
    priced.amountSent === order.amountSent && priced.amountReceived === order.amountReceived && priced.feeExchange === order.feeExchange;
  return follows ? null : 'price does not follow from the rate';
}

function whyNotHeld({ order, payout, heldInLedger, maxFee, cap }: PayoutEvidence): string | null {
  if (order.holding !== order.held || heldInLedger !== order.held || order.holding < payout.amount + maxFee) return 'hold is missing';
  if (payout.amount > cap) return 'above the automatic limit';
  return null;
}
