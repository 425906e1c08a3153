import type { Change, Step } from '../change.ts';
import { EXPIRY_GRACE_SECONDS } from '../constants.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { Payment } from '../transfer/payment.ts';
import { moveOrder, touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type EventDraft, releasePostings } from './steps.ts';

/**
 * What the end of the timer does to an order, or null when it is not time yet. An order nobody paid is cancelled, but only when the rail's
 * reading has passed the deadline by the grace period: money that was on its way is then known. One that waits for a decision gives its
 * hold back and can still be decided; one whose payment is seen and not final yet keeps it.
 * @param payments those that are the order's, seen ones among them
 */
export function decideTimeOver(order: Order, payments: readonly Payment[], readThrough: Date, ctx: DecisionContext): Change | null {
  if (ctx.now < order.expiresAt) return null;
  if (order.status === 'pending' || isLeftAlone(order, payments)) {
    return isUnpaidOver(order, readThrough, ctx.now) ? decideCancel(order, 'expired', ctx) : null;
  }
  if (order.status === 'verifying_transaction' && order.reason !== null && order.holding > 0n) {
    const after = touchOrder(order, { holding: 0n });
    return changeOrder(order, after, [], ctx, { postings: releasePostings(order, ctx.newId()) });
  }
  return null;
}

/** Whether an order waits for money that was seen, and none is there any more. */
function isLeftAlone(order: Order, payments: readonly Payment[]): boolean {
  if (order.status !== 'verifying_transaction' || order.reason !== null || order.amountPaid > 0n) return false;
  return !payments.some(({ state }) => state === 'unconfirmed' || state === 'unmatched');
}

/** Whether nobody can have paid in time: the timer is over, and its rail has been read past the end. */
export function isUnpaidOver(order: Order, readThrough: Date, now: Date): boolean {
  return now >= order.expiresAt && readThrough.getTime() >= order.expiresAt.getTime() + EXPIRY_GRACE_SECONDS * 1000;
}

/** Cancels an unpaid order and gives its hold back; with what happened just before, and to which payment. */
export function decideCancel(
  order: Order,
  reason: 'expired' | 'abandoned' | 'superseded',
  ctx: DecisionContext,
  before: readonly EventDraft[] = [],
  payments: readonly Step<Payment>[] = [],
): Change {
  const after = moveOrder(order, 'cancelled', { reason, holding: 0n }, ctx.now);
  return changeOrder(order, after, [...before, { code: reason }], ctx, { payments, postings: releasePostings(order, ctx.newId()) });
}
