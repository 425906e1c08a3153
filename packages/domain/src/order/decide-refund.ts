import type { Change } from '../change.ts';
import { CURRENCIES } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import type { Payout } from '../transfer/payout.ts';
import { moveOrder, touchOrder } from './lifecycle.ts';
import { payInUnit } from './match.ts';
import type { Order } from './order.ts';
import { holdEntries, type ManualRefund, manualRefundPayout, matchPosting, payoutsOf, type RefundTarget, refundPosting } from './refund-steps.ts';
import { changeOrder, type EventDraft, reholdPosting, releasePostings, suspenseOf } from './steps.ts';

/** Statuses in which an order's money can be given back: a mismatch, or a payout that did not succeed or waits for a person. */
const REFUNDABLE = new Set(['verifying_transaction', 'error', 'handmake']);

/** What of an order's money is not on its way back yet, in `from`. */
export function refundableOf(order: Order): bigint {
  return REFUNDABLE.has(order.status) ? order.amountPaid - order.amountRefunded : 0n;
}

/** What was decided to go back to the customer of the order itself and no payout carries: its payouts failed. In `from`. */
export function owedOf(order: Order, payouts: readonly Payout[]): bigint {
  const carried = payouts
    .filter(({ obligationKind, state }) => obligationKind === 'refund' && state !== 'failed')
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  return order.amountRefunded - carried;
}

/**
 * Gives everything back that was paid and is not on its way back: the order waits with the reason `refunding`, its hold is free again.
 * The posting fails with OverdrawnError when the account that pays back is short.
 * @param owed what an earlier decision owes (`owedOf`); it goes along
 */
export function decideRefund(order: Order, owed: bigint, target: RefundTarget, ctx: DecisionContext): Change {
  const gross = refundableOf(order);
  requireShare(order, gross + owed, target);
  const after = touchOrder(order, { reason: 'refunding', amountRefunded: order.amountPaid, holding: 0n });
  return changeOrder(order, after, [startedEvent(order, target)], ctx, {
    payouts: payoutsOf(order, null, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [...releasePostings(order, ctx.newId()), refundPosting(order, sourceOf(order), gross, target, ctx)],
  });
}

/** Gives back what came in beyond the price, and lets the order go on as it was. Its hold is taken again where it was given back. */
export function decideRefundExcess(order: Order, target: RefundTarget, ctx: DecisionContext): Change {
  const gross = order.amountPaid - order.amountSent;
  requireShare(order, gross, target);
  const after = moveOrder(order, 'paid', { amountRefunded: gross, paidAt: ctx.now, holding: order.held }, ctx.now);
  const postings = order.holding === 0n ? [reholdPosting(order, ctx.newId())] : [];
  return changeOrder(order, after, [startedEvent(order, target), { code: 'paid' }], ctx, {
    payouts: payoutsOf(order, null, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [...postings, matchPosting(order, order.amountSent, ctx), refundPosting(order, sourceOf(order), gross, target, ctx)],
  });
}

/** Sends what is owed since an earlier refund failed, perhaps to another account. What was decided stays decided. */
export function decideRefundAgain(order: Order, owed: bigint, target: RefundTarget, ctx: DecisionContext): Change {
  requireShare(order, owed, target);
  return changeOrder(order, touchOrder(order, {}), [startedEvent(order, target)], ctx, {
    payouts: payoutsOf(order, null, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [post(ctx.newId(), 'refund', order.id, holdEntries(payInUnit(order), target))],
  });
}

/**
 * An operator gave the order's money back outside: all that is refundable, and what an earlier decision owes. The order ends where it waited for
 * that; one that was paid out stays as it is.
 * @param owed what an earlier decision owes (`owedOf`)
 */
export function decideRefundedManually(order: Order, owed: bigint, manual: ManualRefund, ctx: DecisionContext): Change {
  const rest = refundableOf(order);
  const unit = payInUnit(order);
  if (rest + owed <= 0n) throw new InvariantError(`nothing to give back of ${order.ref}`);
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
  if (!REFUNDABLE.has(order.status)) return changeOrder(order, touchOrder(order, {}), [event], ctx, { payouts, postings: [posting] });
  const after = moveOrder(order, 'cancelled', { reason: 'refunded', holding: 0n, amountRefunded }, ctx.now);
  return changeOrder(order, after, [event], ctx, { payouts, postings: [...releasePostings(order, ctx.newId()), posting] });
}

/** Where the money of an order stands that is to be given back: in suspense until the order was paid by it. */
function sourceOf(order: Order): AccountName {
  const unit = payInUnit(order);
  return order.paidAt === null ? suspenseOf(order, unit) : `fx:${unit}`;
}

function startedEvent(order: Order, { amount }: RefundTarget): EventDraft {
  return { code: 'refund_started', params: { amount: formatDecimal(amount, CURRENCIES[order.from].scale), currency: order.from } };
}

function requireShare(order: Order, gross: bigint, { amount, fee }: RefundTarget): void {
  if (gross <= 0n || amount <= 0n || amount + fee !== gross) throw new InvariantError(`refund of ${order.ref}: ${amount} + ${fee} of ${gross}`);
}
