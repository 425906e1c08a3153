import { AppError } from '@quydoi/contract/errors';
import { readPaymentById } from '@quydoi/database/repositories/attention';
import { readOrder } from '@quydoi/database/repositories/orders';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideMatch } from '@quydoi/domain/order/decide-payment';
import { isCase } from '@quydoi/domain/order/decide-return';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { newestVersion } from '../orders/recalculation.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { reholdingIfPossible } from './rehold.ts';

/**
 * Gives a payment from the inbox to the order that it was meant for, which goes on as if the payment had named it. An order that cannot take it
 * keeps it beside: then it can be given back from there. Errors: NOT_FOUND, ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED.
 */
export const attachPayment: OperatorVerb<{ id: string; ref: string; note: string }, { done: true }> = async (ctx, operator, { id, ref }) => {
  if (!(await readPaymentById(ctx.orm, id))) throw new AppError('NOT_FOUND');
  if (!(await readOrder(ctx.orm, ref))) throw new AppError('ORDER_NOT_FOUND');
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'attachPayment');
  const isAttached = await reholdingIfPossible((canRehold) => attach(ctx, id, ref, decisionCtx, canRehold));
  if (!isAttached) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};

/** When a customer writes to support is no choice between two prices: a hold that was given back is taken again only at the newest. */
async function attach(ctx: Ctx, id: string, ref: string, decisionCtx: DecisionContext, canRehold: boolean): Promise<boolean> {
  const settings = await ctx.settings();
  const change = await decideAndApply(
    ctx,
    async () => {
      const payment = await readPaymentById(ctx.orm, id);
      const order = await readOrder(ctx.orm, ref);
      return payment && order && { payment, order };
    },
    ({ payment, order }) => {
      const isGoodPrice = order.holding > 0n || newestVersion(settings, order) === order.rateVersion;
      return canBeOf(payment, order) ? decideMatch(payment, order, decisionCtx, canRehold && isGoodPrice) : null;
    },
  );
  return change !== null;
}

/** Whether it can have been meant for the order: it waits, came in by the order's rail, and does not stand beside it because it cannot take it. */
function canBeOf(payment: Payment, order: Order): boolean {
  if (!isCase(payment) || payment.rail !== order.payInRail || payment.unit !== payInUnit(order)) return false;
  return payment.orderId !== order.id || payment.caseCode === 'third_party';
}
