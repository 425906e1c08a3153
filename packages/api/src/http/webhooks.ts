import { AppError } from '@quydoi/contract/errors';
import type { PlainAnswer } from '../fast-path/plain-answer.ts';
import { headOf, type RequestContext } from '../fast-path/request-head.ts';
import { errorAnswer } from '../rest/envelope.ts';
import { decodeText, readBytes } from './body.ts';
import { readCaller } from './caller.ts';
import type { HttpContext } from './context.ts';

/** Largest webhook, in bytes. */
const WEBHOOK_BYTES_MAX = 1_048_576;
const SOURCE = /^[a-z0-9-]{1,40}$/;

const ACKNOWLEDGED = '{"success":true}';

/**
 * Stores a provider's webhook, then acknowledges it; any other response makes the provider retry. Authenticated by the provider's
 * signature alone, never by cookies. A question before a payment is answered in the provider's own words.
 */
export async function answerWebhook(c: RequestContext, http: HttpContext): Promise<PlainAnswer> {
  const caller = readCaller(headOf(c), http);
  try {
    http.limiter.take('webhook', { addressBlock: caller.addressBlock, deviceId: null });
    const source = c.req.param('source') ?? '';
    if (!SOURCE.test(source)) throw new AppError('NOT_FOUND');
    const body = decodeText(await readBytes(c.req.raw, WEBHOOK_BYTES_MAX));
    if (body.includes('\0')) throw new AppError('BODY_INVALID');
    const text = await http.exchange.webhooks.receive({ source, headers: Object.fromEntries(c.req.raw.headers), body });
    const { requestId } = caller;
    const type = text === null ? 'application/json' : 'text/plain; charset=utf-8';
    const headers = { ...http.answerHeaders, 'content-type': type, 'x-request-id': requestId };
    return { status: 200, headers, body: text ?? ACKNOWLEDGED, requestId, errorCode: null };
  } catch (thrown) {
    return errorAnswer(http, caller, c.req.path, thrown);
  }
}
