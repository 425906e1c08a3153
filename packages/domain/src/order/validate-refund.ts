import { CURRENCIES } from '../currencies.ts';
import type { Payment } from '../transfer/payment.ts';
import { isGivenBack, isOpen, type Payout } from '../transfer/payout.ts';
import type { Order } from './order.ts';
import { receivedFor } from './validate-payout.ts';

/** What the signer knows of its own reading when it judges a refund. */
export interface RefundEvidence {
  readonly order: Order;
  readonly payout: Payout;
  /** The order's other payouts. */
  readonly siblings: readonly Payout[];
  /** The payments of the order, and the one that is given back beside it. */
  readonly payments: readonly Payment[];
  /** What the ledger holds for the order in the reserve that it was paid in. */
  readonly heldInLedger: bigint;
  /** The most that the provider may charge on top. */
  readonly maxFee: bigint;
  /** The largest payout that is made without a person. */
  readonly cap: bigint;
}

/** Statuses in which an order that keeps its price may give the excess back: it was paid, and what came beyond is the customer's. */
const SERVED = new Set<Order['status']>(['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'handmake', 'error', 'delivered']);
/** Statuses in which an order is being paid out or was. */
const UNDER_WAY = new Set<Order['status']>(['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'delivered']);
/** Statuses in which everything may be given back. */
const GIVEN_UP = new Set<Order['status']>(['verifying_transaction', 'error', 'handmake', 'cancelled']);

/**
 * Why a refund must not be made, or null when it follows from the money that came in: what goes back, our fee included, is what was
 * decided to go back, came in, and is not paid out as well.
 */
export function validateRefund(evidence: RefundEvidence): string | null {
  return (
    rejectMoney(evidence) ?? (evidence.payout.obligationKind === 'refund' ? rejectOrder(evidence) : rejectPayment(evidence)) ?? rejectHold(evidence)
  );
}

function rejectMoney({ order, payout }: RefundEvidence): string | null {
  const isOfOrder = payout.obligationKind === 'return' || (payout.obligationKind === 'refund' && payout.obligationId === order.id);
  if (!isOfOrder || payout.orderId !== order.id) return 'refund is not of this order';
  const { network: rail, reserve } = CURRENCIES[order.from];
  return payout.rail === rail && payout.reserve === reserve && payout.currency === order.from ? null : 'wrong rail or reserve';
}

function rejectOrder({ order, payout, siblings, payments }: RefundEvidence): string | null {
  const received = receivedFor(order, payments);
  if (received !== order.amountPaid || order.amountRefunded > received) return 'not paid what is given back';
  const decided = [payout, ...siblings].filter(({ obligationKind, state }) => obligationKind === 'refund' && state !== 'failed');
  if (sumOf(decided) !== order.amountRefunded) return 'refund differs from what was decided';
  if (received - order.amountRefunded === order.amountSent) return SERVED.has(order.status) ? null : `order is ${order.status}`;
  if (order.amountRefunded !== received) return 'neither the excess nor everything is given back';
  if (!GIVEN_UP.has(order.status)) return `order is ${order.status}`;
  return siblings.some(({ obligationKind, state }) => obligationKind === 'order' && state !== 'failed') ? 'the order is being paid' : null;
}

function rejectPayment({ order, payout, siblings, payments }: RefundEvidence): string | null {
  const payment = payments.find(({ id }) => id === payout.obligationId);
  if (!payment?.confirmed || payment.state !== 'returned' || payment.orderId !== order.id) return 'payment is not to be given back';
  if (payment.unit !== payout.reserve || payment.rail !== payout.rail) return 'wrong rail or reserve';
  // What paid for the order must still be there without it: nothing that the order was served for goes back as something beside it.
  const isShort = isPaidOut(order, siblings) && receivedFor(order, payments) - order.amountRefunded < order.amountSent;
  if (countedFor(order, payments) !== order.amountPaid || isShort) return 'the order is not paid without it';
  const decided = [payout, ...siblings].filter(
    ({ obligationKind, obligationId, state }) => obligationKind === 'return' && obligationId === payment.id && state !== 'failed',
  );
  return sumOf(decided) === payment.amount ? null : 'refund differs from the payment';
}

function isPaidOut({ status }: Order, siblings: readonly Payout[]): boolean {
  return UNDER_WAY.has(status) || siblings.some(({ obligationKind, state }) => obligationKind === 'order' && state !== 'failed');
}

/** What an order counts as paid to it, whatever that proved to be later. */
function countedFor(order: Order, payments: readonly Payment[]): bigint {
  const forged = payments.map((payment) => (payment.state === 'forged' ? { ...payment, state: 'matched' as const } : payment));
  return receivedFor(order, order.status === 'forged' ? forged : payments);
}

function rejectHold({ payout, siblings, heldInLedger, maxFee, cap }: RefundEvidence): string | null {
  if (payout.held < payout.amount + maxFee || heldInLedger !== payout.held + heldBeside(payout, siblings)) return 'hold is missing';
  return payout.amount > cap ? 'above the automatic limit' : null;
}

/** What is held for the order's other refunds, which are still to be made. */
export function heldBeside(payout: Payout, siblings: readonly Payout[]): bigint {
  return siblings
    .filter((sibling) => isGivenBack(sibling) && sibling.reserve === payout.reserve && isOpen(sibling))
    .reduce((sum, { held }) => sum + held, 0n);
}

function sumOf(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}
