import type { Change } from '../../change.ts';
import { CURRENCIES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { InvariantError } from '../../invariant.ts';
import type { AccountName } from '../../ledger/accounts.ts';
import { post } from '../../ledger/post.ts';
import { formatDecimal } from '../../money.ts';
import type { Payout } from '../../transfer/payout.ts';
import { moveOrder, updateOrder } from '../lifecycle.ts';
import { payInUnit } from '../match.ts';
import {
  holdEntries,
  type ManualRefund,
  manualRefundPayout,
  matchPosting,
  type RefundTarget,
  refundPayouts,
  refundPosting,
} from '../obligations/refund-steps.ts';
import type { Order } from '../order.ts';
import { changeOrder, type EventDraft, reholdPosting, releasePostings, suspenseOf } from '../steps.ts';

/** Statuses in which an order can be refunded: a mismatch, or a payout that failed or awaits manual handling. */
const REFUNDABLE = new Set(['verifying_transaction', 'error', 'handmake']);

/** Amount of an order that can still be refunded, in `from`. */
export function refundableOf(order: Order): bigint {
  return REFUNDABLE.has(order.status) ? order.amountPaid - order.amountRefunded : 0n;
}

/** Outstanding refund of an order, in `from`: decided, but not covered by a payout because its payouts failed. */
export function outstandingRefundOf(order: Order, payouts: readonly Payout[]): bigint {
  const carried = payouts
    .filter(({ obligationKind, state }) => obligationKind === 'refund' && state !== 'failed')
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  return order.amountRefunded - carried;
}

/**
 * Refunds all of an order's remaining money: the order waits with the reason `refunding`, and its hold is released. The posting fails with
 * OverdrawnError when the paying reserve is short.
 * @param owed outstanding amount of an earlier refund (`outstandingRefundOf`), added to this one
 */
export function decideRefund(order: Order, owed: bigint, target: RefundTarget, ctx: DecisionContext): Change {
  const gross = refundableOf(order);
  assertSplitsInto(order, gross + owed, target);
  const after = updateOrder(order, { reason: 'refunding', amountRefunded: order.amountPaid, holding: 0n });
  return changeOrder(order, after, [startedEvent(order, target)], ctx, {
    payouts: refundPayouts(order, null, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [...releasePostings(order, ctx.newId()), refundPosting(order, sourceOf(order), gross, target, ctx)],
  });
}

/** Refunds the overpayment and marks the order paid as ordered. Takes the hold again if it was released. */
export function decideRefundExcess(order: Order, target: RefundTarget, ctx: DecisionContext): Change {
  const gross = order.amountPaid - order.amountSent;
  assertSplitsInto(order, gross, target);
  const after = moveOrder(order, 'paid', { amountRefunded: gross, paidAt: ctx.now, holding: order.held }, ctx.now);
  const postings = order.holding === 0n ? [reholdPosting(order, ctx.newId())] : [];
  return changeOrder(order, after, [startedEvent(order, target), { code: 'paid' }], ctx, {
    payouts: refundPayouts(order, null, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [...postings, matchPosting(order, order.amountSent, ctx), refundPosting(order, sourceOf(order), gross, target, ctx)],
  });
}

/** Retries an outstanding refund, possibly to another account. The amount decided before is unchanged. */
export function decideRefundRetry(order: Order, owed: bigint, target: RefundTarget, ctx: DecisionContext): Change {
  assertSplitsInto(order, owed, target);
  return changeOrder(order, updateOrder(order, {}), [startedEvent(order, target)], ctx, {
    payouts: refundPayouts(order, null, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [post(ctx.newId(), 'refund', order.id, holdEntries(payInUnit(order), target))],
  });
}

/**
 * Records a refund that an operator made manually: all refundable money and the outstanding refund. Cancels an order that was waiting for its
 * refund; a delivered order keeps its status.
 * @param owed outstanding refund of an earlier decision (`outstandingRefundOf`)
 * @throws InvariantError when there is nothing to refund
 */
export function decideRefundedManually(order: Order, owed: bigint, manual: ManualRefund, ctx: DecisionContext): Change {
  const rest = refundableOf(order);
  const unit = payInUnit(order);
  if (rest + owed <= 0n) throw new InvariantError(`nothing to refund of order ${order.id}`);
  const posting = post(ctx.newId(), 'refund', order.id, [
    { account: sourceOf(order), amount: rest },
    { account: `refund:${unit}`, amount: owed },
    { account: manual.account, amount: -rest - owed },
  ]);
  const payout = manualRefundPayout(order, null, rest + owed, manual, ctx);
  const payouts = [{ before: null, after: payout }];
  const amount = formatDecimal(rest + owed, CURRENCIES[order.from].scale);
  const event: EventDraft = { code: 'refunded', params: { amount, currency: order.from, reference: manual.reference }, payoutId: payout.id };
  const amountRefunded = order.amountRefunded + rest;
  if (!REFUNDABLE.has(order.status)) return changeOrder(order, updateOrder(order, {}), [event], ctx, { payouts, postings: [posting] });
  const after = moveOrder(order, 'cancelled', { reason: 'refunded', holding: 0n, amountRefunded }, ctx.now);
  return changeOrder(order, after, [event], ctx, { payouts, postings: [...releasePostings(order, ctx.newId()), posting] });
}

/** Account that a refund is booked from: suspense before the order was paid, the exchange position after. */
function sourceOf(order: Order): AccountName {
  const unit = payInUnit(order);
  return order.paidAt === null ? suspenseOf(order, unit) : `fx:${unit}`;
}

function startedEvent(order: Order, { amount }: RefundTarget): EventDraft {
  return { code: 'refund_started', params: { amount: formatDecimal(amount, CURRENCIES[order.from].scale), currency: order.from } };
}

function assertSplitsInto(order: Order, gross: bigint, { amount, fee }: RefundTarget): void {
  if (amount <= 0n || fee < 0n || amount + fee !== gross) throw new InvariantError(`refund of order ${order.id}: ${amount} + ${fee} of ${gross}`);
}
