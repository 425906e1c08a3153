import { AppError } from '@quydoi/contract/errors';
import { addOrderRequest, type OrderRequest, readOrderRequestOutcome } from '@quydoi/database/repositories/requests';
import { type Ctx, newId } from '../context.ts';
import { refusalOf } from './recalculation.ts';
import { proofOf, type RequestSecrets } from './request-proof.ts';

/** Maximum wait for the worker; the request stays queued either way. */
const WAIT_MS = 5_000;
const POLL_MS = 40;

/**
 * Submits a request to the worker and waits for its outcome. Errors: the worker's refusal; UNAVAILABLE on timeout.
 * @param secrets to prove that the caller has the order's key; null if nobody asked with it
 */
export async function submitOrderRequest(
  ctx: Ctx,
  orderId: string,
  action: OrderRequest['action'],
  params: OrderRequest['params'],
  secrets: RequestSecrets | null,
): Promise<void> {
  const id = newId(ctx);
  const proof = secrets && proofOf({ id, orderId, action, params }, secrets);
  await addOrderRequest(ctx.orm, { id, orderId, action, params, at: ctx.clock.now() }, proof);
  const until = ctx.clock.now().getTime() + WAIT_MS;
  while (ctx.clock.now().getTime() < until) {
    const outcome = await readOrderRequestOutcome(ctx.orm, id);
    if (outcome?.refusal) throw refusalOf(outcome.refusal);
    if (outcome) return;
    await ctx.clock.sleep(POLL_MS);
  }
  throw new AppError('UNAVAILABLE');
}
