import { AppError } from '@quydoi/contract/errors';
import { SecondOperatorError } from '@quydoi/database/repositories/audit';
import { readOrder } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideMatch } from '@quydoi/domain/order/decisions/decide-payment';
import { isCase } from '@quydoi/domain/order/decisions/decide-return';
import { givesAtLeast } from '@quydoi/domain/order/late-price';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { readMemosOf, readOtherMeant } from '../../orders/order-meant.ts';
import { newestTermsOf } from '../../orders/pricing.ts';
import type { OperatorVerb } from '../operator-verb.ts';
import { withReholdIfCovered } from '../rehold.ts';

/**
 * Matches an unmatched payment to the order that it was meant for, as if its memo had named the order. If the order cannot accept the payment,
 * it is recorded as unallocated money of that order and can be refunded. What was meant for another order that is not paid, or for a balance, is
 * given away by two operators only. Errors: NOT_FOUND, ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED.
 * @throws SecondOperatorError when another operator has to confirm the act
 */
export const attachPayment: OperatorVerb<{ id: string; ref: string; note: string }, { done: true }> = async (ctx, operator, { id, ref }) => {
  const [payment, order] = await Promise.all([readPaymentById(ctx.orm, id), readOrder(ctx.orm, ref)]);
  if (!payment) throw new AppError('NOT_FOUND');
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  if (canAttach(payment, order)) await requireConfirmed(ctx, operator, payment, order);
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'attachPayment');
  const isAttached = await withReholdIfCovered((canRehold) => attach(ctx, id, ref, decisionCtx, canRehold));
  if (!isAttached) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};

/** The signer pays nobody for such an act of one operator: better to say so at once. */
async function requireConfirmed(ctx: Ctx, operator: string, payment: Payment, order: Order): Promise<void> {
  if (ctx.audit?.proposalId !== undefined) return;
  const meant = await readOtherMeant(ctx, order, payment, await readMemosOf(ctx, payment));
  if (meant) throw new SecondOperatorError(`${operator} may not give away alone what was meant for ${meant.shown}`);
}

/**
 * Matches the payment. Takes a released hold again only if the newest rate gives at least as much: contacting support late must not secure an old
 * price.
 */
async function attach(ctx: Ctx, id: string, ref: string, decisionCtx: DecisionContext, canRehold: boolean): Promise<boolean> {
  const change = await decideAndApply(
    ctx,
    async () => {
      const payment = await readPaymentById(ctx.orm, id);
      const order = await readOrder(ctx.orm, ref);
      return payment && order && { payment, order };
    },
    async ({ payment, order }) => {
      const newest = await newestTermsOf(ctx, order);
      const isGoodPrice = order.holding > 0n || (newest !== null && givesAtLeast(newest, order));
      return canAttach(payment, order) ? decideMatch(payment, order, decisionCtx, { canRehold: canRehold && isGoodPrice, newest }) : null;
    },
  );
  return change !== null;
}

/** Whether the payment may be matched to the order: it is unmatched, of the same network and unit, and the order has not already refused it. */
function canAttach(payment: Payment, order: Order): boolean {
  if (!isCase(payment) || payment.network !== order.payInNetwork || payment.unit !== payInUnit(order)) return false;
  return payment.orderId !== order.id || payment.caseCode === 'third_party';
}
