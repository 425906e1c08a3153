import { AppError } from '@quydoi/contract/errors';
import { readOrder } from '@quydoi/database/views/orders';
import { readPayoutsOf } from '@quydoi/database/views/payouts';
import { decideResolve, type ErrorDecision, isStillPaying } from '@quydoi/domain/order/decide-resolve';
import { deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { feeOf } from './provider-fee.ts';

/**
 * Settles an order in `error`. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (not in `error`, a part of
 * it is still on its way, or its money goes back), VALIDATION_FAILED (no reference).
 */
export const resolveError: OperatorVerb<
  { ref: string; decision: ErrorDecision; reference?: string | undefined; fee?: string | undefined; note: string },
  { done: true }
> = async (ctx, operator, input) => {
  if (input.decision === 'delivered' && !input.reference) throw new AppError('VALIDATION_FAILED');
  const order = await readOrder(ctx.orm, input.ref);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const change = await decideAndApply(
    ctx,
    async () => {
      const current = await readOrder(ctx.orm, input.ref);
      const payouts = await readPayoutsOf(ctx.orm, order.id);
      const canBe = current?.status === 'error' && current.reason !== 'refunding' && !isStillPaying(payouts);
      return canBe ? { order: current, payouts } : null;
    },
    (state) =>
      decideResolve(
        state,
        input.decision,
        { reference: input.reference ?? '', fee: feeOf(order, input.fee) },
        deciding(ctx, `operator:${operator}`, 'resolveError'),
      ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
