import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { AppError } from '@quydoi/contract/errors';
import type { ConfigWebAnswers } from '../fast-path/config-web-polls.ts';
import type { PlainAnswer } from '../fast-path/plain-answer.ts';
import { chooseAnswer, sendEncoded } from '../fast-path/prepared-answer.ts';
import { headOf, headOfIncoming, type RequestContext, type RequestHead } from '../fast-path/request-head.ts';
import { decodeText, readBody } from '../http/body.ts';
import { admit, authenticate, readCaller } from '../http/caller.ts';
import type { HttpContext } from '../http/context.ts';
import { errorAnswer, sendError, sendSuccess } from './envelope.ts';
import { type Fields, readFields } from './fields.ts';
import type { RestRoute } from './route.ts';

/** Path under which the public API stands. */
export const REST_PATH = '/api/v1';
/** Largest body, in bytes. */
const BODY_BYTES_MAX = 65_536;

/** Answers one route of the public API. */
export async function answerRoute(c: RequestContext, http: HttpContext, route: RestRoute): Promise<Response> {
  const head = headOf(c);
  const caller = readCaller(head, http);
  try {
    admit(head, http, caller);
    const known = await authenticate(caller, head, http);
    const fields = await fieldsOf(c, head);
    return sendSuccess(http, known, await route.run({ exchange: http.exchange, caller: known }, fields));
  } catch (thrown) {
    return sendError(http, caller, c.req.path, thrown);
  }
}

/** Where the public configuration is asked for. */
export const CONFIG_WEB_PATH = `${REST_PATH}/config-web`;
/** Short bodies of `config-web` that were read before, with what they ask for: pollers send the same few again and again. */
const knownPolls = new Map<string, boolean>();
const KNOWN_POLLS_MAX = 64;
const KNOWN_POLL_LENGTH_MAX = 64;
const NOTHING = Buffer.alloc(0);

/** Answers `config-web` from ready bytes. `isGetAll` is the text `true` or `false`; everything is given where it is missing. */
export async function answerConfigWeb(c: RequestContext, http: HttpContext, answers: ConfigWebAnswers): Promise<Response> {
  const head = headOf(c);
  try {
    if (head.header('cookie') !== undefined) admit(head, http, readCaller(head, http));
    return sendEncoded(head, answers.current(wantsAll(await readBody(c, BODY_BYTES_MAX), head)));
  } catch (thrown) {
    return sendError(http, readCaller(head, http), c.req.path, thrown);
  }
}

/** Answers `config-web` for other programs, which send no cookie and little else. */
export interface ConfigWebPolls {
  /** Whether a POST with these headers is one of them. */
  isPoll(headers: IncomingHttpHeaders): boolean;
  /** Reads the body and hands over the answer, which may be a refusal. Who breaks off gets none. */
  answer(request: IncomingMessage, send: (answer: PlainAnswer) => void): void;
}

/** Makes the answers to polls of `config-web`. */
export function createConfigWebPolls(http: HttpContext, answers: ConfigWebAnswers): ConfigWebPolls {
  return {
    isPoll: (headers) => headers.cookie === undefined && Number(headers['content-length']) <= KNOWN_POLL_LENGTH_MAX,
    answer(request, send) {
      let body: Buffer = NOTHING;
      // No longer than was declared: Node's parser sees to it.
      request.on('data', (part: Buffer) => {
        body = body === NOTHING ? part : Buffer.concat([body, part]);
      });
      request.on('end', () => send(pollAnswer(http, answers, body, headOfIncoming(request))));
    },
  };
}

function pollAnswer(http: HttpContext, answers: ConfigWebAnswers, body: Buffer, head: RequestHead): PlainAnswer {
  try {
    return chooseAnswer(answers.current(wantsAll(body, head)), head.header('if-none-match'), head.header('accept-encoding'));
  } catch (thrown) {
    return errorAnswer(http, readCaller(head, http), CONFIG_WEB_PATH, thrown);
  }
}

function wantsAll(body: Uint8Array, head: RequestHead): boolean {
  const contentType = head.header('content-type') ?? null;
  const key = body.byteLength <= KNOWN_POLL_LENGTH_MAX ? pollKey(body, contentType) : null;
  const known = key === null ? undefined : knownPolls.get(key);
  if (known !== undefined) return known;
  const wanted = readFields(decodeText(body), contentType).get('isgetall') !== 'false';
  if (key !== null && key.length <= 2 * KNOWN_POLL_LENGTH_MAX && knownPolls.size < KNOWN_POLLS_MAX) knownPolls.set(key, wanted);
  return wanted;
}

/** Different for different bytes, whether or not they are text; a header holds no NUL. */
function pollKey(body: Uint8Array, contentType: string | null): string {
  return `${contentType}\0${Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')}`;
}

/** The answer for paths below `/api` that lead nowhere, and for known paths asked with the wrong method. */
export function answerUnknown(c: RequestContext, http: HttpContext, isKnownPath: boolean): Response {
  return sendError(http, readCaller(headOf(c), http), c.req.path, new AppError(isKnownPath ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'));
}

async function fieldsOf(c: RequestContext, head: RequestHead): Promise<Fields> {
  return readFields(decodeText(await readBody(c, BODY_BYTES_MAX)), head.header('content-type') ?? null);
}
