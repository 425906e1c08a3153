import type { Caller } from '@quydoi/contract/caller';
import { AppError, isErrorCode } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders';
import { addOrderRequest, readOrderRequestOutcome } from '@quydoi/database/views/requests';
import { actionsOf } from '@quydoi/domain/order/actions';
import type { OrderAction } from '@quydoi/domain/order-status';
import { type Ctx, newId } from '../context.ts';
import { accessOf, findPage, getOrder, type OrderReading } from './get-order.ts';

/** How long a caller waits for the worker; the request stands either way. */
const WAIT_MS = 5_000;
const LOOK_MS = 40;

/**
 * Carries out one of the order's actions. The web may not change an order, so it leaves a request and waits for the worker's answer. A review
 * has a verb of its own (`create-review.ts`).
 */
export async function actOnOrder(ctx: Ctx, tools: OrderReading, caller: Caller, input: { ref: string; action: OrderAction }): Promise<OrderView> {
  const { order } = await findPage(tools, input.ref);
  const actions = actionsOf(order, accessOf(order, caller, tools.secrets), ctx.clock.now());
  if (input.action === 'review' || !actions.includes(input.action)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  await request(ctx, order.id, input.action);
  tools.pages.drop([order.ref]);
  return getOrder(ctx, tools, caller, input);
}

/** Leaves a request with the worker and waits until it is answered. Errors: the worker's refusal, UNAVAILABLE when it does not answer. */
export async function request(ctx: Ctx, orderId: string, action: OrderAction | 'supersede'): Promise<void> {
  const id = newId(ctx);
  await addOrderRequest(ctx.orm, { id, orderId, action, params: {}, at: ctx.clock.now() });
  const until = ctx.clock.now().getTime() + WAIT_MS;
  while (ctx.clock.now().getTime() < until) {
    const outcome = await readOrderRequestOutcome(ctx.orm, id);
    if (outcome?.refusal) throw new AppError(isErrorCode(outcome.refusal) ? outcome.refusal : 'ORDER_ACTION_NOT_ALLOWED');
    if (outcome) return;
    await ctx.clock.sleep(LOOK_MS);
  }
  throw new AppError('UNAVAILABLE');
}
