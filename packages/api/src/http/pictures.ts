import { AppError } from '@quydoi/contract/errors';
import type { PlainAnswer } from '../fast-path/plain-answer.ts';
import { headOf, type RequestContext } from '../fast-path/request-head.ts';
import { errorAnswer } from '../rest/envelope.ts';
import { authenticate, readCaller } from './caller.ts';
import type { HttpContext } from './context.ts';

/** A picture never changes under its name. */
const FOREVER = 'public, max-age=31536000, immutable';
const PICTURE_FILE = /^([0-9a-f]{64})\.jpg$/;

/** Answers the picture of an article, which other sites may show, too. */
export async function answerPicture(c: RequestContext, http: HttpContext, file: string, path: string): Promise<PlainAnswer> {
  const visitor = readCaller(headOf(c), http);
  try {
    http.limiter.take('poll', visitor);
    const hash = PICTURE_FILE.exec(file)?.[1];
    const image = hash === undefined ? null : await http.exchange.pictures.article(hash);
    if (image === null) throw new AppError('NOT_FOUND');
    const headers = {
      ...http.securityHeaders,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': FOREVER,
      'content-type': 'image/jpeg',
      'content-length': String(image.byteLength),
    };
    return { status: 200, headers, body: new Uint8Array(image), requestId: null, errorCode: null };
  } catch (thrown) {
    return errorAnswer(http, visitor, path, thrown);
  }
}

/** Answers a customer's own picture. Nothing of it is left in the browser's cache for whoever uses the browser next. */
export async function answerAvatar(c: RequestContext, http: HttpContext, id: string, path: string): Promise<PlainAnswer> {
  const head = headOf(c);
  const visitor = readCaller(head, http);
  try {
    const caller = await authenticate(visitor, head, http);
    const image = await http.exchange.pictures.avatar(caller, id);
    if (image === null) throw new AppError('NOT_FOUND');
    const headers = {
      ...http.answerHeaders,
      'content-type': 'image/jpeg',
      'content-length': String(image.byteLength),
      'x-request-id': caller.requestId,
    };
    return { status: 200, headers, body: new Uint8Array(image), requestId: caller.requestId, errorCode: null };
  } catch (thrown) {
    return errorAnswer(http, visitor, path, thrown);
  }
}
