import type { Bench } from './bench.ts';
import { clientRequest } from './client-request.ts';
import type { HttpRequest } from './http-request.ts';
import type { Result } from './measure.ts';
import { makeOrders } from './orders.ts';
import { besideSameBytes, type Exchanged, exchanged, withTag } from './same-bytes.ts';

const GOAL = 0.65;
const ORDERS = 3_000;

/** What the page of an order asks for every five seconds, by the holders of many orders. */
export async function measureOrderPoll(bench: Bench): Promise<Result[]> {
  const orders = await makeOrders(bench, ORDERS);
  const [first] = orders;
  if (!first) throw new Error('no order was made');
  // The references and keys of all orders are equally long, so the others' requests follow from the first one's.
  const template = await clientRequest((client) => client.orders.get.query({ ref: first.ref }), { orderKey: () => first.key, locale: () => 'vi' });
  const known: Exchanged[] = [];
  for (const { ref, key, address } of orders) {
    const request: HttpRequest = {
      method: template.method,
      path: template.path.replace(first.ref, ref),
      headers: { ...template.headers, 'x-order-key': key, 'x-forwarded-for': address },
    };
    known.push(await exchanged(bench, request));
  }
  const withTags = known.filter(({ notModified }) => notModified).map(withTag);
  return besideSameBytes(bench, known, [
    { key: 'order-poll', title: `order poll over ${ORDERS} orders, whole`, goal: GOAL, requests: known.map(({ request }) => request) },
    ...(withTags.length > 0 && template.revalidates
      ? [{ key: 'order-poll-304', title: `order poll over ${ORDERS} orders, unchanged (304)`, goal: GOAL, requests: withTags }]
      : []),
  ]);
}
