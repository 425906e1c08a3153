import { AppError } from '@quydoi/contract/errors';
import { decideForged } from '@quydoi/domain/order/decide-risk';
import { payInUnit } from '@quydoi/domain/order/match';
import { deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { fromWhereItCameIn } from '../refunds/by-hand.ts';
import { readMatched } from './matched-order.ts';
import type { OperatorVerb } from './operator-verb.ts';

/**
 * Ends an order whose money is proven false. What was counted as ours leaves the account that it was counted in, or is a loss when that account
 * does not have it any more. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (paid, being given back, or without money).
 */
export const markForged: OperatorVerb<{ ref: string; note: string }, { done: true }> = async (ctx, operator, { ref }) => {
  const unit = payInUnit((await readMatched(ctx, ref)).order);
  const change = await fromWhereItCameIn(unit, `loss:${unit}`, (account) =>
    decideAndApply(
      ctx,
      () => readMatched(ctx, ref),
      ({ order, payments }) => {
        const canBe = order.status === 'verifying_transaction' && order.reason !== 'refunding' && payments.length > 0;
        return canBe ? decideForged(order, payments, account, deciding(ctx, `operator:${operator}`, 'markForged')) : null;
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
