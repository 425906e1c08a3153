import { AppError } from '@quydoi/contract/errors';
import { readOrder } from '@quydoi/database/views/orders';
import { decideDeliveredByHand } from '@quydoi/domain/order/decide-settle';
import { deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { feeOf } from './provider-fee.ts';

/** Records the transfer that was made by hand. Errors: ORDER_ACTION_NOT_ALLOWED (not in `handmake`, or its money goes back). */
export const recordHandPayout: OperatorVerb<{ ref: string; reference: string; fee?: string | undefined; note: string }, { done: true }> = async (
  ctx,
  operator,
  { ref, reference, fee },
) => {
  const change = await decideAndApply(
    ctx,
    () => readOrder(ctx.orm, ref),
    (order) =>
      order.status === 'handmake' && order.reason !== 'refunding'
        ? decideDeliveredByHand(order, reference, feeOf(order, fee), deciding(ctx, `operator:${operator}`, 'recordHandPayout'))
        : null,
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
