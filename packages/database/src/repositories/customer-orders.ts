import type { Order } from '@quydoi/domain/order/order';
import { ORDER_STATUS_CODES, ORDER_STATUSES, type OrderKind } from '@quydoi/domain/order-status';
import type { AuthStatement } from '../auth-pool.ts';
import { AdoptedOrderEntity } from '../entities/customer.ts';
import { OrderEntity } from '../entities/order.ts';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRows } from '../read-rows.ts';
import { insertRow } from '../write-rows.ts';

const NEWEST_FIRST = 'order by created_at desc, id desc';
/** The page of a customer's orders: their own, and those that they adopted. */
const pageOf = (own: string, adopted: string) =>
  `id in (select id from (
     select id, created_at from orders where customer_id = $1 ${own}
     union all select a.order_id, a.created_at from adopted_order a ${adopted}
   ) x ${NEWEST_FIRST} limit $2 offset $3) ${NEWEST_FIRST}`;
const OF_CUSTOMER = { name: 'orders of customer', where: pageOf('', 'where a.customer_id = $1') };
const OF_KIND = {
  name: 'orders of customer and kind',
  where: pageOf('and kind = $4', 'join orders o on o.id = a.order_id and o.kind = $4 where a.customer_id = $1'),
};

/** A customer's adoption of a visitor's order. It counts only with the web process's proof. */
export interface Adoption {
  readonly orderId: string;
  readonly customerId: string;
  readonly proof: string;
}

/** Stores a customer's adoption of an order. @returns false where it has been adopted before, by whomever */
export async function addAdoption(orm: Orm, adoption: Adoption & { readonly createdAt: Date }): Promise<boolean> {
  return insertRow(orm, AdoptedOrderEntity, adoption, '(order_id) do nothing');
}

/** The adoptions of these orders, by order id, as far as there are any. */
export async function readAdoptions(orm: Orm, orderIds: readonly string[]): Promise<ReadonlyMap<string, Adoption>> {
  if (orderIds.length === 0) return new Map();
  const rows = await runPrepared<{ order_id: string; customer_id: string; proof: string }>(
    orm,
    'adoptions of orders',
    'select order_id, customer_id, proof from adopted_order where order_id = any($1::uuid[])',
    [orderIds],
  );
  return new Map(rows.map(({ order_id, customer_id, proof }) => [order_id, { orderId: order_id, customerId: customer_id, proof }]));
}

/** A customer's orders and those they adopted, newest first. @param kind of all kinds where it is null */
export async function readCustomerOrders(
  orm: Orm,
  customerId: string,
  kind: OrderKind | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Order[]> {
  const page = [customerId, limit, offset];
  return kind === null ? readRows<Order>(orm, OrderEntity, OF_CUSTOMER, page) : readRows<Order>(orm, OrderEntity, OF_KIND, [...page, kind]);
}

const OPEN = `status in (${ORDER_STATUS_CODES.filter((status) => !ORDER_STATUSES[status].final)
  .map((status) => `'${status}'`)
  .join(', ')})`;

/** Whether any order that a customer has made or adopted is still to be ended. */
export async function hasOpenOrders(run: AuthStatement, customerId: string): Promise<boolean> {
  const rows = await run(
    'open orders of customer',
    `select 1 as found from public.orders o where o.customer_id = $1 and o.${OPEN}
     union all select 1 from public.adopted_order a join public.orders o on o.id = a.order_id where a.customer_id = $1 and o.${OPEN} limit 1`,
    [customerId],
  );
  return rows.length > 0;
}

/** Orders that a customer has made or adopted, as they were counted. */
export async function countCustomerOrders(orm: Orm, customerId: string): Promise<number> {
  const [row] = await runPrepared<{ order_count: number }>(orm, 'count orders of customer', 'select order_count from customer where id = $1', [
    customerId,
  ]);
  return row?.order_count ?? 0;
}

/** Which of these orders tell last, of payments, that their customer has claimed one: no answer to it and no money has come since. */
export async function readClaimedOrders(orm: Orm, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await runPrepared<{ order_id: string }>(
    orm,
    'claimed orders',
    `select order_id from (
       select distinct on (order_id) order_id, code from order_event
       where order_id = any($1::uuid[]) and (code like 'claim\\_%' or code = 'payment_confirmed') order by order_id, n desc
     ) newest where code = 'claim_received'`,
    [orderIds],
  );
  return new Set(rows.map(({ order_id }) => order_id));
}
