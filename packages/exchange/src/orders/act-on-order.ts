import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { ActInput, OrderView } from '@quydoi/contract/orders';
import { readOrder } from '@quydoi/database/repositories/orders';
import { addOrderRequest, type OrderRequest, readOrderRequestOutcome } from '@quydoi/database/repositories/requests';
import { actionsOf } from '@quydoi/domain/order/actions';
import type { Order } from '@quydoi/domain/order/order';
import { type Ctx, newId } from '../context.ts';
import { heldRefundAccount, type RefundAccountTools } from '../refunds/refund-account.ts';
import { accessOf, getOrder, type OrderReading } from './get-order.ts';
import { refusalOf, versionOfOffer } from './recalculation.ts';

/** How long a caller waits for the worker; the request stands either way. */
const WAIT_MS = 5_000;
const LOOK_MS = 40;

/**
 * Carries out one of the order's actions. The web may not change an order, so it leaves a request and waits for the worker's answer. Topping up
 * is a payment like any other: nothing has to be done for it here. A review has a verb of its own (`create-review.ts`).
 */
export async function actOnOrder(ctx: Ctx, tools: OrderReading & RefundAccountTools, caller: Caller, input: ActInput): Promise<OrderView> {
  const order = await readOrder(ctx.orm, input.ref.toUpperCase());
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const actions = actionsOf(order, accessOf(order, caller, tools.secrets), ctx.clock.now());
  if (input.action === 'review' || !actions.includes(input.action)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  if (input.action !== 'topUp') await request(ctx, order.id, input.action, await paramsOf(ctx, tools, order, input));
  tools.pages.drop([order.ref]);
  return getOrder(ctx, tools, caller, input);
}

/** Leaves a request with the worker and waits until it is answered. Errors: the worker's refusal, UNAVAILABLE when it does not answer. */
export async function request(ctx: Ctx, orderId: string, action: OrderRequest['action'], params: OrderRequest['params'] = {}): Promise<void> {
  const id = newId(ctx);
  await addOrderRequest(ctx.orm, { id, orderId, action, params, at: ctx.clock.now() });
  const until = ctx.clock.now().getTime() + WAIT_MS;
  while (ctx.clock.now().getTime() < until) {
    const outcome = await readOrderRequestOutcome(ctx.orm, id);
    if (outcome?.refusal) throw refusalOf(outcome.refusal);
    if (outcome) return;
    await ctx.clock.sleep(LOOK_MS);
  }
  throw new AppError('UNAVAILABLE');
}

/** What the worker needs to know beside the action, checked here so that its sender hears of a slip at once. */
async function paramsOf(ctx: Ctx, tools: RefundAccountTools, order: Order, input: ActInput): Promise<OrderRequest['params']> {
  switch (input.action) {
    case 'acceptRecalculation':
      versionOfOffer(input.offer ?? '', order);
      return { offer: input.offer ?? '' };
    case 'refundExcess':
    case 'requestRefund': {
      const to = await heldRefundAccount(ctx, tools, order.from, input.destination ?? '', input.destinationBank ?? null);
      return { destination: to.account, ...(to.bank === null ? {} : { destinationBank: to.bank }) };
    }
    case 'cancel':
    case 'topUp':
    case 'submitVoucher':
    case 'review':
      return {};
  }
}
