import type { Change } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { post } from '../ledger/post.ts';
import type { Payout } from '../transfer/payout.ts';
import { decideDeliveredManually } from './decide-delivered-manually.ts';
import { payInUnit } from './match.ts';
import type { Order } from './order.ts';
import { reholdPosting } from './steps.ts';

/**
 * An order whose money was to go back proves to have been paid out: that decision is undone, the debt becomes our position again and the order
 * is delivered. What went back before stays gone, and an excess that was decided first stays owed. Nothing of the refund may be on its way.
 * The posting fails with OverdrawnError when the reserve does not have any more what was paid out of it.
 * @param payouts the order's, first to last
 * @param fee the provider's charge, as `decideDeliveredManually` takes it
 */
export function decidePaidInstead(order: Order, payouts: readonly Payout[], reference: string, fee: bigint, ctx: DecisionContext): Change {
  const refunds = payouts.filter(({ obligationKind }) => obligationKind === 'refund');
  const gone = sumOf(refunds.filter(({ state }) => state === 'settled'));
  const excess = excessDecided(order, refunds);
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

/** What came beyond the price, when that was given back before everything was: the first refund was exactly it. */
function excessDecided({ amountPaid, amountSent }: Order, refunds: readonly Payout[]): bigint {
  const [first] = refunds;
  if (!first) return 0n;
  const excess = amountPaid - amountSent;
  return sumOf(refunds.filter(({ seq }) => seq < first.seq + first.parts)) === excess ? excess : 0n;
}

function sumOf(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}
