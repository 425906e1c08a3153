import type { Change, Step } from '../../change.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { manualPayout, type Payout } from '../../transfer/payout.ts';
import { networkFeePostings, reserveChargeOf } from '../../transfer/steps.ts';
import { moveOrder } from '../lifecycle.ts';
import { deliveryPostings } from '../obligations/delivery-postings.ts';
import { deliveredEvent } from '../obligations/order-obligation.ts';
import { payoutProgress, payoutsDue } from '../obligations/payout-steps.ts';
import type { Order } from '../order.ts';
import { changeOrder, type EventDraft } from '../steps.ts';

/**
 * Delivers an order whose payout an operator made manually, or found to have been made. Parts not settled before are recorded as paid manually, so
 * that they are not paid again. None of the order's payouts may be open.
 * @param payouts all payouts of the order
 * @param fee the provider's charge, in the reserve's minor units; on chains in the chain's fee coin
 */
export function decideDeliveredManually(order: Order, payouts: readonly Payout[], reference: string, fee: bigint, ctx: DecisionContext): Change {
  const { settled, nextSeq } = payoutProgress(payouts);
  const manual = payoutsDue(order, nextSeq, settled, ctx).map((due): Step<Payout> => ({ before: null, after: manualPayout(due, reference) }));
  const after = moveOrder(order, 'delivered', { holding: 0n, payoutReference: reference }, ctx.now);
  const events: EventDraft[] = [{ code: 'operator_resolved' }, deliveredEvent(order, reference)];
  const postings = [
    ...deliveryPostings(order, reserveChargeOf(order.reserve, fee), ctx),
    ...networkFeePostings({ reserve: order.reserve, orderId: order.id }, fee, ctx),
  ];
  return changeOrder(order, after, events, ctx, { payouts: manual, postings });
}
