import type { Order } from '@quydoi/domain/order/order';
import type { OrderKind } from '@quydoi/domain/order-status';
import { OrderEntity } from '../entities/order.ts';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRows } from '../read-rows.ts';

const NEWEST_FIRST = 'order by created_at desc, id desc limit $2 offset $3';
const OF_CUSTOMER = { name: 'orders of customer', where: `customer_id = $1 ${NEWEST_FIRST}` };
const OF_KIND = { name: 'orders of customer and kind', where: `customer_id = $1 and kind = $4 ${NEWEST_FIRST}` };

/** A customer's orders, newest first. @param kind of all kinds where it is null */
export async function readCustomerOrders(
  orm: Orm,
  customerId: string,
  kind: OrderKind | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Order[]> {
  const page = [customerId, limit, offset];
  return kind === null ? readRows<Order>(orm, OrderEntity, OF_CUSTOMER, page) : readRows<Order>(orm, OrderEntity, OF_KIND, [...page, kind]);
}

/** Orders that a customer has made, as they were counted. */
export async function countCustomerOrders(orm: Orm, customerId: string): Promise<number> {
  const [row] = await runPrepared<{ order_count: number }>(orm, 'count orders of customer', 'select order_count from customer where id = $1', [
    customerId,
  ]);
  return row?.order_count ?? 0;
}
