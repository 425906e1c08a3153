import type { OrderAction } from '@quydoi/domain/order-status';
import { OrderRequestEntity } from '../entities/order.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRow } from '../write-rows.ts';

/** A command for the worker about an order, from its customer or from a newer order that supersedes it. */
export interface OrderRequest {
  readonly id: string;
  readonly orderId: string;
  readonly action: OrderAction | 'supersede';
  readonly params: Readonly<Record<string, string>>;
  readonly at: Date;
}

/** Queues a request for the worker. */
export async function addOrderRequest(orm: Orm, request: OrderRequest): Promise<void> {
  await insertRow(orm, OrderRequestEntity, { ...request, handledAt: null, refusal: null });
}

/** Unhandled requests, oldest first. */
export async function readOrderRequestsOpen(orm: Orm, limit: number): Promise<OrderRequest[]> {
  return dbOf(orm)
    .selectFrom('order_request')
    .select(['id', 'orderId', 'action', 'params', 'at'])
    .where('handledAt', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** Outcome of a request; null while it is unhandled. `refusal` is the serialized error, null when it was executed. */
export async function readOrderRequestOutcome(orm: Orm, id: string): Promise<{ refusal: string | null } | null> {
  const row = await dbOf(orm).selectFrom('order_request').select(['handledAt', 'refusal']).where('id', '=', id).executeTakeFirst();
  return row?.handledAt ? { refusal: row.refusal } : null;
}

/** Marks a request as handled. `refusal` is null when it was executed. */
export async function closeOrderRequest(orm: Orm, id: string, refusal: string | null, at: Date): Promise<void> {
  await dbOf(orm).updateTable('order_request').set({ handledAt: at, refusal }).where('id', '=', id).where('handledAt', 'is', null).execute();
}
