import type { Change } from '../change.ts';
import { EXPIRY_GRACE_SECONDS } from '../constants.ts';
import { moveOrder, touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type Deciding, releasePostings } from './steps.ts';

/**
 * What the end of the timer does to an order, or null when it is not time yet. An order nobody paid is cancelled, but only when the rail's
 * reading has passed the deadline by the grace period: money that was on its way is then known. One that waits for a decision gives its
 * hold back and can still be decided.
 */
export function decideTimeOver(order: Order, readThrough: Date, by: Deciding): Change | null {
  if (by.now < order.expiresAt) return null;
  if (order.status === 'pending') {
    if (readThrough.getTime() < order.expiresAt.getTime() + EXPIRY_GRACE_SECONDS * 1000) return null;
    return decideCancel(order, 'expired', by);
  }
  if (order.status === 'verifying_transaction' && order.holding > 0n) {
    const after = touchOrder(order, { holding: 0n });
    return changeOrder(order, after, [], by, { postings: releasePostings(order, by.newId()) });
  }
  return null;
}

/** Cancels an unpaid order and gives its hold back. */
export function decideCancel(order: Order, reason: 'expired' | 'abandoned' | 'superseded', by: Deciding): Change {
  const after = moveOrder(order, 'cancelled', { reason, holding: 0n }, by.now);
  return changeOrder(order, after, [{ code: reason }], by, { postings: releasePostings(order, by.newId()) });
}
