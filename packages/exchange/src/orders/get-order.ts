import { timingSafeEqual } from 'node:crypto';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { OrderAccess } from '@quydoi/domain/order/actions';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import type { Telemetry } from '../telemetry.ts';
import { isOrderKey, ORDER_KEY_CHARS, type OrderKeySecrets } from './order-key.ts';
import { readOwner } from './order-owner.ts';
import type { CachedOrder, OrderViewCache } from './order-view-cache.ts';
import type { RequestSecrets } from './request-proof.ts';

/** What tells who may see an order in full. */
export interface OrderAccessDeps {
  readonly secrets: OrderKeySecrets;
  readonly requestSecrets: RequestSecrets;
  readonly telemetry: Telemetry;
}

/** Dependencies of reading an order. */
export interface OrderReadDeps extends OrderAccessDeps {
  readonly pages: OrderViewCache;
}

/** Reads an order by reference. Its owner and callers with the order key get the full view, all others the masked one. Error: ORDER_NOT_FOUND. */
export async function getOrder(ctx: Ctx, deps: OrderReadDeps, caller: Caller, input: { ref: string }): Promise<OrderView> {
  return { ...(await pollOrder(deps, caller, input)), serverTime: ctx.clock.now() };
}

/** Like `getOrder`, but cached: synchronous on a cache hit and referentially stable until the next change. `serverTime` is the time of the view. */
export function pollOrder(deps: OrderReadDeps, caller: Caller, input: { ref: string }): OrderView | Promise<OrderView> {
  const view = (page: CachedOrder) => page.view(accessOf(page, caller, deps));
  const page = deps.pages.peek(input.ref);
  return page ? view(page) : findCachedOrder(deps, input.ref).then(view);
}

/** Finds the cached page of an order. Error: ORDER_NOT_FOUND. */
export function findCachedOrder(deps: Pick<OrderReadDeps, 'pages'>, ref: string): Promise<CachedOrder> {
  return deps.pages.find(ref.toUpperCase()).then(orNotFound);
}

function orNotFound(page: CachedOrder | null): CachedOrder {
  if (!page) throw new AppError('ORDER_NOT_FOUND');
  return page;
}

/** Last valid key of each cached order: polls repeat the same key, and comparing is cheaper than computing the HMAC. */
const verifiedKeys = new WeakMap<Order, Buffer>();
/** Reused buffer for the key of the current caller. */
const callerKey = Buffer.alloc(ORDER_KEY_CHARS);

/** Access level of a caller: `full` for the owner or with a valid order key, else `public`. An invalid key is counted as a refusal. */
function accessOf(
  { order, ownerId }: Pick<CachedOrder, 'order' | 'ownerId'>,
  caller: Caller,
  { secrets, telemetry }: Pick<OrderReadDeps, 'secrets' | 'telemetry'>,
): OrderAccess {
  if (ownerId !== null && ownerId === customerIdOf(caller)) return 'full';
  if (caller.orderKey === null) return 'public';
  if (isKeyOf(order, caller.orderKey, secrets)) return 'full';
  telemetry.refused('order_key');
  return 'public';
}

/** {@link accessOf} for an order that was read outside the cache. */
export async function readAccess(ctx: Ctx, order: Order, caller: Caller, deps: OrderAccessDeps): Promise<OrderAccess> {
  return accessOf({ order, ownerId: await readOwner(ctx, order, caller, deps.requestSecrets) }, caller, deps);
}

function isKeyOf(order: Order, key: string, secrets: OrderKeySecrets): boolean {
  if (key.length !== ORDER_KEY_CHARS) return false;
  const verified = verifiedKeys.get(order);
  callerKey.write(key, 'latin1');
  if (verified && timingSafeEqual(verified, callerKey)) return true;
  if (!isOrderKey(key, order.ref, secrets)) return false;
  verifiedKeys.set(order, Buffer.from(callerKey));
  return true;
}
