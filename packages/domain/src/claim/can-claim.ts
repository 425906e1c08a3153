import { CLAIM_AFTER_SECONDS, SUPPORT_WINDOW_DAYS } from '../constants.ts';
import { DAY_MS } from '../durations.ts';
import type { Order } from '../order/order.ts';
import type { OrderReason } from '../order-status.ts';

const CANCELLED_UNPAID: ReadonlySet<OrderReason | null> = new Set<OrderReason | null>(['expired', 'abandoned', 'superseded']);

/** Whether an order lacks money that its customer may already have sent: unpaid, cancelled unpaid, or underpaid. */
export function missesPayment({ status, reason }: Pick<Order, 'status' | 'reason'>): boolean {
  if (status === 'pending') return true;
  return status === 'cancelled' ? CANCELLED_UNPAID.has(reason) : status === 'verifying_transaction' && reason === 'underpaid';
}

/** Whether the customer of an order may claim a payment now: from a minute after its creation, or once it is cancelled, until the support window ends. */
export function canClaim(order: Pick<Order, 'status' | 'reason' | 'createdAt'>, now: Date): boolean {
  const ageMs = now.getTime() - order.createdAt.getTime();
  const isSoon = order.status !== 'cancelled' && ageMs < CLAIM_AFTER_SECONDS * 1000;
  return missesPayment(order) && !isSoon && ageMs <= SUPPORT_WINDOW_DAYS * DAY_MS;
}
