import type { IncomingHttpHeaders } from 'node:http';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { ConfigExtras } from '@quydoi/contract/config-extras';
import type { Snapshot } from '@quydoi/contract/ports';
import { LRUCache } from 'lru-cache';
import { decodeText } from '../http/body.ts';
import { checkHeaders, readCaller } from '../http/caller.ts';
import type { AppOptions, HttpContext } from '../http/context.ts';
import { encodeSnapshot } from '../http/encoding.ts';
import type { PlainHeaders } from '../http/security-headers.ts';
import { errorAnswer } from '../rest/envelope.ts';
import { readFields } from '../rest/fields.ts';
import { completeData, priceData } from '../rest/v1/config-web-wire.ts';
import type { PlainAnswer } from './plain-answer.ts';
import { chooseAnswer, type PreparedResponse, prepareAnswer } from './prepared-response.ts';
import type { RequestHead } from './request-head.ts';

/** Path of the public configuration. */
export const CONFIG_WEB_PATH = '/api/v1/config-web';

/** Short bodies read before, with what they ask for: pollers repeat the same few. */
const KNOWN_BODIES_MAX = 64;
const KNOWN_BODY_BYTES_MAX = 64;

/** Answers `POST /api/v1/config-web` from encoded bytes. */
export interface ConfigWebPolls {
  /** Whether a POST with these headers is short and anonymous, as other programs poll: Node's listener then answers it directly. */
  isPoll(headers: IncomingHttpHeaders): boolean;
  /** The configuration that the body asks for: all of it, unless `isGetAll` is `false`. Never throws: a refusal is an answer. */
  answer(head: RequestHead, body: Uint8Array): PlainAnswer;
}

/** Joins the snapshots into the public configuration, again only after one of them has changed. */
export function createConfigWebPolls(http: HttpContext): ConfigWebPolls {
  const complete = preparedJoin(http.options.snapshots, true, http.securityHeaders);
  const prices = preparedJoin(http.options.snapshots, false, http.securityHeaders);
  const known = new LRUCache<string, boolean>({ max: KNOWN_BODIES_MAX });

  function wantsAll(body: Uint8Array, head: RequestHead): boolean {
    const contentType = head.header('content-type') ?? null;
    const key = keyOf(body, contentType);
    const before = known.get(key);
    if (before !== undefined) return before;
    const wanted = readFields(decodeText(body), contentType).get('isgetall') !== 'false';
    if (key.length <= 2 * KNOWN_BODY_BYTES_MAX) known.set(key, wanted);
    return wanted;
  }

  return {
    isPoll: (headers) => headers.cookie === undefined && Number(headers['content-length']) <= KNOWN_BODY_BYTES_MAX,
    answer(head, body) {
      try {
        if (head.header('cookie') !== undefined || head.header('sec-fetch-site') !== undefined) checkHeaders(head, http, readCaller(head, http));
        return chooseAnswer(wantsAll(body, head) ? complete() : prices(), head);
      } catch (thrown) {
        return errorAnswer(http, readCaller(head, http), CONFIG_WEB_PATH, thrown);
      }
    },
  };
}

function preparedJoin(snapshots: AppOptions['snapshots'], isComplete: boolean, securityHeaders: PlainHeaders): () => PreparedResponse {
  let last: { readonly made: Joined; readonly answer: PreparedResponse } | null = null;
  return () => {
    const made: Joined = { config: snapshots.config(), live: snapshots.live(), ...(isComplete && { extras: snapshots.extras() }) };
    if (last === null || last.made.config !== made.config || last.made.live !== made.live || last.made.extras !== made.extras) {
      last = { made, answer: join(made, securityHeaders) };
    }
    return last.answer;
  };
}

/** What an answer is put together from; prices alone need no extras. */
interface Joined {
  readonly config: Snapshot<ConfigView>;
  readonly live: Snapshot<LiveView>;
  readonly extras?: Snapshot<ConfigExtras>;
}

function join({ config, live, extras }: Joined, securityHeaders: PlainHeaders): PreparedResponse {
  const data = extras ? completeData(config.view, live.view, extras.view) : priceData(config.view, live.view);
  const plain = Buffer.from(JSON.stringify({ status: 'success', message: '', data }));
  return prepareAnswer(encodeSnapshot(plain, `"${config.version}.${live.version}.${extras?.version ?? 'prices'}"`), securityHeaders);
}

/** Different for different bytes, whether or not they are text; a header holds no NUL. Long bodies are no keys. */
function keyOf(body: Uint8Array, contentType: string | null): string {
  const start = body.subarray(0, 2 * KNOWN_BODY_BYTES_MAX);
  return `${contentType}\0${Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1')}`;
}
