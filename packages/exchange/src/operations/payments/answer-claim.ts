import { AppError } from '@quydoi/contract/errors';
import { readClaim } from '@quydoi/database/repositories/claims';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import type { ClaimAnswer } from '@quydoi/domain/claim/claim';
import { decideAnswerClaim } from '@quydoi/domain/claim/decide-claim';
import { decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import type { OperatorVerb } from '../operator-verb.ts';

/**
 * Answers a claim in the order's log. Moves no money: a payment is given to its order by `attachPayment`, and only then is it `found`.
 * Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (answered before, or found while no payment is of the order).
 */
export const answerClaim: OperatorVerb<{ id: string; answer: ClaimAnswer; note: string }, { done: true }> = async (ctx, operator, { id, answer }) => {
  if (!(await readClaim(ctx.orm, id))) throw new AppError('NOT_FOUND');
  const change = await decideAndApply(
    ctx,
    async () => {
      const claim = await readClaim(ctx.orm, id);
      const order = claim && (await readOrderById(ctx.orm, claim.orderId));
      return order && { claim, order };
    },
    async ({ claim, order }) => {
      if (claim.state === 'answered') return null;
      if (answer === 'found' && (await readPaymentsOf(ctx.orm, order.id)).length === 0) return null;
      return decideAnswerClaim(order, claim, answer, decisionContext(ctx, `operator:${operator}`, 'answerClaim'));
    },
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
