import { AppError } from '@quydoi/contract/errors';
import { decodeText, readBody } from '../body.ts';
import { admit, type RequestContext, readCaller } from '../caller.ts';
import type { Door } from '../door.ts';
import { headerOf, sendEncoded } from '../encoded-answer.ts';
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
    const fields = await fieldsOf(c);
    return sendSuccess(door, caller, await route.run({ exchange: door.exchange, caller }, fields));
  } catch (thrown) {
    return sendError(door, caller, c.req.path, thrown);
  }
}

/** Short bodies of `config-web` that were read before, with what they ask for: pollers send the same few again and again. */
const knownPolls = new Map<string, boolean>();
const KNOWN_POLLS_MAX = 64;
const KNOWN_POLL_LENGTH_MAX = 64;

/** Answers `config-web` from ready bytes. `isGetAll` is the text `true` or `false`; everything is given where it is missing. */
export async function answerConfigWeb(c: RequestContext, door: Door, answers: ConfigWebAnswers): Promise<Response> {
  try {
    if (headerOf(c, 'cookie') !== undefined) admit(c, door, readCaller(c, door));
    return sendEncoded(c, answers.current(await wantsAll(c)));
  } catch (thrown) {
    return sendError(door, readCaller(c, door), c.req.path, thrown);
  }
}

async function wantsAll(c: RequestContext): Promise<boolean> {
  const text = decodeText(await readBody(c, BODY_BYTES_MAX));
  const contentType = headerOf(c, 'content-type') ?? null;
  const key = `${contentType} ${text}`;
  const known = knownPolls.get(key);
  if (known !== undefined) return known;
  const wanted = readFields(text, contentType).get('isgetall') !== 'false';
  if (key.length <= KNOWN_POLL_LENGTH_MAX && knownPolls.size < KNOWN_POLLS_MAX) knownPolls.set(key, wanted);
  return wanted;
}

/** The answer for paths below `/api` that lead nowhere, and for known paths asked with the wrong method. */
export function answerUnknown(c: RequestContext, door: Door, isKnownPath: boolean): Response {
  return sendError(door, readCaller(c, door), c.req.path, new AppError(isKnownPath ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'));
}

async function fieldsOf(c: RequestContext): Promise<Fields> {
  return readFields(decodeText(await readBody(c, BODY_BYTES_MAX)), headerOf(c, 'content-type') ?? null);
}
