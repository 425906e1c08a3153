import { InvariantError } from '../invariant.ts';
import { ORDER_STATUSES, type OrderStatus } from '../order-status.ts';
import type { Order, RepricedTerms } from './order.ts';

/** Allowed status transitions of an order. `moveOrder` is the only function that changes the status. */
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
  // A late payment revives an expired order; a returned refund reopens a refunded order. See `canMoveOrder`.
  cancelled: ['paid', 'verifying_transaction', 'error'],
  forged: [],
};

/** Whether the lifecycle allows a transition. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/**
 * Whether an order may take a transition. An order cancelled as `refunded` cannot be revived by a payment, which would pay its money out twice. It
 * can only return to `refunding`, after the provider returned the refund. Payments for a `refunding` order are refused in `decide-payment.ts`.
 * @param reason reason of the new status
 */
export function canMoveOrder(order: Pick<Order, 'status' | 'reason' | 'paidAt'>, to: OrderStatus, reason: Order['reason'] = null): boolean {
  if (!canMove(order.status, to)) return false;
  if (order.status !== 'cancelled') return true;
  if (order.reason !== 'refunded') return to !== 'error';
  return reason === 'refunding' && to === (order.paidAt === null ? 'verifying_transaction' : 'error');
}

/** Mutable fields of an order that a decision may set, apart from its status. */
export type OrderPatch = Partial<
  Pick<
    Order,
    'reason' | 'holding' | 'couponHeld' | 'amountPaid' | 'amountRefunded' | 'paidAt' | 'payoutReference' | 'retryAt' | 'expiresAt' | 'eventCount'
  > &
    RepricedTerms
>;

/**
 * Moves an order to its next status: next version, reason and retry time cleared unless set, `finalAt` set for terminal statuses.
 * @throws InvariantError when the lifecycle does not allow the transition
 */
export function moveOrder(order: Order, to: OrderStatus, set: OrderPatch, now: Date): Order {
  if (!canMoveOrder(order, to, set.reason ?? null))
    throw new InvariantError(`order ${order.id} cannot go from ${order.status} (${order.reason}) to ${to}`);
  const finalAt = ORDER_STATUSES[to].final ? now : null;
  return { ...order, reason: null, retryAt: null, ...set, status: to, finalAt, version: order.version + 1 };
}

/** Updates fields of an order other than its status, and increments its version. */
export function updateOrder(order: Order, set: OrderPatch): Order {
  return { ...order, ...set, version: order.version + 1 };
}
