import { REVIEW_WINDOW_DAYS } from '../constants.ts';
import { CURRENCIES } from '../currencies.ts';
import { DAY_MS } from '../durations.ts';
import type { OrderAction } from '../order-status.ts';
import type { Order } from './order.ts';

/** Access level of a caller to an order: `full` with the order key or as its owner, `public` with the reference only. */
export type OrderAccess = 'full' | 'public';

/** Actions that decide a payment mismatch. */
const MISMATCH_ACTIONS: ReadonlySet<OrderAction> = new Set(['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund']);

/** Actions that a caller may take on an order now. Includes `review` even after a review was written, because orders do not record reviews. */
export function actionsOf(order: Order, access: OrderAccess, now: Date): OrderAction[] {
  // Whoever knows the reference may pay the order.
  const pays: OrderAction[] = awaitsVoucher(order, now) ? ['submitVoucher'] : [];
  if (access === 'full') {
    if (order.status === 'pending' && order.amountPaid === 0n) return [...pays, 'cancel'];
    if (order.status === 'verifying_transaction') return [...pays, ...decisionsOf(order, now)];
  }
  if (pays.length > 0) return pays;
  return isReviewable(order, now) ? ['review'] : [];
}

/** Whether some action decides a payment mismatch. */
export function hasDecision(actions: readonly OrderAction[]): boolean {
  return actions.some((action) => MISMATCH_ACTIONS.has(action));
}

/** Whether some action needs the order's personal details; all do except `review`. */
export function needsDetails(actions: readonly OrderAction[]): boolean {
  return actions.some((action) => action !== 'review');
}

/** Whether payment instructions are shown: while the order is unpaid, or underpaid with its timer still running. */
export function awaitsPayment(order: Order, now: Date): boolean {
  if (order.status === 'pending') return true;
  return order.status === 'verifying_transaction' && order.reason === 'underpaid' && now < order.expiresAt;
}

/** Whether a voucher may pay the order now: unpaid, or underpaid, while its timer runs. */
export function awaitsVoucher(order: Order, now: Date): boolean {
  return CURRENCIES[order.from].isVoucher === true && now < order.expiresAt && awaitsPayment(order, now);
}

/** Decisions that the customer may take about a mismatch. None while the order is held as a risk or being refunded. */
function decisionsOf(order: Order, now: Date): OrderAction[] {
  switch (order.reason) {
    case 'underpaid':
      return [...(canTopUp(order, now) ? (['topUp'] as const) : []), 'acceptRecalculation', 'requestRefund'];
    case 'overpaid':
      return ['acceptRecalculation', 'refundExcess', 'requestRefund'];
    case 'late':
      return ['acceptRecalculation', 'requestRefund'];
    default:
      return [];
  }
}

/** An order paid by vouchers is topped up by another one (`submitVoucher`). */
function canTopUp(order: Order, now: Date): boolean {
  return now < order.expiresAt && !CURRENCIES[order.from].isVoucher;
}

function isReviewable(order: Order, now: Date): boolean {
  return order.status === 'delivered' && order.finalAt !== null && now.getTime() - order.finalAt.getTime() <= REVIEW_WINDOW_DAYS * DAY_MS;
}
