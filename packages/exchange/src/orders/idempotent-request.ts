import { createHash } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { CreatedOrderView, CreateOrderInput } from '@quydoi/contract/orders';
import { readOrderById } from '@quydoi/database/repositories/orders';
import type { Ctx } from '../context.ts';
import { findCachedOrder } from './get-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { orderKeyOf } from './order-key.ts';
import { idempotencyScopeOf } from './order-party.ts';

/** Idempotency key of a request with its scope and the hash of its body. */
export interface IdempotentRequest {
  readonly scope: string;
  readonly key: string | null;
  readonly bodyHash: string;
}

/** Derives the idempotency identity of an order creation request. */
export function idempotentRequestOf(caller: Caller, input: CreateOrderInput): IdempotentRequest {
  return { scope: idempotencyScopeOf(caller, input.destination), key: caller.idempotencyKey, bodyHash: hashOf(input) };
}

/** Returns the order created by an earlier request with the same key; null for a new request. @throws AppError IDEMPOTENCY_CONFLICT when the body differs */
export async function replay(ctx: Ctx, deps: OrderDeps, request: IdempotentRequest): Promise<CreatedOrderView | null> {
  if (request.key === null) return null;
  const earlier = await deps.findIdempotent(request.scope, request.key);
  if (!earlier) return null;
  if (earlier.bodyHash !== request.bodyHash) throw new AppError('IDEMPOTENCY_CONFLICT');
  const order = await readOrderById(ctx.orm, earlier.orderId);
  return order ? created(ctx, deps, order.ref) : null;
}

async function created(ctx: Ctx, deps: OrderDeps, ref: string): Promise<CreatedOrderView> {
  const page = await findCachedOrder(deps, ref);
  return { ...page.view('full'), serverTime: ctx.clock.now(), key: orderKeyOf(ref, deps.secrets) };
}

function hashOf(input: CreateOrderInput): string {
  const { kind, from, to, quantity, destination, destinationBank, destinationName, sender, senderBank } = input;
  return createHash('sha256')
    .update(JSON.stringify([kind, from, to, quantity, destination, destinationBank, destinationName, sender, senderBank]))
    .digest('base64url');
}
