import { CURRENCIES } from '../../currencies.ts';
import type { Payment } from '../../transfer/payment.ts';
import { isOpen, isRefundOrReturn, type Payout } from '../../transfer/payout.ts';
import { receivedFor } from '../counted-payments.ts';
import type { Order } from '../order.ts';
import { type OperatorRates, rejectPaidBeyondTerms, validateTerms } from './validate-terms.ts';

/** A refund or return in its order. */
export interface RefundOfOrder {
  readonly order: Order;
  readonly payout: Payout;
  /** The order's other payouts. */
  readonly siblings: readonly Payout[];
}

/** Evidence for validating a refund, read by the signer independently of other roles. */
export interface RefundEvidence extends RefundOfOrder {
  /** The order's payments, including the one to be returned. */
  readonly payments: readonly Payment[];
  /** The rates that the order was priced at; null when its rate version belongs to another setting. */
  readonly rates: OperatorRates | null;
  /** Amount that the ledger holds for the order in the reserve that the refund is paid from. */
  readonly heldInLedger: bigint;
  /** Maximum charge of the provider on top of the refund. */
  readonly maxFee: bigint;
  /** Maximum automatic payout. */
  readonly limit: bigint;
}

/** Statuses of a paid order, whose excess over the price may be refunded. */
const EXCESS_REFUNDABLE = new Set<Order['status']>(['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'handmake', 'error', 'delivered']);
/** Statuses of an order whose payout is open or settled. */
const PAYING_OUT = new Set<Order['status']>(['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'delivered']);
/** Statuses in which all of an order's money may be refunded. */
const FULLY_REFUNDABLE = new Set<Order['status']>(['verifying_transaction', 'error', 'handmake', 'cancelled']);

/**
 * Validates a refund or a return against evidence read independently of other roles: its amount and fee were decided to be refunded, were received,
 * and are not paid out as well. Returns the rejection reason, or null if the refund may be sent.
 */
export function validateRefund(evidence: RefundEvidence): string | null {
  return (
    rejectMoney(evidence) ??
    (evidence.payout.obligationKind === 'refund' ? rejectOrder(evidence) : rejectPayment(evidence)) ??
    rejectTerms(evidence) ??
    rejectHold(evidence)
  );
}

/**
 * Whether the order keeps its price, so that only the rest may be given back: the order is or was paid out, or the refund is of its excess alone.
 */
export function keepsPrice({ order, payout, siblings }: RefundOfOrder): boolean {
  return isPaidOut(order, siblings) || (payout.obligationKind === 'refund' && order.amountRefunded < order.amountPaid);
}

/** Requires the order's price to follow from the operators' rates, and its payouts from that price: what the order's row says is not trusted. */
function rejectTerms(evidence: RefundEvidence): string | null {
  const { order, siblings, payments, rates } = evidence;
  if (!keepsPrice(evidence)) return null;
  if (!rates) return 'rate version is of something else';
  return validateTerms({ order, payments, ...rates }) ?? rejectPaidBeyondTerms(order, siblings);
}

function rejectMoney({ order, payout }: RefundEvidence): string | null {
  const isOfOrder = payout.obligationKind === 'return' || (payout.obligationKind === 'refund' && payout.obligationId === order.id);
  if (!isOfOrder || payout.orderId !== order.id) return 'refund is not of this order';
  // What a balance has paid goes back to it, and nothing else does.
  const customerId = order.fromBalance ? order.customerId : null;
  if (payout.toBalanceOf !== customerId || (customerId !== null && payout.destination !== customerId)) return 'refund goes elsewhere';
  const { network, reserve } = CURRENCIES[order.from];
  return payout.network === network && payout.reserve === reserve && payout.currency === order.from ? null : 'wrong network or reserve';
}

function rejectOrder({ order, payout, siblings, payments }: RefundEvidence): string | null {
  const received = receivedFor(order, payments);
  if (received !== order.amountPaid || order.amountRefunded > received) return 'not paid what is given back';
  const decided = [payout, ...siblings].filter(({ obligationKind, state }) => obligationKind === 'refund' && state !== 'failed');
  if (sumOf(decided) !== order.amountRefunded) return 'refund differs from what was decided';
  if (received - order.amountRefunded === order.amountSent) return EXCESS_REFUNDABLE.has(order.status) ? null : `order is ${order.status}`;
  if (order.amountRefunded !== received) return 'neither the excess nor everything is given back';
  if (!FULLY_REFUNDABLE.has(order.status)) return `order is ${order.status}`;
  return siblings.some(({ obligationKind, state }) => obligationKind === 'order' && state !== 'failed') ? 'the order is being paid' : null;
}

function rejectPayment({ order, payout, siblings, payments }: RefundEvidence): string | null {
  const payment = payments.find(({ id }) => id === payout.obligationId);
  if (!payment?.confirmed || payment.state !== 'returned' || payment.orderId !== order.id) return 'payment is not to be given back';
  if (payment.unit !== payout.reserve || payment.network !== payout.network) return 'wrong network or reserve';
  // The order must stay fully paid without the returned payment: money that the order was paid out for must not be returned.
  const isShort = isPaidOut(order, siblings) && receivedFor(order, payments) - order.amountRefunded < order.amountSent;
  if (countedFor(order, payments) !== order.amountPaid || isShort) return 'the order is not paid without it';
  const decided = [payout, ...siblings].filter(
    ({ obligationKind, obligationId, state }) => obligationKind === 'return' && obligationId === payment.id && state !== 'failed',
  );
  return sumOf(decided) === payment.amount ? null : 'refund differs from the payment';
}

/** Whether the order has been paid out, or has a payout that may still be made. */
function isPaidOut({ status }: Order, siblings: readonly Payout[]): boolean {
  return PAYING_OUT.has(status) || siblings.some(({ obligationKind, state }) => obligationKind === 'order' && state !== 'failed');
}

/** Sum of the payments that an order counts as paid; for a forged order its forged payments. */
function countedFor(order: Order, payments: readonly Payment[]): bigint {
  const forged = payments.map((payment) => (payment.state === 'forged' ? { ...payment, state: 'matched' as const } : payment));
  return receivedFor(order, order.status === 'forged' ? forged : payments);
}

function rejectHold({ payout, siblings, heldInLedger, maxFee, limit }: RefundEvidence): string | null {
  if (payout.held < payout.amount + maxFee || heldInLedger !== payout.held + heldForSiblings(payout, siblings)) return 'hold is missing';
  return payout.amount > limit ? 'above the automatic limit' : null;
}

/** Amount held for the order's other open refunds. */
export function heldForSiblings(payout: Payout, siblings: readonly Payout[]): bigint {
  return siblings
    .filter((sibling) => isRefundOrReturn(sibling) && sibling.reserve === payout.reserve && isOpen(sibling))
    .reduce((sum, { held }) => sum + held, 0n);
}

function sumOf(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}
