import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { ListedOrderView, OrderListInput, OrderListView } from '@quydoi/contract/orders/order-list';
import { countCustomerOrders, readAdoptions, readClaimedOrders, readCustomerOrders } from '@quydoi/database/repositories/customer-orders';
import { missesPayment } from '@quydoi/domain/claim/can-claim';
import type { Order } from '@quydoi/domain/order/order';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Ctx } from '../context.ts';
import type { OrderDeps } from './order-deps.ts';
import { ownerOf } from './order-owner.ts';
import { isOrderProven } from './order-proof.ts';

/** Lists the customer's own orders and those that they adopted, newest first. Error: REQUIRED_LOGIN. */
export async function listOrders(
  ctx: Ctx,
  deps: Pick<OrderDeps, 'requestSecrets'>,
  caller: Caller,
  { kind, offset, limit }: OrderListInput,
): Promise<OrderListView> {
  const customerId = customerIdOf(caller);
  if (customerId === null) throw new AppError('REQUIRED_LOGIN');
  const [{ orders }, total] = await Promise.all([
    readOwnOrders(ctx, deps, customerId, { kind: kind ?? null, offset, limit }),
    kind === undefined ? countCustomerOrders(ctx.orm, customerId) : null,
  ]);
  return { items: await listedOrdersOf(ctx, orders), total, offset, limit };
}

/** A page of a customer's orders. `kind` is null for all kinds. */
interface OrdersPage {
  readonly kind: OrderKind | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads a page of a customer's own orders and those that they adopted, newest first. Orders that the web process did not make are left out, as
 * everywhere, so that a page may have fewer than `limit`: `isLast` says whether it is the last one.
 */
export async function readOwnOrders(
  ctx: Ctx,
  { requestSecrets }: Pick<OrderDeps, 'requestSecrets'>,
  customerId: string,
  { kind, offset, limit }: OrdersPage,
): Promise<{ readonly orders: Order[]; readonly isLast: boolean }> {
  const orders = await readCustomerOrders(ctx.orm, customerId, kind, { offset, limit });
  const adopted = orders.filter((order) => order.customerId === null).map(({ id }) => id);
  const adoptions = await readAdoptions(ctx.orm, adopted);
  const own = orders.filter(
    (order) => isOrderProven(order, requestSecrets) && ownerOf(order, adoptions.get(order.id) ?? null, requestSecrets) === customerId,
  );
  return { orders: own, isLast: orders.length < limit };
}

/** Orders as their customer's lists show them. */
export async function listedOrdersOf(ctx: Ctx, orders: readonly Order[]): Promise<ListedOrderView[]> {
  const claimed = await readClaimedOrders(
    ctx.orm,
    orders.filter(missesPayment).map(({ id }) => id),
  );
  return orders.map((order) => listedOrderOf(order, claimed.has(order.id)));
}

function listedOrderOf(order: Order, isClaimed: boolean): ListedOrderView {
  const { ref, kind, status, reason, from, to, amountSent, amountReceived, retryAt, createdAt, expiresAt } = order;
  const { sender, senderBank, destination, destinationBank } = order;
  const account = { sender, senderBank, destination, destinationBank };
  return { ref, kind, status, reason, from, to, amountSent, amountReceived, ...account, retryAt, isClaimed, createdAt, expiresAt };
}
