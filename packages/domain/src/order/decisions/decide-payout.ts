import type { Change } from '../../change.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { InvariantError } from '../../invariant.ts';
import type { OrderReason } from '../../order-status.ts';
import { moveOrder } from '../lifecycle.ts';
import { payoutsDue } from '../obligations/payout-steps.ts';
import type { Order } from '../order.ts';
import { changeOrder } from '../steps.ts';

/**
 * Starts the payout of a paid order: one payout row per transfer, for the signer.
 * @param seq number of the first row
 * @param settled parts settled by earlier payouts
 * @throws InvariantError when nothing is left to pay
 */
export function decideStartPayout(order: Order, seq: number, ctx: DecisionContext, settled: ReadonlySet<number> = new Set()): Change {
  const payouts = payoutsDue(order, seq, settled, ctx);
  if (payouts.length === 0) throw new InvariantError(`order ${order.id} has nothing left to pay`);
  const after = moveOrder(order, 'delivering', {}, ctx.now);
  return changeOrder(order, after, [{ code: 'payout_started' }], ctx, { payouts: payouts.map((each) => ({ before: null, after: each })) });
}

/** Reason of a payout that an operator has to make. */
export type ManualPayoutReason = Extract<OrderReason, 'rail_off' | 'no_fast_transfer' | 'over_limit' | 'reserve_short'>;

/** Hands a paid order over to an operator, who makes the payout manually. */
export function decideManualPayout(order: Order, reason: ManualPayoutReason, ctx: DecisionContext): Change {
  return changeOrder(order, moveOrder(order, 'handmake', { reason }, ctx.now), [{ code: 'payout_by_hand', params: { reason } }], ctx);
}
