import type { OrderView } from '@quydoi/contract/orders';
import superjson from 'superjson';
import { type RequestContext, readCaller } from '../caller.ts';
import type { Door } from '../door.ts';
import { refuseCall } from './handler.ts';

/** The only shape in which our client asks for an order; anything else goes the long way. */
const INPUT = /^\{"json":\{"ref":"([A-Za-z0-9-]{1,100})"\}\}$/;

/** An answer's bytes with the place of the server's time in them: all that differs from poll to poll. */
interface EncodedOrder {
  readonly bytes: Buffer;
  readonly timeAt: number;
}

/** `2026-01-06T02:00:00.000Z`: always this long. */
const TIME_LENGTH = 24;
const TIME_FIELD = '"serverTime":"';

/**
 * Answers `GET /trpc/orders.get` from bytes that are made once per change of the order, so that thousands of watching browsers cost little.
 * Null for every other request.
 */
export function createOrderPolls(door: Door, path: string): (c: RequestContext) => Promise<Response> | null {
  const encoded = new WeakMap<OrderView, EncodedOrder>();
  const pollPath = `${path}/orders.get`;

  function encode(view: OrderView): EncodedOrder {
    const known = encoded.get(view);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify({ result: { data: superjson.serialize(view) } }));
    const made = { bytes, timeAt: bytes.lastIndexOf(TIME_FIELD) + TIME_FIELD.length };
    encoded.set(view, made);
    return made;
  }

  async function answer(c: RequestContext, ref: string): Promise<Response> {
    const caller = readCaller(c, door);
    try {
      const { bytes, timeAt } = encode(await door.exchange.polled.order(caller, { ref }));
      const body = Buffer.from(bytes);
      body.write(door.options.now().toISOString(), timeAt, TIME_LENGTH, 'latin1');
      return new Response(body, { headers: { ...door.answerHeaders, 'content-type': 'application/json', 'x-request-id': caller.requestId } });
    } catch (thrown) {
      return refuseCall(door, caller, c.req.path, thrown);
    }
  }

  return (c) => {
    if (c.req.path !== pollPath || c.req.raw.method !== 'GET') return null;
    const ref = refOf(c.req.raw.url);
    return ref === null ? null : answer(c, ref.toUpperCase());
  };
}

/** The reference asked for, when `input` is all that the query holds. */
function refOf(url: string): string | null {
  const query = url.slice(url.indexOf('?') + 1);
  if (!query.startsWith('input=')) return null;
  try {
    return INPUT.exec(decodeURIComponent(query.slice('input='.length)))?.[1] ?? null;
  } catch {
    return null;
  }
}
