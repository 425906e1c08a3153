import { AppError } from '@quydoi/contract/errors';
import { readOrder } from '@quydoi/database/repositories/orders';
import { decideDeliveredManually } from '@quydoi/domain/order/decisions/decide-delivered-manually';
import { hasOpenPayouts } from '@quydoi/domain/order/decisions/decide-resolve';
import { decideRevertRefund } from '@quydoi/domain/order/decisions/decide-revert-refund';
import { decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { orReserveBusy, readOrderAndPayouts } from '../../refunds/ask-refund.ts';
import type { OperatorVerb } from '../operator-verb.ts';
import { feeOf } from './provider-fee.ts';

/**
 * Records a payout that an operator made manually, and reverts a refund decided in the meantime. Errors: ORDER_NOT_FOUND,
 * ORDER_ACTION_NOT_ALLOWED (not in `handmake`, or a payout or refund is in progress), RESERVE_BUSY (the reserve is held for other orders).
 */
export const recordManualPayout: OperatorVerb<{ ref: string; reference: string; fee?: string | undefined; note: string }, { done: true }> = async (
  ctx,
  operator,
  { ref, reference, fee },
) => {
  const found = await readOrder(ctx.orm, ref);
  if (!found) throw new AppError('ORDER_NOT_FOUND');
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'recordManualPayout');
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readOrderAndPayouts(ctx, found.id),
      ({ order, payouts }) => {
        const isRefunding = order.reason === 'refunding';
        // The refund of an excess may proceed independently of the payout.
        const conflicting = isRefunding ? payouts : payouts.filter(({ obligationKind }) => obligationKind === 'order');
        if (order.status !== 'handmake' || hasOpenPayouts(conflicting)) return null;
        const decide = isRefunding ? decideRevertRefund : decideDeliveredManually;
        return decide(order, payouts, reference, feeOf(order, fee), decisionCtx);
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
