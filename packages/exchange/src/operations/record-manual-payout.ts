import { AppError } from '@quydoi/contract/errors';
import { readOrder } from '@quydoi/database/repositories/orders';
import { decideDeliveredManually } from '@quydoi/domain/order/decide-delivered-manually';
import { hasOpenPayouts } from '@quydoi/domain/order/decide-resolve';
import { decideRevertRefund } from '@quydoi/domain/order/decide-revert-refund';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { orReserveBusy, readOrderAndPayouts } from '../refunds/ask-refund.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { feeOf } from './provider-fee.ts';

/**
 * Records the transfer that was made by hand; a decision to give the order's money back is undone. Errors: ORDER_NOT_FOUND,
 * ORDER_ACTION_NOT_ALLOWED (not in `handmake`, or it is on its way already, or its money back), RESERVE_BUSY (what it was paid out of is promised).
 */
export const recordHandPayout: OperatorVerb<{ ref: string; reference: string; fee?: string | undefined; note: string }, { done: true }> = async (
  ctx,
  operator,
  { ref, reference, fee },
) => {
  const found = await readOrder(ctx.orm, ref);
  if (!found) throw new AppError('ORDER_NOT_FOUND');
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'recordHandPayout');
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readOrderAndPayouts(ctx, found.id),
      ({ order, payouts }) => {
        const isToGoBack = order.reason === 'refunding';
        // An excess may be on its way back beside the payout.
        const inTheWay = isToGoBack ? payouts : payouts.filter(({ obligationKind }) => obligationKind === 'order');
        if (order.status !== 'handmake' || hasOpenPayouts(inTheWay)) return null;
        const decide = isToGoBack ? decideRevertRefund : decideDeliveredManually;
        return decide(order, payouts, reference, feeOf(order, fee), decisionCtx);
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
