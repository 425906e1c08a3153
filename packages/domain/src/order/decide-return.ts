import type { Change, Step } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { RESERVES } from '../currencies.ts';
import { post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import type { Payment } from '../payment.ts';
import type { Payout } from '../payout.ts';
import { touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { type ByHand, byHandPayout, holdEntries, payoutsOf, type RefundTarget, refundPosting } from './refund-steps.ts';
import { changeOrder, type DecisionContext, type EventDraft } from './steps.ts';

/** Whether a payment waits for an operator, so that it can be given to an order or back. One that an order waits for since it was seen does not. */
export function isCase({ state, confirmed, orderId }: Payment): boolean {
  return confirmed && (state === 'case' || (state === 'unmatched' && orderId === null));
}

/** What a returned payment's failed payouts leave to be sent, or zero. In the payment's unit. */
export function owedOfPayment(payment: Payment, payouts: readonly Payout[]): bigint {
  const own = payouts.filter(({ paymentId }) => paymentId === payment.id);
  // One that was given back by hand never had a payout.
  if (payment.state !== 'returned' || own.length === 0) return 0n;
  return own.filter(({ state }) => state !== 'failed').reduce((left, { amount, fee }) => left - amount - fee, payment.amount);
}

/** Gives a payment back that stands beside its order, which stays as it is. */
export function decideReturn(payment: Payment, order: Order, target: RefundTarget, ctx: DecisionContext): Change {
  return changeOrder(order, touchOrder(order, {}), [startedEvent(order, payment, target)], ctx, {
    payments: [returned(payment)],
    payouts: payoutsOf(order, payment, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [refundPosting(order, `suspense:${payment.rail}:${payment.unit}`, payment.amount, target, ctx, payment.unit)],
  });
}

/** Sends a payment's money again after its payout failed, perhaps to another account. */
export function decideReturnAgain(payment: Payment, order: Order, target: RefundTarget, ctx: DecisionContext): Change {
  return changeOrder(order, touchOrder(order, {}), [startedEvent(order, payment, target)], ctx, {
    payments: [returned(payment)],
    payouts: payoutsOf(order, payment, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [post(ctx.newId(), 'refund', order.id, holdEntries(payment.unit, target))],
  });
}

/**
 * An operator gave a payment back outside.
 * @param owed what an earlier decision owes for it (`owedOfPayment`); else it leaves suspense
 */
export function decideReturnedByHand(payment: Payment, order: Order | null, owed: bigint, hand: ByHand, ctx: DecisionContext): Change {
  const { unit } = payment;
  const amount = owed > 0n ? owed : payment.amount;
  const posting = post(ctx.newId(), 'refund', order?.id ?? null, [
    { account: owed > 0n ? `refund:${unit}` : `suspense:${payment.rail}:${unit}`, amount },
    { account: hand.account, amount: -amount },
  ]);
  const rows = { payments: [returned(payment)], postings: [posting] };
  if (!order) return { ...NO_CHANGE, ...rows };
  const params = { amount: formatDecimal(amount, RESERVES[unit].scale), currency: order.from, reference: hand.reference };
  return changeOrder(order, touchOrder(order, {}), [{ code: 'refunded', params }], ctx, {
    ...rows,
    payouts: [{ before: null, after: byHandPayout(order, payment, amount, hand, ctx) }],
  });
}

function returned(before: Payment): Step<Payment> {
  return { before, after: { ...before, state: 'returned', version: before.version + 1 } };
}

function startedEvent(order: Order, { unit }: Payment, { amount }: RefundTarget): EventDraft {
  return { code: 'refund_started', params: { amount: formatDecimal(amount, RESERVES[unit].scale), currency: order.from } };
}
