import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpContext } from '../http/context.ts';
import { observeAnswer, startTimer, type Transport } from '../observe.ts';
import { CONFIG_WEB_PATH, type ConfigWebPolls } from './config-web-polls.ts';
import { type PlainAnswer, sendPlain } from './plain-answer.ts';
import type { FindPoll } from './poll.ts';
import { headOfIncoming } from './request-head.ts';

/**
 * Answers a poll, or a request with several hosts, directly on Node's request and response. Returns false for any other request, which the app
 * answers.
 */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => boolean;

const NO_BYTES = Buffer.alloc(0);

/**
 * Answers polls directly on Node's request and response: creating a `Request` and a `Response` costs as much as the answer. The app
 * answers the same polls with the same functions and bytes.
 */
export function createNodeListener(http: HttpContext, findPoll: FindPoll, configWeb: ConfigWebPolls): NodeListener {
  function finish(transport: Transport, route: string, startedMs: number, answer: PlainAnswer, request: IncomingMessage, response: ServerResponse) {
    sendPlain(answer, request.method, response);
    observeAnswer(http, transport, request.method ?? '', route, startedMs, answer);
  }

  return (request, response) => {
    const { method, url = '' } = request;
    if (countHosts(request.rawHeaders) > 1) {
      finish('rest', '/unknown', startTimer(http), severalHosts(http), request, response);
      return true;
    }
    const poll = findPoll(method, url);
    if (poll) {
      const startedMs = startTimer(http);
      const answer = poll.answer(headOfIncoming(request));
      if (answer instanceof Promise) void answer.then((made) => finish('trpc', poll.route, startedMs, made, request, response));
      else finish('trpc', poll.route, startedMs, answer, request, response);
      return true;
    }
    if (method !== 'POST' || url !== CONFIG_WEB_PATH || !configWeb.isPoll(request.headers)) return false;
    const startedMs = startTimer(http);
    readShortBody(request, (body) => finish('rest', CONFIG_WEB_PATH, startedMs, configWeb.answer(headOfIncoming(request), body), request, response));
    return true;
  };
}

/** Number of `Host` headers. Node keeps the first of several, a proxy may route by another (RFC 9112 section 3.2 asks for 400). */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/** The refusal of a request with several hosts. The connection ends, because the proxy may take what follows for another caller's. */
function severalHosts({ answerHeaders }: HttpContext): PlainAnswer {
  const headers = { ...answerHeaders, connection: 'close', 'content-length': '0' };
  return { status: 400, headers, body: null, requestId: null, errorCode: 'VALIDATION_FAILED' };
}

/** Reads a body that is no longer than declared, which Node's parser enforces. A caller who disconnects gets no answer. */
function readShortBody(request: IncomingMessage, then: (body: Buffer) => void): void {
  let body: Buffer = NO_BYTES;
  request.on('data', (part: Buffer) => {
    body = body === NO_BYTES ? part : Buffer.concat([body, part]);
  });
  request.on('end', () => then(body));
}
