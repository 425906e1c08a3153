import { InvariantError } from '../invariant.ts';
import { ORDER_STATUSES, type OrderStatus } from '../order-status.ts';
import type { Order, RepricedTerms } from './order.ts';

/** Where an order may go from each status. `moveOrder` is the only function that takes it there. */
export const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['verifying_transaction', 'paid', 'cancelled', 'ERROR_EVOUCHER'],
  ERROR_EVOUCHER: ['paid', 'verifying_transaction', 'cancelled'],
  verifying_transaction: ['pending', 'paid', 'cancelled', 'forged'],
  paid: ['delivering', 'handmake'],
  delivering: ['waitingotp', 'delivered', 'retry_scheduled', 'error'],
  waitingotp: ['delivering', 'retry_scheduled', 'error', 'handmake'],
  retry_scheduled: ['delivering', 'error'],
  error: ['delivered', 'delivering', 'handmake', 'cancelled'],
  handmake: ['delivered', 'cancelled'],
  delivered: ['error'],
  // Money that arrives for an unpaid one brings it back: see `canMoveOrder`.
  cancelled: ['paid', 'verifying_transaction'],
  forged: [],
};

/** Whether the lifecycle knows this transition. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Whether this order may go there: a cancelled one whose money was given back never returns, or it would be paid out twice. */
export function canMoveOrder(order: Pick<Order, 'status' | 'reason'>, to: OrderStatus): boolean {
  return canMove(order.status, to) && !(order.status === 'cancelled' && order.reason === 'refunded');
}

/** The changing parts of an order that a decision may set. */
export type OrderParts = Partial<
  Pick<Order, 'reason' | 'holding' | 'amountPaid' | 'amountRefunded' | 'paidAt' | 'payoutReference' | 'retryAt' | 'expiresAt' | 'eventCount'> &
    RepricedTerms
>;

/**
 * The order in its next status: one version on, reason and retry time cleared unless set, `finalAt` as the status asks.
 * @throws InvariantError when the lifecycle does not allow it
 */
export function moveOrder(order: Order, to: OrderStatus, set: OrderParts, now: Date): Order {
  if (!canMoveOrder(order, to)) throw new InvariantError(`order ${order.ref} cannot go from ${order.status} (${order.reason}) to ${to}`);
  const finalAt = ORDER_STATUSES[to].final ? now : null;
  return { ...order, reason: null, retryAt: null, ...set, status: to, finalAt, version: order.version + 1 };
}

/** The order with parts changed but its status kept: one version on. */
export function touchOrder(order: Order, set: OrderParts): Order {
  return { ...order, ...set, version: order.version + 1 };
}
