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
  /** The most that the provider may charge on top. */
  readonly maxFee: bigint;
  /** The largest payout that is made without a person. */
  readonly cap: bigint;
}

/**
 * Why a payout must not be made, or null when it follows from the order: the signer believes no other role. The terms are priced anew
 * from the operators' own rate, the money is counted from the journal, and the hold must be there.
 */
export function whyNotPay(evidence: PayoutEvidence): string | null {
  const { order, payout, payments, rate, fee, maxFee, cap } = evidence;
  if (order.status !== 'delivering' && order.status !== 'retry_scheduled') return `order is ${order.status}`;
  if (payout.orderId !== order.id || payout.purpose !== 'order') return 'payout is not of this order';
  if (payout.amount !== order.amountReceived || payout.destination !== order.destination || payout.destinationBank !== order.destinationBank) {
    return 'payout differs from the order';
  }
  if (payout.rail !== order.payOutRail || payout.reserve !== order.reserve || CURRENCIES[order.to].reserve !== order.reserve)
    return 'wrong rail or reserve';
  const unit = CURRENCIES[order.from].reserve;
  const received = payments
    .filter((payment) => payment.final && payment.state === 'matched' && payment.orderId === order.id && payment.unit === unit)
    .reduce((sum, payment) => sum + payment.amount, 0n);
  if (received !== order.amountSent || order.amountPaid !== received) return 'not paid in full';
  if (rate !== order.rate) return 'rate is not what operators set';
  const priced = price({ kind: order.kind, from: order.from, to: order.to, rate, fee, bankFee: order.cashFee }, order.quantity);
  if (priced.amountSent !== order.amountSent || priced.amountReceived !== order.amountReceived) return 'price does not follow from the rate';
  if (order.holding !== order.held || order.holding < payout.amount + maxFee) return 'hold is missing';
  if (payout.amount > cap) return 'above the automatic limit';
  return null;
}
