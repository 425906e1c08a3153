import { AppError } from '@quydoi/contract/errors';
import type { WebhookInput } from '@quydoi/contract/ports';
import { addWebhook } from '@quydoi/database/repositories/webhooks';
import { RailError } from '@quydoi/rails/rail-error';
import type { RawWebhook } from '@quydoi/rails/source';
import { type Ctx, newId } from '../context.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { fitsOrder } from './fits-order.ts';
import { signedHeaders } from './signed-headers.ts';
import { findWebhookSource } from './webhook-source.ts';

/**
 * Stores an authenticated webhook before it is acknowledged. Its content is processed asynchronously, so that the response is quick
 * and no webhook is lost. A provider's question before a payment is answered at once, and nothing is stored.
 * Errors: NOT_FOUND, SIGNATURE_INVALID, BODY_INVALID.
 * @returns body that the provider expects; null where any acknowledgement will do
 */
export async function receiveWebhook(ctx: Ctx, deps: Pick<OrderDeps, 'pages'>, input: WebhookInput): Promise<string | null> {
  const receivedAt = ctx.clock.now();
  const webhook: RawWebhook = { ...input, receivedAt };
  const found = findWebhookSource(ctx, input.source);
  if (!found) throw new AppError('NOT_FOUND');
  const question = found.source.questions?.read(webhook) ?? null;
  if (question === 'probe') return null;
  if (question !== null && found.source.questions) {
    const { yes, no } = found.source.questions;
    return question !== 'unfit' && (await fitsOrder(ctx, deps, found.network, question)) ? yes : no;
  }
  try {
    found.source.authenticate(webhook);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    throw new AppError(error.trouble === 'malformed' ? 'BODY_INVALID' : 'SIGNATURE_INVALID');
  }
  // PostgreSQL text cannot hold NUL; no genuine provider sends one.
  if (input.body.includes('\u0000')) throw new AppError('BODY_INVALID');
  await ctx.checkpoint('webhook.before-write');
  await addWebhook(ctx.orm, { id: newId(ctx), source: input.source, headers: signedHeaders(input.headers), body: input.body, receivedAt });
  await ctx.checkpoint('webhook.after-write');
  return null;
}
