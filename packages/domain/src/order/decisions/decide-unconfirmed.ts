import type { Change } from '../../change.ts';
import { NO_CHANGE } from '../../change.ts';
import { CURRENCIES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { formatDecimal } from '../../money.ts';
import { stepPayment } from '../../transfer/journal-payment.ts';
import type { Payment } from '../../transfer/payment.ts';
import { moveOrder, updateOrder } from '../lifecycle.ts';
import type { Order } from '../order.ts';
import { changeOrder } from '../steps.ts';
import { canExpire, decideCancel } from './decide-expiry.ts';

/**
 * Links an unconfirmed payment to its order. A pending order then waits for the confirmation, and keeps its hold until the blocks past its deadline
 * are read. Null when the payment has an order already, or is not unconfirmed.
 */
export function decideUnconfirmed(payment: Payment, order: Order, ctx: DecisionContext): Change | null {
  if (payment.state !== 'unconfirmed' || payment.orderId !== null) return null;
  const payments = [stepPayment(payment, { state: 'unconfirmed', caseCode: null, orderId: order.id })];
  const isWaiting = order.status === 'pending' || order.status === 'verifying_transaction';
  if (!isWaiting) return { ...NO_CHANGE, payments };
  const after = order.status === 'pending' ? moveOrder(order, 'verifying_transaction', {}, ctx.now) : updateOrder(order, {});
  const amount = formatDecimal(payment.amount, CURRENCIES[order.from].scale);
  return changeOrder(order, after, [{ code: 'payment_unconfirmed', params: { amount, currency: order.from } }], ctx, { payments });
}

/**
 * Drops an unconfirmed payment that never became final. An order that waited for this payment alone becomes pending again, or expires when its timer
 * has ended and its network's payments have been read past the deadline. Null when the payment is not unconfirmed.
 * @param order the order of the payment, if any
 * @param isAlone whether the order has no other unconfirmed payment
 * @param watermark time up to which the network's payments have been read
 */
export function decideDropped(payment: Payment, order: Order | null, isAlone: boolean, watermark: Date, ctx: DecisionContext): Change | null {
  if (payment.state !== 'unconfirmed') return null;
  const payments = [stepPayment(payment, { state: 'dropped', caseCode: null, orderId: payment.orderId })];
  if (order?.status !== 'verifying_transaction') return { ...NO_CHANGE, payments };
  const isReset = isAlone && order.reason === null && order.amountPaid === 0n;
  const dropped = { code: 'payment_dropped' } as const;
  if (!isReset) return changeOrder(order, updateOrder(order, {}), [dropped], ctx, { payments });
  // An order that has released its hold is past its deadline: it is not paid at its price again.
  if (order.holding === 0n || canExpire(order, watermark, ctx.now)) return decideCancel(order, 'expired', ctx, [dropped], payments);
  return changeOrder(order, moveOrder(order, 'pending', {}, ctx.now), [dropped], ctx, { payments });
}
