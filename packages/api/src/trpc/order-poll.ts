import type { OrderView } from '@quydoi/contract/orders';
import { readCaller } from '../caller.ts';
import type { Door } from '../door.ts';
import type { PlainAnswer } from '../plain-answer.ts';
import type { RequestHead } from '../request-head.ts';
import { refusalOf } from './handler.ts';
import { serializeView } from './serialize-view.ts';

/** The only shape in which our client asks for an order, `{"json":{"ref":"…"}}`, as it stands in the query; anything else goes the long way. */
const INPUT_START = '?input=%7B%22json%22%3A%7B%22ref%22%3A%22';
const INPUT_END = '%22%7D%7D';
const REF = /^[A-Za-z0-9-]{1,100}$/;

/** An answer's bytes with the place of the server's time in them: all that differs from poll to poll. */
interface EncodedOrder {
  readonly bytes: Buffer;
  readonly length: string;
  readonly timeAt: number;
}

/** `2026-01-06T02:00:00.000Z`: always this long. */
const TIME_LENGTH = 24;
const TIME_FIELD = '"serverTime":"';

/** Answers `GET /trpc/orders.get` from bytes that are made once per change of the order, so that thousands of watching browsers cost little. */
export interface OrderPolls {
  /** The reference that a request polls, by method and target of the request line; null when it is another request. */
  refOf(method: string | undefined, target: string): string | null;
  /** Never rejects: a refusal is an answer. */
  answer(head: RequestHead, ref: string): Promise<PlainAnswer>;
}

/** @param path where the router stands */
export function createOrderPolls(door: Door, path: string): OrderPolls {
  const encoded = new WeakMap<OrderView, EncodedOrder>();
  const pollPath = `${path}/orders.get`;
  const start = `${pollPath}${INPUT_START}`;

  function encode(view: OrderView): EncodedOrder {
    const known = encoded.get(view);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify({ result: { data: serializeView(view) } }));
    const made = { bytes, length: String(bytes.byteLength), timeAt: bytes.lastIndexOf(TIME_FIELD) + TIME_FIELD.length };
    encoded.set(view, made);
    return made;
  }

  return {
    refOf(method, target) {
      if (method !== 'GET' || !target.startsWith(start) || !target.endsWith(INPUT_END)) return null;
      const ref = target.slice(start.length, -INPUT_END.length);
      return REF.test(ref) ? ref.toUpperCase() : null;
    },
    async answer(head, ref) {
      const caller = readCaller(head, door);
      try {
        const { bytes, length, timeAt } = encode(await door.exchange.polled.order(caller, { ref }));
        const body = Buffer.from(bytes);
        body.write(door.options.now().toISOString(), timeAt, TIME_LENGTH, 'latin1');
        const headers = { ...door.answerHeaders, 'content-type': 'application/json', 'content-length': length, 'x-request-id': caller.requestId };
        return { status: 200, headers, body };
      } catch (thrown) {
        return refusalOf(door, caller, pollPath, thrown);
      }
    },
  };
}
