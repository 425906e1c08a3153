import type { OrderAction } from '../order-status.ts';
import type { Order } from './order.ts';

/** How well a caller is known to an order: `keyed` has its key or owns it, `bare` knows the reference only. */
export type OrderAccess = 'keyed' | 'bare';

/** Statuses in which money can still come in. */
const OPEN_FOR_MONEY = new Set<Order['status']>(['pending', 'verifying_transaction']);

/** What a caller may do with an order now. */
export function actionsOf(order: Order, access: OrderAccess): OrderAction[] {
  if (order.status === 'pending' && access === 'keyed' && order.amountPaid === 0n) return ['cancel'];
  return [];
}

/** Whether the page still shows how to pay: while the order waits for money. */
export function acceptsMoney(order: Order): boolean {
  return OPEN_FOR_MONEY.has(order.status) && (order.status === 'pending' || order.reason === 'underpaid');
}
