import type { Change } from '../../change.ts';
import type { DecisionContext } from '../../decision-context.ts';
import type { Settlement } from '../../transfer/obligation.ts';
import { isOpen, type Payout } from '../../transfer/payout.ts';
import { moveOrder } from '../lifecycle.ts';
import { payoutProgress } from '../obligations/payout-steps.ts';
import type { Order } from '../order.ts';
import { changeOrder } from '../steps.ts';
import { decideDeliveredManually } from './decide-delivered-manually.ts';
import { decideStartPayout } from './decide-payout.ts';
import { decideRevertRefund } from './decide-revert-refund.ts';

/** Operator's decision about an order in `error`. */
export type ErrorDecision = 'delivered' | 'retry' | 'by-hand';

/** An order in `error`, or a paid one, with its payouts. */
export interface OrderInError {
  readonly order: Order;
  readonly payouts: readonly Payout[];
}

/** Whether a payout or refund of the order is open, which blocks operators' decisions. */
export function hasOpenPayouts(payouts: readonly Payout[]): boolean {
  return payouts.some((payout) => payout.obligationKind !== 'return' && isOpen(payout));
}

/**
 * Whether an operator may take this decision. For an order that is being refunded only `delivered` is possible; for a paid order that waits for its
 * network, only `by-hand`.
 */
export function canResolve({ order, payouts }: OrderInError, decision: ErrorDecision): boolean {
  if (order.status === 'paid') return decision === 'by-hand' && !hasOpenPayouts(payouts);
  return order.status === 'error' && (order.reason !== 'refunding' || decision === 'delivered') && !hasOpenPayouts(payouts);
}

/**
 * Resolves an order in `error`, or marks a paid one for a manual payout. `delivered`: an operator found the payout in the provider's records after
 * all; a full refund is reverted. `retry`: the payout was certainly not made; all unsettled parts are paid again by new payouts. `by-hand`: an
 * operator makes the payout manually.
 */
export function decideResolve({ order, payouts }: OrderInError, decision: ErrorDecision, settlement: Settlement, ctx: DecisionContext): Change {
  switch (decision) {
    case 'delivered':
      return order.reason === 'refunding'
        ? decideRevertRefund(order, payouts, settlement.reference, settlement.fee, ctx)
        : decideDeliveredManually(order, payouts, settlement.reference, settlement.fee, ctx);
    case 'retry': {
      const { settled, nextSeq } = payoutProgress(payouts);
      return decideStartPayout(order, nextSeq, ctx, settled);
    }
    case 'by-hand': {
      const after = moveOrder(order, 'handmake', {}, ctx.now);
      return changeOrder(order, after, [{ code: 'operator_resolved' }, { code: 'payout_by_hand' }], ctx);
    }
  }
}
