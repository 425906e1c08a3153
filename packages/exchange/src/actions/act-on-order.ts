import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { ActInput } from '@quydoi/contract/orders/inputs';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { readOrder } from '@quydoi/database/repositories/orders';
import type { OrderRequest } from '@quydoi/database/repositories/requests';
import { actionsOf } from '@quydoi/domain/order/actions';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import { getOrder, type OrderReadDeps, readAccess } from '../orders/get-order.ts';
import { ratesOfOffer } from '../orders/recalculation.ts';
import { submitOrderRequest } from '../orders/submit-order-request.ts';
import { heldRefundAccount, type RefundAccountDeps } from '../refunds/refund-account.ts';

/** Dependencies of customers' actions. */
export interface ActionDeps extends OrderReadDeps, RefundAccountDeps {}

/**
 * Performs a customer action on an order. The web process may not change orders, so it submits a request and waits for the worker's outcome.
 * A top-up is an ordinary payment and submits no request. Reviews have their own use case (`create-review.ts`). Errors: ORDER_NOT_FOUND,
 * ORDER_ACTION_NOT_ALLOWED, and those of the request's outcome.
 */
export async function actOnOrder(ctx: Ctx, deps: ActionDeps, caller: Caller, input: ActInput): Promise<OrderView> {
  const order = await readOrder(ctx.orm, input.ref.toUpperCase());
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const actions = actionsOf(order, await readAccess(ctx, order, caller, deps), ctx.clock.now());
  if (input.action === 'review' || !actions.includes(input.action)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  if (input.action !== 'topUp')
    await submitOrderRequest(ctx, order, input.action, await paramsOf(ctx, deps, caller, order, input), deps.requestSecrets);
  deps.pages.drop([order.ref]);
  return getOrder(ctx, deps, caller, input);
}

/** Builds and validates the request's parameters, so that invalid input is rejected immediately. */
async function paramsOf(ctx: Ctx, deps: RefundAccountDeps, caller: Caller, order: Order, input: ActInput): Promise<OrderRequest['params']> {
  switch (input.action) {
    case 'acceptRecalculation':
      ratesOfOffer(input.offer ?? '', order);
      return { offer: input.offer ?? '' };
    case 'refundExcess':
    case 'requestRefund': {
      const { account, bank, typedName } = await heldRefundAccount(ctx, deps, caller, order.from, input);
      return {
        destination: account,
        ...(bank === null ? {} : { destinationBank: bank }),
        // For operators who review the refund.
        ...(typedName === null ? {} : { typedName }),
      };
    }
    case 'cancel':
    case 'topUp':
    case 'submitVoucher':
    case 'review':
      return {};
  }
}
