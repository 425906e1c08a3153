import type { Change, Step } from '../../change.ts';
import { NO_CHANGE } from '../../change.ts';
import { RESERVES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { post } from '../../ledger/post.ts';
import { formatDecimal } from '../../money.ts';
import type { Payment } from '../../transfer/payment.ts';
import type { Payout } from '../../transfer/payout.ts';
import { updateOrder } from '../lifecycle.ts';
import { holdEntries, type ManualRefund, manualRefundPayout, type RefundTarget, refundPayouts, refundPosting } from '../obligations/refund-steps.ts';
import type { Order } from '../order.ts';
import { changeOrder, type EventDraft } from '../steps.ts';

/** Whether a confirmed payment waits for an operator, who may match or return it. Payments already linked to a waiting order are excluded. */
export function isCase({ state, confirmed, orderId }: Payment): boolean {
  return confirmed && (state === 'case' || (state === 'unmatched' && orderId === null));
}

/** Whether a payout returns this payment. */
export function isReturnOf({ obligationKind, obligationId }: Payout, { id }: Payment): boolean {
  return obligationKind === 'return' && obligationId === id;
}

/** Outstanding amount of a returned payment whose payouts failed, in the payment's unit; zero for other payments. */
export function outstandingReturnOf(payment: Payment, payouts: readonly Payout[]): bigint {
  const own = payouts.filter((payout) => isReturnOf(payout, payment));
  // A payment without an order that was returned manually has no payouts.
  if (payment.state !== 'returned' || own.length === 0) return 0n;
  return own.filter(({ state }) => state !== 'failed').reduce((left, { amount, fee }) => left - amount - fee, payment.amount);
}

/** Returns a payment that its order could not take. The order keeps its status. */
export function decideReturn(payment: Payment, order: Order, target: RefundTarget, ctx: DecisionContext): Change {
  return changeOrder(order, updateOrder(order, {}), [startedEvent(order, payment, target)], ctx, {
    payments: [returned(payment)],
    payouts: refundPayouts(order, payment, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [refundPosting(order, `suspense:${payment.network}:${payment.unit}`, payment.amount, target, ctx, payment.unit)],
  });
}

/** Retries the return of a payment whose payout failed, possibly to another account. */
export function decideReturnAgain(payment: Payment, order: Order, target: RefundTarget, ctx: DecisionContext): Change {
  return changeOrder(order, updateOrder(order, {}), [startedEvent(order, payment, target)], ctx, {
    payments: [returned(payment)],
    payouts: refundPayouts(order, payment, target, ctx).map((payout) => ({ before: null, after: payout })),
    postings: [post(ctx.newId(), 'refund', order.id, holdEntries(payment.unit, target))],
  });
}

/**
 * Records a payment that an operator returned manually.
 * @param owed outstanding amount of an earlier return (`outstandingReturnOf`); zero books the payment out of suspense
 */
export function decideReturnedManually(payment: Payment, order: Order | null, owed: bigint, manual: ManualRefund, ctx: DecisionContext): Change {
  const { unit } = payment;
  const amount = owed > 0n ? owed : payment.amount;
  const posting = post(ctx.newId(), 'refund', order?.id ?? null, [
    { account: owed > 0n ? `refund:${unit}` : `suspense:${payment.network}:${unit}`, amount },
    { account: manual.account, amount: -amount },
  ]);
  const rows = { payments: [returned(payment)], postings: [posting] };
  if (!order) return { ...NO_CHANGE, ...rows };
  const params = { amount: formatDecimal(amount, RESERVES[unit].scale), currency: order.from, reference: manual.reference };
  const payout = manualRefundPayout(order, payment, amount, manual, ctx);
  return changeOrder(order, updateOrder(order, {}), [{ code: 'refunded', params, payoutId: payout.id }], ctx, {
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
