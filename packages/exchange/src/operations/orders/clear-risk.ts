import { AppError } from '@quydoi/contract/errors';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideClearRisk } from '@quydoi/domain/order/decisions/decide-risk';
import { type Ctx, decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { newestTermsOf } from '../../orders/pricing.ts';
import type { OperatorVerb } from '../operator-verb.ts';
import { withReholdIfCovered } from '../rehold.ts';
import { readMatched } from './matched-order.ts';

/**
 * Clears an order held for a risk check. It becomes paid if the amount is exact, and the payment was in time and is still held or the newest
 * rate gives at least as much; otherwise it awaits the customer's decision, since a long check must not secure an old price.
 * Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED.
 */
export const clearRisk: OperatorVerb<{ ref: string; note: string }, { done: true }> = async (ctx, operator, { ref }) => {
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'clearRisk');
  const isCleared = await withReholdIfCovered((canRehold) => clear(ctx, ref, decisionCtx, canRehold));
  if (!isCleared) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};

async function clear(ctx: Ctx, ref: string, decisionCtx: DecisionContext, canRehold: boolean): Promise<boolean> {
  const change = await decideAndApply(
    ctx,
    () => readMatched(ctx, ref),
    async ({ order, payments }) => {
      if (order.status !== 'verifying_transaction' || order.reason !== 'risk') return null;
      return decideClearRisk(order, payments, decisionCtx, { canRehold, newest: await newestTermsOf(ctx, order) });
    },
  );
  return change !== null;
}
