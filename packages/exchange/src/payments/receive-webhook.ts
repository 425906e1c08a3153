import { AppError } from '@quydoi/contract/errors';
import type { WebhookInput } from '@quydoi/contract/ports';
import { addWebhook } from '@quydoi/database/repositories/webhooks';
import { RailError } from '@quydoi/rails/rail-error';
import type { RawWebhook } from '@quydoi/rails/source';
import { type Ctx, newId } from '../context.ts';
import { signedHeaders } from './signed-headers.ts';
import { findWebhookSource } from './webhook-source.ts';

/**
 * Stores an authenticated webhook before it is acknowledged. Its content is processed asynchronously, so that the response is quick
 * and no webhook is lost. Errors: NOT_FOUND, SIGNATURE_INVALID, BODY_INVALID.
 */
export async function receiveWebhook(ctx: Ctx, input: WebhookInput): Promise<void> {
  const receivedAt = ctx.clock.now();
  const webhook: RawWebhook = { ...input, receivedAt };
  const found = findWebhookSource(ctx, input.source);
  if (!found) throw new AppError('NOT_FOUND');
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
}
