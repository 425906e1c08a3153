import { AppError } from '@quydoi/contract/errors';
import { OverdrawnError, withMoneyTx } from '@quydoi/database/money-tx';
import { readOrderById } from '@quydoi/database/repositories/orders';
import type { OrderRequest, ProvableRequest } from '@quydoi/database/repositories/requests';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { actionsOf } from '@quydoi/domain/order/actions';
import { decideCancel } from '@quydoi/domain/order/decisions/decide-expiry';
import { decideRecalculated } from '@quydoi/domain/order/decisions/decide-recalculate';
import type { Order } from '@quydoi/domain/order/order';
import type { OrderAction } from '@quydoi/domain/order-status';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { type BusyShare, lockExposureLimits } from '../orders/exposure-limits.ts';
import { isOrderCode } from '../orders/order-proof.ts';
import { isStillOffered, priceRefusal, ratesOfOffer, recalculationAt } from '../orders/recalculation.ts';
import { type RefundPart, startRefund } from '../refunds/ask-refund.ts';
import { refundAccountOf } from '../refunds/refund-account.ts';
import { isVoucherOnItsWay } from '../vouchers/voucher-on-its-way.ts';

/**
 * Executes a request and closes it, in one transaction, validating it again against the current order: the web process that submitted it is not
 * trusted.
 * Errors: ORDER_ACTION_NOT_ALLOWED, RATE_CHANGED, QUANTITY_*, RESERVE_BUSY, and those of the destination and of unmet needs.
 * @throws ConflictError of `REQUEST_HANDLED` when another worker handled it meanwhile
 */
export async function executeOrderCommand(workerCtx: Ctx, request: ProvableRequest): Promise<void> {
  const ctx = { ...workerCtx, request: request.id };
  const decisionCtx = decisionContext(ctx, 'customer', `request:${request.id}`);
  switch (request.action) {
    case 'cancel':
      return cancel(ctx, request, 'abandoned', decisionCtx);
    case 'supersede':
      return cancel(ctx, request, 'superseded', decisionCtx);
    case 'acceptRecalculation':
      return acceptRecalculation(ctx, request, decisionCtx);
    case 'refundExcess':
      return refund(ctx, request, 'excess', decisionCtx);
    case 'requestRefund':
      return refund(ctx, request, 'everything', decisionCtx);
    case 'topUp':
    case 'submitVoucher':
    case 'review':
      throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  }
}

/** Ends an unpaid order by its code, which the web's database login can neither make nor read: a role that can only write requests ends no order. */
async function cancel(
  ctx: Ctx,
  { orderId, proof }: ProvableRequest,
  reason: 'abandoned' | 'superseded',
  decisionCtx: DecisionContext,
): Promise<void> {
  const change = await decideAndApply(
    ctx,
    () => readOrderById(ctx.orm, orderId),
    async (order) => {
      const isUnpaid = order.status === 'pending' && order.amountPaid === 0n && isOrderCode(proof ?? '', order);
      return isUnpaid && !(await isVoucherOnItsWay(ctx, order)) ? decideCancel(order, reason, decisionCtx) : null;
    },
  );
  // A concurrent cancellation or expiry already has the requested result.
  if (!change && (await readOrderById(ctx.orm, orderId))?.status !== 'cancelled') throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

/** Accepts an offer, by the order's code too: a new price is the customer's to take. */
async function acceptRecalculation(ctx: Ctx, request: ProvableRequest, decisionCtx: DecisionContext): Promise<void> {
  try {
    const change = await decideAndApply(
      ctx,
      () => readRecalculation(ctx, request),
      async ({ order, terms }) => {
        const share = await exceededShare(ctx, order, terms.held);
        if (share) throw new AppError('RESERVE_BUSY', { share });
        return decideRecalculated(order, terms, decisionCtx);
      },
    );
    if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  } catch (error) {
    if (!(error instanceof OverdrawnError)) throw error;
    // Concurrent orders took the reserve: reading again throws the current limits, if they are exceeded.
    await readRecalculation(ctx, request);
    throw new AppError('RESERVE_BUSY');
  }
}

/** The share of the reserve that a new hold would exceed, by what it adds to the order's; null when it is within the exposure limits. */
async function exceededShare(ctx: Ctx, order: Order, held: bigint): Promise<BusyShare | null> {
  if (held <= order.holding) return null;
  return withMoneyTx(ctx.orm, async (tx) => (await lockExposureLimits(tx, [{ ...order, held }])).exceededBy(order, held - order.holding));
}

async function readRecalculation(ctx: Ctx, { orderId, params, proof }: ProvableRequest) {
  const order = await readOrderById(ctx.orm, orderId);
  if (!order || !isOrderCode(proof ?? '', order) || !isAllowed(ctx, order, 'acceptRecalculation')) return null;
  const rates = ratesOfOffer(params.offer ?? '', order);
  if (!(await isStillOffered(ctx, order, rates))) throw new AppError('RATE_CHANGED');
  const offered = await recalculationAt(ctx, order, rates);
  if ('refusal' in offered) throw offered.refusal;
  return { order, terms: offered.terms };
}

async function refund(ctx: Ctx, { orderId, params, action }: OrderRequest, part: RefundPart, decisionCtx: DecisionContext): Promise<void> {
  const order = await readOrderById(ctx.orm, orderId);
  if (!order || !isAllowed(ctx, order, action as OrderAction)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const refusal = part === 'excess' ? priceRefusal(await ctx.settings(), order, ctx.clock.now()) : null;
  if (refusal) throw refusal;
  const to = await refundAccountOf(ctx, order, params);
  await startRefund(ctx, orderId, part, to, decisionCtx, (current) => isAllowed(ctx, current, action as OrderAction));
}

function isAllowed(ctx: Ctx, order: Order, action: OrderAction): boolean {
  return actionsOf(order, 'full', ctx.clock.now()).includes(action);
}
