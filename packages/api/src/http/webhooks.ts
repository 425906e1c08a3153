import { AppError } from '@quydoi/contract/errors';
import { headOf, type RequestContext } from '../fast-path/request-head.ts';
import { sendError } from '../rest/envelope.ts';
import { decodeText, readBytes } from './body.ts';
import { readCaller } from './caller.ts';
import type { HttpContext } from './context.ts';

/** Largest webhook, in bytes. */
const WEBHOOK_BYTES_MAX = 1_048_576;
const SOURCE = /^[a-z0-9-]{1,40}$/;

/**
 * Takes a provider's webhook. It is acknowledged only once it lies in the inbox; everything else makes the provider send it again. The
 * caller's cookies play no part: whoever signs it is believed.
 */
export async function answerWebhook(c: RequestContext, http: HttpContext): Promise<Response> {
  const caller = readCaller(headOf(c), http);
  try {
    http.limiter.take('webhook', { addressBlock: caller.addressBlock, deviceId: null });
    const source = c.req.param('source') ?? '';
    if (!SOURCE.test(source)) throw new AppError('NOT_FOUND');
    const body = decodeText(await readBytes(c.req.raw, WEBHOOK_BYTES_MAX));
    if (body.includes('\0')) throw new AppError('BODY_INVALID');
    await http.exchange.inbox.receive({ source, headers: Object.fromEntries(c.req.raw.headers), body });
    return new Response('{"success":true}', {
      headers: { ...http.answerHeaders, 'content-type': 'application/json', 'x-request-id': caller.requestId },
    });
  } catch (thrown) {
    return sendError(http, caller, c.req.path, thrown);
  }
}
