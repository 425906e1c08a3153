import { AppError } from '@quydoi/contract/errors';
import { addOrderRequest, type OrderRequest, readOrderRequestOutcome } from '@quydoi/database/repositories/requests';
import type { Order } from '@quydoi/domain/order/order';
import { type Ctx, newId } from '../context.ts';
import { orderCodeOf } from './order-proof.ts';
import { refusalOf } from './recalculation.ts';
import { type RequestSecrets, requestProofOf } from './request-proof.ts';

/** Maximum wait for the worker; the request stays queued either way. */
const WAIT_MS = 5_000;
const POLL_MS = 40;

/**
 * Submits a request to the worker and waits for its outcome. Errors: the worker's refusal; UNAVAILABLE on timeout.
 * @param secrets to prove it: to the worker by the order's code, and what a refund is asked for to the signer
 */
export async function submitOrderRequest(
  ctx: Ctx,
  order: Order,
  action: OrderRequest['action'],
  params: OrderRequest['params'],
  secrets: RequestSecrets,
): Promise<void> {
  const request = { id: newId(ctx), orderId: order.id, action, params, at: ctx.clock.now() };
  const isRefund = action === 'requestRefund' || action === 'refundExcess';
  await addOrderRequest(ctx.orm, request, isRefund ? requestProofOf(request, secrets) : orderCodeOf(order, secrets));
  const until = ctx.clock.now().getTime() + WAIT_MS;
  while (ctx.clock.now().getTime() < until) {
    const outcome = await readOrderRequestOutcome(ctx.orm, request.id);
    if (outcome?.refusal) throw refusalOf(outcome.refusal);
    if (outcome) return;
    await ctx.clock.sleep(POLL_MS);
  }
  throw new AppError('UNAVAILABLE');
}
