import { AppError } from '@quydoi/contract/errors';
import { decodeText, readBytes } from '../body.ts';
import { admit, type RequestContext, readCaller } from '../caller.ts';
import type { Door } from '../door.ts';
import { sendEncoded } from '../encoded-answer.ts';
import { sendError, sendSuccess } from './envelope.ts';
import { type Fields, readFields } from './fields.ts';
import type { RestRoute } from './route.ts';
import type { ConfigWebAnswers } from './v1/config-web.ts';

/** Path under which the public API stands. */
export const REST_PATH = '/api/v1';
/** Largest body, in bytes. */
const BODY_BYTES_MAX = 65_536;

/** Answers one route of the public API. */
export async function answerRoute(c: RequestContext, door: Door, route: RestRoute): Promise<Response> {
  const caller = readCaller(c, door);
  try {
    admit(c, door, caller);
    const fields = await fieldsOf(c.req.raw);
    return sendSuccess(door, caller, await route.run({ exchange: door.exchange, caller }, fields));
  } catch (thrown) {
    return sendError(door, caller, c.req.path, thrown);
  }
}

/** Answers `config-web` from ready bytes. `isGetAll` is the text `true` or `false`; everything is given where it is missing. */
export async function answerConfigWeb(c: RequestContext, door: Door, answers: ConfigWebAnswers): Promise<Response> {
  try {
    if (c.req.raw.headers.has('cookie')) admit(c, door, readCaller(c, door));
    const fields = await fieldsOf(c.req.raw);
    return sendEncoded(c, answers.current(fields.get('isgetall') !== 'false'));
  } catch (thrown) {
    return sendError(door, readCaller(c, door), c.req.path, thrown);
  }
}

/** The answer for paths below `/api` that lead nowhere, and for known paths asked with the wrong method. */
export function answerUnknown(c: RequestContext, door: Door, isKnownPath: boolean): Response {
  return sendError(door, readCaller(c, door), c.req.path, new AppError(isKnownPath ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'));
}

async function fieldsOf(request: Request): Promise<Fields> {
  return readFields(decodeText(await readBytes(request, BODY_BYTES_MAX)), request.headers.get('content-type'));
}
