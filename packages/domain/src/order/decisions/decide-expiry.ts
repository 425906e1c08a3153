import type { Change, Step } from '../../change.ts';
import { EXPIRY_GRACE_SECONDS } from '../../constants.ts';
import type { DecisionContext } from '../../decision-context.ts';
import type { Payment } from '../../transfer/payment.ts';
import { moveOrder, updateOrder } from '../lifecycle.ts';
import type { Order } from '../order.ts';
import { changeOrder, type EventDraft, releasePostings } from '../steps.ts';

/**
 * Ends an order's timer; null when there is nothing to change yet. An unpaid order is cancelled once its network's payments have been read past the
 * deadline by the grace period, so that a payment in flight is not missed. An order that waits for its customer's decision releases its hold and
 * can still be decided. An order whose payment is unconfirmed releases its hold once the blocks read past the deadline do not contain the payment: it
 * can only become late, and its payer, who can take it back, would keep the reserve for days. One whose voucher may have been taken waits for the
 * issuer's history without its hold.
 * @param payments the order's payments, unconfirmed ones included
 * @param watermark time up to which the network's payments have been read
 */
export function decideExpiry(order: Order, payments: readonly Payment[], watermark: Date, ctx: DecisionContext): Change | null {
  if (ctx.now < order.expiresAt) return null;
  const isRefused = order.status === 'ERROR_EVOUCHER' && order.reason === 'voucher_refused' && order.amountPaid === 0n;
  if (order.status === 'pending' || isRefused || hasNoPaymentLeft(order, payments)) {
    return canExpire(order, watermark, ctx.now) ? decideCancel(order, 'expired', ctx) : null;
  }
  const isUndecided = (order.status === 'verifying_transaction' || order.status === 'ERROR_EVOUCHER') && order.holding > 0n;
  if (isUndecided && (order.reason !== null || isMissing(order, payments, watermark, ctx.now))) {
    const after = updateOrder(order, { holding: 0n });
    return changeOrder(order, after, [], ctx, { postings: releasePostings(order, ctx.newId()) });
  }
  return null;
}

/** Whether all payments that an order waits for are missing from the blocks read past its deadline. */
function isMissing(order: Order, payments: readonly Payment[], watermark: Date, now: Date): boolean {
  return canExpire(order, watermark, now) && order.amountPaid === 0n && !payments.some(({ state }) => state === 'unmatched');
}

/** Whether an order was waiting for an unconfirmed payment and no payment is left. */
function hasNoPaymentLeft(order: Order, payments: readonly Payment[]): boolean {
  if (order.status !== 'verifying_transaction' || order.reason !== null || order.amountPaid > 0n) return false;
  return !payments.some(({ state }) => state === 'unconfirmed' || state === 'unmatched');
}

/**
 * Whether an order without payments can expire: its timer has ended, and its network's payments have been read past the deadline plus the grace
 * period.
 */
export function canExpire(order: Order, watermark: Date, now: Date): boolean {
  return now >= order.expiresAt && watermark.getTime() >= order.expiresAt.getTime() + EXPIRY_GRACE_SECONDS * 1000;
}

/**
 * Cancels an unpaid order, releases its hold, and gives the use of its coupon back.
 * @param before events to log before the cancellation
 * @param payments payment changes to write along
 */
export function decideCancel(
  order: Order,
  reason: 'expired' | 'abandoned' | 'superseded' | 'balance_short',
  ctx: DecisionContext,
  before: readonly EventDraft[] = [],
  payments: readonly Step<Payment>[] = [],
): Change {
  const after = moveOrder(order, 'cancelled', { reason, holding: 0n, couponHeld: false }, ctx.now);
  return changeOrder(order, after, [...before, { code: reason }], ctx, { payments, postings: releasePostings(order, ctx.newId()) });
}
