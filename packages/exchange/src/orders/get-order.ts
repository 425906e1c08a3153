import { timingSafeEqual } from 'node:crypto';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders';
import type { OrderAccess } from '@quydoi/domain/order/actions';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import type { Telemetry } from '../telemetry.ts';
import { isOrderKey, ORDER_KEY_CHARS, type OrderKeySecrets } from './order-key.ts';
import type { OrderPage, OrderPages } from './order-pages.ts';

/** What reading an order needs. */
export interface OrderReading {
  readonly secrets: OrderKeySecrets;
  readonly pages: OrderPages;
  readonly telemetry: Telemetry;
}

/** An order by reference: whole with its key or for its owner, masked for everybody else. */
export async function getOrder(ctx: Ctx, deps: OrderReading, caller: Caller, input: { ref: string }): Promise<OrderView> {
  return { ...(await pollOrder(deps, caller, input)), serverTime: ctx.clock.now() };
}

/** As `getOrder`, but the same object as long as nothing changed, and at once when it is at hand; `serverTime` is when it was made. */
export function pollOrder(deps: OrderReading, caller: Caller, input: { ref: string }): OrderView | Promise<OrderView> {
  const view = (page: OrderPage) => {
    const access = accessOf(page.order, caller, deps.secrets);
    if (access === 'bare' && caller.orderKey !== null) deps.telemetry.refused('order_key');
    return page.view(access);
  };
  const page = deps.pages.atHand(input.ref);
  return page ? view(page) : findPage(deps, input.ref).then(view);
}

/** The order's page, or ORDER_NOT_FOUND. */
export function findPage(deps: Pick<OrderReading, 'pages'>, ref: string): Promise<OrderPage> {
  return deps.pages.find(ref.toUpperCase()).then(existing);
}

function existing(page: OrderPage | null): OrderPage {
  if (!page) throw new AppError('ORDER_NOT_FOUND');
  return page;
}

/** The key that each order was last opened with: a page asks with the same one every few seconds. */
const openedWith = new WeakMap<Order, Buffer>();
/** Where a caller's key is put to be compared. */
const asked = Buffer.alloc(ORDER_KEY_CHARS);

/** How well the caller is known to the order. */
export function accessOf(order: Order, caller: Caller, secrets: OrderKeySecrets): OrderAccess {
  if (order.customerId !== null && order.customerId === customerIdOf(caller)) return 'keyed';
  if (caller.orderKey === null) return 'bare';
  if (caller.orderKey.length !== ORDER_KEY_CHARS) return 'bare';
  const known = openedWith.get(order);
  asked.write(caller.orderKey, 'latin1');
  if (known && timingSafeEqual(known, asked)) return 'keyed';
  if (!isOrderKey(caller.orderKey, order.ref, secrets)) return 'bare';
  openedWith.set(order, Buffer.from(asked));
  return 'keyed';
}
