import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import { type Column, columnsOf, readValue } from '../columns.ts';
import { OrderEntity } from '../entities/order.ts';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import type { Adoption } from './customer-orders.ts';

/** An order with its events, oldest first. */
export interface OrderWithEvents {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
  /** The customer who adopted it; null without one. */
  readonly adoption: Adoption | null;
}

type EventJson = Omit<OrderEvent, 'orderId' | 'at'> & { readonly at: string };
type Row = Readonly<Record<string, unknown>> & {
  readonly place: string;
  readonly events: string | readonly EventJson[];
  readonly adopted_by: string | null;
  readonly adoption_proof: string | null;
};

/** Reads orders by reference in one statement. Results are in the order of `refs`, null for unknown references. */
export async function readOrdersWithEvents(orm: Orm, refs: readonly string[]): Promise<(OrderWithEvents | null)[]> {
  const columns = columnsOf(orm, OrderEntity);
  const rows = await runPrepared<Row>(orm, 'read orders with events', statementOf(columns), [refs]);
  const found = new Map(rows.map((row) => [Number(row.place), orderWithEvents(columns, row)]));
  return refs.map((_, index) => found.get(index + 1) ?? null);
}

/** Lists columns explicitly: with `select *`, a column added by a later release would change the result type of the prepared statement. */
function statementOf(columns: readonly Column[]): string {
  return `select x.place, ${columns.map(({ name }) => `o.${name}`).join(', ')}, e.events, a.customer_id as adopted_by, a.proof as adoption_proof
    from unnest($1::text[]) with ordinality as x(ref, place) join orders o on o.ref = x.ref left join adopted_order a on a.order_id = o.id
    cross join lateral (select json_agg(json_build_object('n', n, 'code', code, 'params', params, 'actor', actor, 'cause', cause, 'payoutId', payout_id, 'at', at) order by n) as events
      from order_event where order_id = o.id) e`;
}

function orderWithEvents(columns: readonly Column[], row: Row): OrderWithEvents {
  const order = Object.fromEntries(columns.map(({ property, name, type }) => [property, readValue(row[name], type)])) as unknown as Order;
  const events = (typeof row.events === 'string' ? JSON.parse(row.events) : (row.events ?? [])) as readonly EventJson[];
  const { adopted_by: customerId, adoption_proof: proof } = row;
  const adoption = customerId === null || proof === null ? null : { orderId: order.id, customerId, proof };
  return { order, adoption, events: events.map((event) => ({ ...event, orderId: order.id, at: new Date(event.at) })) };
}
