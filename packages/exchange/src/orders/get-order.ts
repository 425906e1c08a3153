import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders';
import { readOrder, readOrderEvents } from '@quydoi/database/views/orders';
import type { OrderAccess } from '@quydoi/domain/order/actions';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import { type OrderKeySecrets, isOrderKey } from './order-key.ts';
import { orderViewOf } from './order-view.ts';

/** An order by reference: whole with its key or for its owner, masked for everybody else. */
export async function getOrder(ctx: Ctx, secrets: OrderKeySecrets, caller: Caller, input: { ref: string }): Promise<OrderView> {
  const order = await findOrder(ctx, input.ref);
  return viewOrder(ctx, order, accessOf(order, caller, secrets));
}

/** The order, or ORDER_NOT_FOUND. */
export async function findOrder(ctx: Ctx, ref: string): Promise<Order> {
  const order = await readOrder(ctx.orm, ref.toUpperCase());
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

/** How well the caller is known to the order. */
export function accessOf(order: Order, caller: Caller, secrets: OrderKeySecrets): OrderAccess {
  if (order.customerId !== null && order.customerId === caller.customerId) return 'keyed';
  return caller.orderKey !== null && isOrderKey(caller.orderKey, order.ref, secrets) ? 'keyed' : 'bare';
}

/** The order's page with its log. */
export async function viewOrder(ctx: Ctx, order: Order, access: OrderAccess): Promise<OrderView> {
  const [events, settings] = await Promise.all([readOrderEvents(ctx.orm, order.id), ctx.settings()]);
  return orderViewOf(order, events, settings, access, ctx.clock.now());
}
