import type { Change, Step } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { RESERVES } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import { post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import type { Payment } from '../transfer/payment.ts';
import type { Payout } from '../transfer/payout.ts';
import { touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { holdEntries, type ManualRefund, manualRefundPayout, payoutsOf, type RefundTarget, refundPosting } from './refund-steps.ts';
import { changeOrder, type EventDraft } from './steps.ts';

/** Whether a payment waits for an operator, so that it can be given to an order or back. One that an order waits for since it was seen does not. */
export function isCase({ state, confirmed, orderId }: Payment): boolean {
  return confirmed && (state === 'case' || (state === 'unmatched' && orderId === null));
}

/** Whether a payout returns this payment. */
export function isReturnOf({ obligationKind, obligationId }: Payout, { id }: Payment): boolean {
  return obligationKind === 'return' && obligationId === id;
}

/** What a returned payment's failed payouts leave to be sent, or zero. In the payment's unit. */
export function owedOfPayment(payment: Payment, payouts: readonly Payout[]): bigint {
  const own = payouts.filter((payout) => isReturnOf(payout, payment));
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
export function decideReturnedManually(payment: Payment, order: Order | null, owed: bigint, manual: ManualRefund, ctx: DecisionContext): Change {
  const { unit } = payment;
  const amount = owed > 0n ? owed : payment.amount;
  const posting = post(ctx.newId(), 'refund', order?.id ?? null, [
    { account: owed > 0n ? `refund:${unit}` : `suspense:${payment.rail}:${unit}`, amount },
    { account: manual.account, amount: -amount },
  ]);
  const rows = { payments: [returned(payment)], postings: [posting] };
  if (!order) return { ...NO_CHANGE, ...rows };
  const params = { amount: formatDecimal(amount, RESERVES[unit].scale), currency: order.from, reference: manual.reference };
  const payout = manualRefundPayout(order, payment, amount, manual, ctx);
  return changeOrder(order, touchOrder(order, {}), [{ code: 'refunded', params, payoutId: payout.id }], ctx, {
    ...rows,
    payouts: [{ before: null, after: payout }],
  });
}

function returned(before: Payment): Step<Payment> {
  return { before, after: { ...before, state: 'returned', version: before.version + 1 } };
}

function startedEvent(order: Order, { unit }: Payment, { amount }: RefundTarget): EventDraft {
  return { code: 'refund_started', params: { amount: formatDecimal(amount, RESERVES[unit].scale), currency: order.from } };
}
