import { createHash } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import type { IdempotencyKey } from '@quydoi/database/repositories/idempotency';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { IDEMPOTENCY_KEY_LENGTH_MIN } from '@quydoi/domain/constants';
import type { Ctx } from '../context.ts';
import { identifiedSubject } from '../identified-subject.ts';
import { isMac, macOf } from '../keyed-mac.ts';
import { findCachedOrder } from './get-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { type OrderKeySecrets, orderKeyOf } from './order-key.ts';
import { idempotencyScopeOf } from './order-party.ts';

/** Idempotency key of a request with its scope and the hash of its body. */
export interface IdempotentRequest {
  readonly scope: string;
  readonly key: string | null;
  readonly bodyHash: string;
}

/**
 * Derives the idempotency identity of an order creation request. Error: IDEMPOTENCY_KEY_TOO_SHORT when callers who are told apart by their address alone
 * use a key that others may choose as well: who repeats the request gets the order with its key, and with another request they block it.
 */
export function idempotentRequestOf(caller: Caller, input: CreateOrderInput): IdempotentRequest {
  const { idempotencyKey: key } = caller;
  if (key !== null && key.length < IDEMPOTENCY_KEY_LENGTH_MIN && identifiedSubject(caller) === null)
    throw new AppError('IDEMPOTENCY_KEY_TOO_SHORT', { min: String(IDEMPOTENCY_KEY_LENGTH_MIN) });
  return { scope: idempotencyScopeOf(caller, input.destination), key, bodyHash: hashOf(input) };
}

/** The record that a request makes this order, with the process's proof; null for a request without a key. */
export function idempotencyOf(request: IdempotentRequest, orderId: string, secrets: OrderKeySecrets): IdempotencyKey | null {
  const { scope, key } = request;
  return key === null ? null : { scope, key, orderId, proof: macOf(textOf(request, orderId), secrets) };
}

/**
 * Returns the order created by an earlier request with the same key, with the order's own key; null for a new request. The record has to be the
 * process's own: one that its database login alone wrote names any order.
 * @throws AppError IDEMPOTENCY_CONFLICT when the body differs, or the record is not ours
 */
export async function replay(ctx: Ctx, deps: OrderDeps, request: IdempotentRequest): Promise<CreatedOrderView | null> {
  if (request.key === null) return null;
  const earlier = await deps.findIdempotent(request.scope, request.key);
  if (!earlier) return null;
  if (!isMac(earlier.proof, textOf(request, earlier.orderId), deps.secrets)) throw new AppError('IDEMPOTENCY_CONFLICT');
  const order = await readOrderById(ctx.orm, earlier.orderId);
  return order ? created(ctx, deps, order.ref) : null;
}

async function created(ctx: Ctx, deps: OrderDeps, ref: string): Promise<CreatedOrderView> {
  const page = await findCachedOrder(deps, ref);
  return { ...page.view('full'), serverTime: ctx.clock.now(), key: orderKeyOf(ref, deps.secrets) };
}

function textOf({ scope, key, bodyHash }: IdempotentRequest, orderId: string): string {
  return `idempotency ${JSON.stringify([scope, key, bodyHash, orderId])}`;
}

function hashOf(input: CreateOrderInput): string {
  const { kind, from, to, quantity, destination, destinationBank, destinationName, sender, senderBank, coupon, fromBalance, toBalance } = input;
  const accounts = [destination, destinationBank, destinationName, sender, senderBank];
  // Whether balances pay and are paid; another code pays the same order.
  const balances = fromBalance || toBalance ? [{ from: fromBalance !== undefined, to: toBalance === true }] : [];
  return createHash('sha256')
    .update(JSON.stringify([kind, from, to, quantity, ...accounts, ...(coupon ? [coupon] : []), ...balances]))
    .digest('base64url');
}
