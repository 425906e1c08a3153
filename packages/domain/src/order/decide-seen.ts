import type { Change } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { CURRENCIES } from '../currencies.ts';
import { formatDecimal } from '../money.ts';
import type { Payment } from '../payment.ts';
import { decideCancel, isUnpaidOver } from './decide-end.ts';
import { stepPayment } from './decide-payment.ts';
import { moveOrder, touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type Deciding } from './steps.ts';

/**
 * Tells an order of money that is on its way but can still be undone: an unpaid one waits for it, with its hold, whatever its timer says.
 * Null when the payment has its order, or is final.
 */
export function decideSeen(payment: Payment, order: Order, by: Deciding): Change | null {
  if (payment.state !== 'seen' || payment.orderId !== null) return null;
  const payments = [stepPayment(payment, { state: 'seen', caseCode: null, orderId: order.id })];
  const isWaiting = order.status === 'pending' || order.status === 'verifying_transaction';
  if (!isWaiting) return { ...NO_CHANGE, payments };
  const after = order.status === 'pending' ? moveOrder(order, 'verifying_transaction', {}, by.now) : touchOrder(order, {});
  const amount = formatDecimal(payment.amount, CURRENCIES[order.from].scale);
  return changeOrder(order, after, [{ code: 'payment_seen', params: { amount, currency: order.from } }], by, { payments });
}

/**
 * A payment that was seen did not become final. An order that waited for it alone is pending again, or cancelled when its timer is over and
 * the rail has been read past its end. Null when it is final, or had vanished before.
 * @param order the order that it was seen for, if any
 * @param isAlone whether no other payment of the order is seen
 */
export function decideVanished(payment: Payment, order: Order | null, isAlone: boolean, readThrough: Date, by: Deciding): Change | null {
  if (payment.state !== 'seen') return null;
  const payments = [stepPayment(payment, { state: 'vanished', caseCode: null, orderId: payment.orderId })];
  if (order?.status !== 'verifying_transaction') return { ...NO_CHANGE, payments };
  const isBack = isAlone && order.reason === null && order.amountPaid === 0n;
  const vanished = { code: 'payment_vanished' } as const;
  if (!isBack) return changeOrder(order, touchOrder(order, {}), [vanished], by, { payments });
  if (isUnpaidOver(order, readThrough, by.now)) return decideCancel(order, 'expired', by, [vanished], payments);
  return changeOrder(order, moveOrder(order, 'pending', {}, by.now), [vanished], by, { payments });
}
