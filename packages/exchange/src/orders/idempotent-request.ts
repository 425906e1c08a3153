import { createHash } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import type { IdempotencyKey } from '@quydoi/database/repositories/idempotency';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
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

/** Length from which keys of several callers behind one address are not the same by chance. */
const UNGUESSED_KEY_LENGTH_MIN = 16;

/**
 * Derives the idempotency identity of an order creation request. Error: VALIDATION_FAILED when callers who are told apart by their address alone buy a
 * voucher under a key that others may have chosen as well: who repeats the request gets the key of the order, and with it the voucher.
 */
export function idempotentRequestOf(caller: Caller, input: CreateOrderInput): IdempotentRequest {
  const { idempotencyKey: key } = caller;
  const isVoucher = isCurrencyCode(input.to) && CURRENCIES[input.to].isVoucher === true;
  if (key !== null && key.length < UNGUESSED_KEY_LENGTH_MIN && isVoucher && identifiedSubject(caller) === null)
    throw new AppError('VALIDATION_FAILED');
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
  const { kind, from, to, quantity, destination, destinationBank, destinationName, sender, senderBank } = input;
  return createHash('sha256')
    .update(JSON.stringify([kind, from, to, quantity, destination, destinationBank, destinationName, sender, senderBank]))
    .digest('base64url');
}
