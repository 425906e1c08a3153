import { AppError } from '@quydoi/contract/errors';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideClearRisk } from '@quydoi/domain/order/decide-risk';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { newestVersion } from '../orders/recalculation.ts';
import { readMatched } from './matched-order.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { reholdingIfPossible } from './rehold.ts';

/**
 * Lets an order that is held for a check go on: paid when its sum is exact and came in time, and its hold is still there or its price still the
 * newest; else it waits for its customer's decision. A check that takes days is no choice between two prices.
 * Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED.
 */
export const clearRisk: OperatorVerb<{ ref: string; note: string }, { done: true }> = async (ctx, operator, { ref }) => {
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'clearRisk');
  const isCleared = await reholdingIfPossible((canRehold) => clear(ctx, ref, decisionCtx, canRehold));
  if (!isCleared) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};

async function clear(ctx: Ctx, ref: string, decisionCtx: DecisionContext, canRehold: boolean): Promise<boolean> {
  const settings = await ctx.settings();
  const change = await decideAndApply(
    ctx,
    () => readMatched(ctx, ref),
    ({ order, payments }) => {
      if (order.status !== 'verifying_transaction' || order.reason !== 'risk') return null;
      return decideClearRisk(order, payments, decisionCtx, canRehold && newestVersion(settings, order) === order.rateVersion);
    },
  );
  return change !== null;
}
