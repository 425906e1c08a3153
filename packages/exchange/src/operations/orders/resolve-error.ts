import { AppError } from '@quydoi/contract/errors';
import { readOrder } from '@quydoi/database/repositories/orders';
import { canResolve, decideResolve, type ErrorDecision } from '@quydoi/domain/order/decisions/decide-resolve';
import { decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { orReserveBusy, readOrderAndPayouts } from '../../refunds/ask-refund.ts';
import type { OperatorVerb } from '../operator-verb.ts';
import { feeOf } from '../payouts/provider-fee.ts';

/**
 * Resolves an order in `error`, or marks a paid one for a manual payout. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (the order is in another
 * status, a payout or refund part is still in progress, or a payout was chosen while the order is being refunded), VALIDATION_FAILED (`delivered`
 * without a reference), RESERVE_BUSY (the reserve is held for other orders).
 */
export const resolveError: OperatorVerb<
  { ref: string; decision: ErrorDecision; reference?: string | undefined; fee?: string | undefined; note: string },
  { done: true }
> = async (ctx, operator, input) => {
  if (input.decision === 'delivered' && !input.reference) throw new AppError('VALIDATION_FAILED');
  const order = await readOrder(ctx.orm, input.ref);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const settlement = { reference: input.reference ?? '', fee: feeOf(order, input.fee) };
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'resolveError');
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readOrderAndPayouts(ctx, order.id),
      (state) => (canResolve(state, input.decision) ? decideResolve(state, input.decision, settlement, decisionCtx) : null),
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
