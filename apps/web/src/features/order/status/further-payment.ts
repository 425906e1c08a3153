import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { OrderAction, OrderReason } from '@quydoi/domain/order-status';

/** Reasons that require a decision by the customer. */
export const DECISION_REASONS: readonly OrderReason[] = ['underpaid', 'overpaid', 'late'];

/** Actions that resolve a payment mismatch. */
export const DECISIONS: readonly OrderAction[] = ['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund'];

/** Whether a further payment was seen for an order that asks how to go on: once it is final, the order may have nothing left to ask. */
export function hasFurtherPayment(order: Pick<OrderView, 'reason' | 'seen'>): boolean {
  return order.seen !== null && isMismatched(order);
}

/** Whether an order's customer has to decide how to go on, and no further payment is on its way that may decide it. */
export function asksForDecision(order: Pick<OrderView, 'reason' | 'seen'>): boolean {
  return order.seen === null && isMismatched(order);
}

function isMismatched({ reason }: Pick<OrderView, 'reason'>): boolean {
  return reason !== null && DECISION_REASONS.includes(reason);
}

/**
 * The order without what a further payment, seen but not final, may make wrong: a decision taken meanwhile counts only what is final, and leaves the
 * further payment outside of the order; whoever is still told to pay, pays twice.
 */
export function withoutHastyChoices(order: OrderView): OrderView {
  if (!hasFurtherPayment(order)) return order;
  return { ...order, instructions: null, actions: order.actions.filter((action) => !DECISIONS.includes(action)) };
}
