import type { OrderAction } from '@quydoi/domain/order-status';
import { OrderRequestEntity } from '../entities/order.ts';
import { ConflictError, type MoneyTx } from '../money-tx.ts';
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

/**
 * A request with what shows that the web process has seen the order's key with it: for refunds the request's own proof, else the code behind the
 * order's proof.
 */
export type ProvableRequest = OrderRequest & { readonly proof: string | null };

/** Queues a request for the worker. */
export async function addOrderRequest(orm: Orm, request: OrderRequest, proof: string | null = null): Promise<void> {
  await insertRow(orm, OrderRequestEntity, { ...request, proof, handledAt: null, refusal: null });
}

/** Unhandled requests, oldest first. */
export async function readOrderRequestsOpen(orm: Orm, limit: number): Promise<ProvableRequest[]> {
  return dbOf(orm)
    .selectFrom('order_request')
    .select(['id', 'orderId', 'action', 'params', 'proof', 'at'])
    .where('handledAt', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** All requests for refunds of an order's money. */
export async function readRefundRequests(orm: Orm, orderId: string): Promise<ProvableRequest[]> {
  return dbOf(orm)
    .selectFrom('order_request')
    .select(['id', 'orderId', 'action', 'params', 'proof', 'at'])
    .where('orderId', '=', orderId)
    .where('action', 'in', ['requestRefund', 'refundExcess'])
    .execute();
}

/** Outcome of a request; null while it is unhandled. `refusal` is the serialized error, null when it was executed. */
export async function readOrderRequestOutcome(orm: Orm, id: string): Promise<{ refusal: string | null } | null> {
  const row = await dbOf(orm).selectFrom('order_request').select(['handledAt', 'refusal']).where('id', '=', id).executeTakeFirst();
  return row?.handledAt ? { refusal: row.refusal } : null;
}

/** Pseudo-constraint of an execution whose request has already been handled. */
export const REQUEST_HANDLED = 'order_request_open';

/**
 * Marks a request as executed, in the transaction of its changes: of several workers one executes it, and its outcome is what was done.
 * @throws ConflictError of `REQUEST_HANDLED`
 */
export async function writeRequestExecuted(tx: MoneyTx, id: string, at: Date): Promise<void> {
  const { count } = await tx.run('execute request', 'update order_request set handled_at = $2 where id = $1 and handled_at is null', [id, at]);
  if (count === 0) throw new ConflictError(REQUEST_HANDLED);
}

/** Marks a request as handled without changes of its own, unless it is handled already. `refusal` is null when its result existed before. */
export async function closeOrderRequest(orm: Orm, id: string, refusal: string | null, at: Date): Promise<void> {
  await dbOf(orm).updateTable('order_request').set({ handledAt: at, refusal }).where('id', '=', id).where('handledAt', 'is', null).execute();
}
