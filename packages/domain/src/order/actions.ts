import { REVIEW_WINDOW_DAYS } from '../constants.ts';
import { DAY_MS } from '../durations.ts';
import type { OrderAction } from '../order-status.ts';
import type { Order } from './order.ts';

/** How well a caller is known to an order: `keyed` has its key or owns it, `bare` knows the reference only. */
export type OrderAccess = 'keyed' | 'bare';

/** The actions that settle a mismatch. */
const DECISIONS: ReadonlySet<OrderAction> = new Set(['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund']);

/** What a caller may do with an order now. `review` stays among it when one was written: an order does not know of its review. */
export function actionsOf(order: Order, access: OrderAccess, now: Date): OrderAction[] {
  if (access === 'keyed') {
    if (order.status === 'pending' && order.amountPaid === 0n) return ['cancel'];
    if (order.status === 'verifying_transaction') return decisionsOf(order, now);
  }
  return isReviewable(order, now) ? ['review'] : [];
}

/** Whether one of these actions settles a mismatch, so that there is something to decide. */
export function hasDecision(actions: readonly OrderAction[]): boolean {
  return actions.some((action) => DECISIONS.has(action));
}

/** Whether one of these actions needs what is personal about the order: writing a review does not. */
export function needsDetails(actions: readonly OrderAction[]): boolean {
  return actions.some((action) => action !== 'review');
}

/** Whether the page still shows how to pay: while the order waits for its money, or, until the timer ends, for the rest of it. */
export function acceptsMoney(order: Order, now: Date): boolean {
  if (order.status === 'pending') return true;
  return order.status === 'verifying_transaction' && order.reason === 'underpaid' && now < order.expiresAt;
}

/** What the customer may decide about money that did not match. What is held for a check or being given back is not theirs to decide. */
function decisionsOf(order: Order, now: Date): OrderAction[] {
  switch (order.reason) {
    case 'underpaid':
      return [...(now < order.expiresAt ? (['topUp'] as const) : []), 'acceptRecalculation', 'requestRefund'];
    case 'overpaid':
      return ['acceptRecalculation', 'refundExcess', 'requestRefund'];
    case 'late':
      return ['acceptRecalculation', 'requestRefund'];
    default:
      return [];
  }
}

function isReviewable(order: Order, now: Date): boolean {
  return order.status === 'delivered' && order.finalAt !== null && now.getTime() - order.finalAt.getTime() <= REVIEW_WINDOW_DAYS * DAY_MS;
}
