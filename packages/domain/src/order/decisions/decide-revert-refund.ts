import type { Change } from '../../change.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { post } from '../../ledger/post.ts';
import type { Payout } from '../../transfer/payout.ts';
import { payInUnit } from '../match.ts';
import type { Order } from '../order.ts';
import { reholdPosting } from '../steps.ts';
import { decideDeliveredManually } from './decide-delivered-manually.ts';

/**
 * Reverts an order's full refund, because its payout proved to have been made: moves the refund liability back to the exchange position and
 * delivers the order. Settled refunds stay settled, and an earlier refund of the excess stays owed. No refund of the order may be open.
 * The posting fails with OverdrawnError when the reserve no longer covers the payout.
 * @param payouts all payouts of the order, in ascending `seq`
 * @param fee the provider's charge, as in `decideDeliveredManually`
 */
export function decideRevertRefund(order: Order, payouts: readonly Payout[], reference: string, fee: bigint, ctx: DecisionContext): Change {
  const refunds = payouts.filter(({ obligationKind }) => obligationKind === 'refund');
  const gone = sumOf(refunds.filter(({ state }) => state === 'settled'));
  const excess = refundedExcess(order, refunds);
  const amountRefunded = gone > excess ? gone : excess;
  const undone = order.amountRefunded - amountRefunded;
  const unit = payInUnit(order);
  const delivered = decideDeliveredManually({ ...order, amountRefunded, holding: order.held }, payouts, reference, fee, ctx);
  const postings = [
    post(ctx.newId(), 'refund', order.id, [
      { account: `refund:${unit}`, amount: undone },
      { account: `fx:${unit}`, amount: -undone },
    ]),
    ...(order.holding === 0n ? [reholdPosting(order, ctx.newId())] : []),
    ...delivered.postings,
  ];
  return { ...delivered, order: delivered.order && { ...delivered.order, before: order }, postings };
}

/** Excess over the price, if it was refunded before the full refund: the first refund then equals the excess. */
function refundedExcess({ amountPaid, amountSent }: Order, refunds: readonly Payout[]): bigint {
  const [first] = refunds;
  if (!first) return 0n;
  const excess = amountPaid - amountSent;
  return sumOf(refunds.filter(({ seq }) => seq < first.seq + first.parts)) === excess ? excess : 0n;
}

function sumOf(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}
