import { AppError } from '@quydoi/contract/errors';
import type { PlainAnswer } from '../fast-path/plain-answer.ts';
import { headOf, type RequestContext, type RequestHead } from '../fast-path/request-head.ts';
import { decodeText, readBody } from '../http/body.ts';
import { authenticate, checkHeaders, readCaller } from '../http/caller.ts';
import type { HttpContext } from '../http/context.ts';
import { errorAnswer, successAnswer } from './envelope.ts';
import { type Fields, readFields, readQuery } from './fields.ts';
import type { RestRoute } from './route.ts';

/** Path under which the public API is mounted. */
export const REST_PATH = '/api/v1';
/** Largest body of the public API. */
export const REST_BODY_BYTES_MAX = 65_536;

/** Answers one route of the public API. */
export async function answerRoute(c: RequestContext, http: HttpContext, route: RestRoute): Promise<PlainAnswer> {
  const head = headOf(c);
  const visitor = readCaller(head, http);
  try {
    checkHeaders(head, http, visitor);
    const caller = await authenticate(visitor, head, http);
    return successAnswer(http, caller, await route.run({ exchange: http.exchange, caller }, await fieldsOf(c, head, route)));
  } catch (thrown) {
    return errorAnswer(http, visitor, c.req.path, thrown);
  }
}

async function fieldsOf(c: RequestContext, head: RequestHead, { method }: RestRoute): Promise<Fields> {
  if (method === 'GET') return readQuery(c.req.raw.url);
  return readFields(decodeText(await readBody(c, REST_BODY_BYTES_MAX)), head.header('content-type') ?? null);
}

/** Answers an unknown API path or a wrong method with the error envelope. */
export function answerUnknown(c: RequestContext, http: HttpContext, isKnownPath: boolean): PlainAnswer {
  return errorAnswer(http, readCaller(headOf(c), http), c.req.path, new AppError(isKnownPath ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'));
}
