import { AppError } from '@quydoi/contract/errors';
import { readOrderById, readSupersedable } from '@quydoi/database/repositories/orders';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import type { Admission, Candidate } from './admit-orders.ts';
import type { OrderDeps } from './order-deps.ts';
import { isOwnerless } from './order-party.ts';
import { submitOrderRequest } from './submit-order-request.ts';

/** Admits an order. At the limit of open orders, first supersedes an older unpaid order of the same subject and trade, then tries once more. */
export async function admitOrSupersede(ctx: Ctx, deps: OrderDeps, candidate: Candidate): Promise<Admission> {
  const admission = await admitOnce(ctx, deps, candidate);
  if (admission !== 'too-many') return admission;
  const { order, idempotency } = candidate;
  if (idempotency && (await deps.findIdempotent(idempotency.scope, idempotency.key))) return 'repeated';
  if (isOwnerless(order.subject)) return admission;
  const older = await readSupersedable(ctx.orm, order.subject, order);
  if (!older) return admission;
  await supersede(ctx, deps, older);
  return admitOnce(ctx, deps, candidate);
}

/** Requests that an older order be superseded. An order that was paid or ended concurrently no longer counts, so its refusal is ignored. */
async function supersede(ctx: Ctx, deps: OrderDeps, older: Order): Promise<void> {
  try {
    await submitOrderRequest(ctx, older, 'supersede', {}, deps.requestSecrets);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ORDER_ACTION_NOT_ALLOWED') throw error;
  }
}

/** Admits once. If the outcome of the write is unknown (connection lost), looks the order up by its pre-generated id. */
async function admitOnce(ctx: Ctx, deps: OrderDeps, candidate: Candidate): Promise<Admission> {
  try {
    return await deps.admit(candidate);
  } catch (error) {
    if (await readOrderById(ctx.orm, candidate.order.id).catch(() => null)) return 'admitted';
    throw error;
  }
}
