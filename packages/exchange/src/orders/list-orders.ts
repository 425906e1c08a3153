import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { ListedOrderView, OrderListInput, OrderListView } from '@quydoi/contract/orders/order-list';
import { countCustomerOrders, readAdoptions, readCustomerOrders } from '@quydoi/database/repositories/customer-orders';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import type { OrderDeps } from './order-deps.ts';
import { ownerOf } from './order-owner.ts';
import { isOrderProven } from './order-proof.ts';

/** Lists the customer's own orders and those that they adopted, newest first. Orders that the web process did not make are left out, as everywhere. Error: REQUIRED_LOGIN. */
export async function listOrders(
  ctx: Ctx,
  { requestSecrets }: Pick<OrderDeps, 'requestSecrets'>,
  caller: Caller,
  { kind, offset, limit }: OrderListInput,
): Promise<OrderListView> {
  const customerId = customerIdOf(caller);
  if (customerId === null) throw new AppError('REQUIRED_LOGIN');
  const [orders, total] = await Promise.all([
    readCustomerOrders(ctx.orm, customerId, kind ?? null, { offset, limit }),
    kind === undefined ? countCustomerOrders(ctx.orm, customerId) : null,
  ]);
  const adopted = orders.filter((order) => order.customerId === null).map(({ id }) => id);
  const adoptions = new Map((await readAdoptions(ctx.orm, adopted)).map((adoption) => [adoption.orderId, adoption]));
  const own = orders.filter(
    (order) => isOrderProven(order, requestSecrets) && ownerOf(order, adoptions.get(order.id) ?? null, requestSecrets) === customerId,
  );
  return { items: own.map(listedOrderOf), total, offset, limit };
}

function listedOrderOf(order: Order): ListedOrderView {
  const { ref, kind, status, reason, from, to, amountSent, amountReceived, sender, senderBank, destination, destinationBank, retryAt, createdAt } =
    order;
  return { ref, kind, status, reason, from, to, amountSent, amountReceived, sender, senderBank, destination, destinationBank, retryAt, createdAt };
}
