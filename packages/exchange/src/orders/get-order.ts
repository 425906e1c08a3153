import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders';
import type { OrderAccess } from '@quydoi/domain/order/actions';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import { isOrderKey, type OrderKeySecrets } from './order-key.ts';
import type { OrderPage, OrderPages } from './order-pages.ts';

/** What reading an order needs. */
export interface OrderReading {
  readonly secrets: OrderKeySecrets;
  readonly pages: OrderPages;
}

/** An order by reference: whole with its key or for its owner, masked for everybody else. */
export async function getOrder(ctx: Ctx, tools: OrderReading, caller: Caller, input: { ref: string }): Promise<OrderView> {
  return { ...(await pollOrder(tools, caller, input)), serverTime: ctx.clock.now() };
}

/** As `getOrder`, but the same object as long as nothing changed; `serverTime` is when it was made. */
export async function pollOrder(tools: OrderReading, caller: Caller, input: { ref: string }): Promise<OrderView> {
  const page = await findPage(tools, input.ref);
  return page.view(accessOf(page.order, caller, tools.secrets));
}

/** The order's page, or ORDER_NOT_FOUND. */
export function findPage(tools: OrderReading, ref: string): Promise<OrderPage> {
  return tools.pages.find(ref.toUpperCase()).then(existing);
}

function existing(page: OrderPage | null): OrderPage {
  if (!page) throw new AppError('ORDER_NOT_FOUND');
  return page;
}

/** The key that each order was last opened with: a page asks with the same one every few seconds. */
const openedWith = new WeakMap<Order, Buffer>();

/** How well the caller is known to the order. */
export function accessOf(order: Order, caller: Caller, secrets: OrderKeySecrets): OrderAccess {
  if (order.customerId !== null && order.customerId === caller.customerId) return 'keyed';
  if (caller.orderKey === null) return 'bare';
  const key = Buffer.from(caller.orderKey);
  const known = openedWith.get(order);
  if (known?.length === key.length && timingSafeEqual(known, key)) return 'keyed';
  if (!isOrderKey(caller.orderKey, order.ref, secrets)) return 'bare';
  openedWith.set(order, key);
  return 'keyed';
}
