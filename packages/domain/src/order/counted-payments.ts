import { CURRENCIES } from '../currencies.ts';
import type { Payment } from '../transfer/payment.ts';
import type { Order } from './order.ts';

/** The confirmed payments matched to an order, in the unit that the order is paid in. */
export function countedPayments(order: Order, payments: readonly Payment[]): Payment[] {
  const unit = CURRENCIES[order.from].reserve;
  return payments.filter((payment) => payment.confirmed && payment.state === 'matched' && payment.orderId === order.id && payment.unit === unit);
}

/** Sum of the payments that count for an order. */
export function receivedFor(order: Order, payments: readonly Payment[]): bigint {
  return countedPayments(order, payments).reduce((sum, payment) => sum + payment.amount, 0n);
}
