import { AppError } from '@quydoi/contract/errors';
import type { Operations } from '@quydoi/contract/ports';
import { readOrder } from '@quydoi/database/repositories/orders';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideRefundedManually, decideRefundRetry, outstandingRefundOf, refundableOf } from '@quydoi/domain/order/decisions/decide-refund';
import { hasOpenPayouts } from '@quydoi/domain/order/decisions/decide-resolve';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { type Ctx, decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { orReserveBusy, readOrderAndPayouts, startRefund, tooSmall } from '../../refunds/ask-refund.ts';
import { manualTransferAccountsOf, postFromFirstCovered } from '../../refunds/manual-transfers.ts';
import { refundAccountOf } from '../../refunds/refund-account.ts';
import { nextRefundSeq, type RefundAccount, refundTarget } from '../../refunds/refund-target.ts';
import type { OperatorVerb } from '../operator-verb.ts';

type Input = Parameters<Operations['refundOrder']>[1];

/**
 * Refunds an order: the full amount while it is pending or its payout failed, or the amount still owed by a failed refund. With a `reference`,
 * records a refund made manually. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED, WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, QUANTITY_TOO_SMALL,
 * RESERVE_BUSY.
 */
export const refundOrder: OperatorVerb<Input, { done: true }> = async (ctx, operator, input) => {
  const order = await readOrder(ctx.orm, input.ref);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'refundOrder');
  if (input.reference) await recordManualRefund(ctx, order, input.reference, decisionCtx);
  else {
    const to = await refundAccountOf(ctx, order, input);
    if (refundableOf(order) > 0n)
      await startRefund(ctx, order.id, 'everything', to, decisionCtx, (current, payouts) => canRefundInFull(current, payouts));
    else await retryRefund(ctx, order, to, decisionCtx);
  }
  return { done: true };
};

/** Starts a refund of the amount owed by failed refunds. */
async function retryRefund(ctx: Ctx, { id }: Order, to: RefundAccount, decisionCtx: DecisionContext): Promise<void> {
  const settings = await ctx.settings();
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readOrderAndPayouts(ctx, id),
      ({ order, payouts }) => {
        const owed = outstandingRefundOf(order, payouts);
        if (owed <= 0n || hasOpenPayouts(payouts)) return null;
        const target = refundTarget(settings, order, owed, to, payouts);
        if (!target) throw tooSmall(order, owed);
        return decideRefundRetry(order, owed, target, decisionCtx);
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

/** Records a refund that an operator transferred manually. */
async function recordManualRefund(ctx: Ctx, first: Order, reference: string, decisionCtx: DecisionContext): Promise<void> {
  const change = await postFromFirstCovered(manualTransferAccountsOf(payInUnit(first)), (account) =>
    decideAndApply(
      ctx,
      () => readOrderAndPayouts(ctx, first.id),
      ({ order, payouts }) => {
        const owed = outstandingRefundOf(order, payouts);
        const isAllowed = refundableOf(order) > 0n ? canRefundInFull(order, payouts) : owed > 0n && !hasOpenPayouts(payouts);
        return isAllowed ? decideRefundedManually(order, owed, { reference, account, seq: nextRefundSeq(payouts) }, decisionCtx) : null;
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

/** Whether the full amount can be refunded: no payout is settled, no payout or refund in progress. */
function canRefundInFull(order: Order, payouts: readonly Payout[]): boolean {
  const isPaidOut = payouts.some(({ obligationKind, state }) => obligationKind === 'order' && state === 'settled');
  return refundableOf(order) > 0n && !isPaidOut && !hasOpenPayouts(payouts);
}
