import type { Caller } from '@quydoi/contract/caller';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { authenticate, readCaller } from '../http/caller.ts';
import type { HttpContext } from '../http/context.ts';
import { listOf } from '../http/security-headers.ts';
import { refusalOf } from '../trpc/handler.ts';
import type { PlainAnswer } from './plain-answer.ts';
import type { FindPoll } from './poll.ts';
import type { RequestHead } from './request-head.ts';
import { serializeView } from './serialize-view.ts';

/** The input as our client encodes it, `{"json":{"ref":"…"}}`. Any other shape goes through tRPC. */
const INPUT_START = '?input=%7B%22json%22%3A%7B%22ref%22%3A%22';
const INPUT_END = '%22%7D%7D';
const REF = /^[A-Za-z0-9-]{1,100}$/;

/** An answer's bytes, one character each, before and after the server's time, which alone differs from poll to poll. */
interface EncodedOrder {
  readonly before: string;
  readonly after: string;
  /** In bytes, as the header says it. */
  readonly length: string;
}

/** `2026-01-06T02:00:00.000Z`: always this long. */
const TIME_LENGTH = 24;
const TIME_FIELD = '"serverTime":"';

/**
 * Recognises `GET /trpc/orders.get` and answers it from bytes that are made once per change of the order.
 * @param path where the tRPC router is mounted
 */
export function createOrderPolls(http: HttpContext, path: string): FindPoll {
  const encoded = new WeakMap<OrderView, EncodedOrder>();
  const route = `${path}/orders.get`;
  const start = `${route}${INPUT_START}`;
  const shared = listOf({ ...http.answerHeaders, 'content-type': 'application/json' });
  const isoTime = createIsoTime(() => http.options.now());

  function encode(view: OrderView): EncodedOrder {
    const known = encoded.get(view);
    if (known) return known;
    const text = Buffer.from(JSON.stringify({ result: { data: serializeView(view) } })).toString('latin1');
    const timeAt = text.lastIndexOf(TIME_FIELD) + TIME_FIELD.length;
    const made = { before: text.slice(0, timeAt), after: text.slice(timeAt + TIME_LENGTH), length: String(text.length) };
    encoded.set(view, made);
    return made;
  }

  function answerOf(view: OrderView, { requestId }: Caller): PlainAnswer {
    const { before, after, length } = encode(view);
    const headers = [...shared, 'content-length', length, 'x-request-id', requestId];
    return { status: 200, headers, body: { latin1: before + isoTime() + after }, requestId, errorCode: null };
  }

  function answer(head: RequestHead, ref: string): PlainAnswer | Promise<PlainAnswer> {
    const caller = readCaller(head, http);
    const refuse = (thrown: unknown) => refusalOf(http, caller, route, thrown);
    try {
      const view = http.pollOrder(caller, (visitor) => authenticate(visitor, head, http), { ref });
      return view instanceof Promise ? view.then((read) => answerOf(read, caller)).catch(refuse) : answerOf(view, caller);
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  return (method, target) => {
    if (method !== 'GET' || !target.startsWith(start) || !target.endsWith(INPUT_END)) return null;
    const ref = target.slice(start.length, -INPUT_END.length);
    return REF.test(ref) ? { route, answer: (head) => answer(head, ref.toUpperCase()) } : null;
  };
}

/** Formats the present time, once per millisecond. */
function createIsoTime(now: () => Date): () => string {
  let madeOf = Number.NaN;
  let made = '';
  return () => {
    const date = now();
    if (date.getTime() !== madeOf) {
      madeOf = date.getTime();
      made = date.toISOString();
    }
    return made;
  };
}
