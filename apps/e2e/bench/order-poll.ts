import type { Bench } from './bench.ts';
import { clientRequest } from './client-request.ts';
import type { HttpRequest } from './http-request.ts';
import type { Result } from './measure.ts';
import { type MadeOrder, makeOrders } from './orders.ts';
import { besideSameBytes, type Exchanged, exchanged } from './same-bytes.ts';

const GOAL = 0.65;
const UNCACHED_GOAL = 0.75;
const ORDERS = 3_000;

/**
 * What the page of an order asks for every five seconds, by the holders of many orders: once from what the exchange remembers, and once with
 * every order read from the database, as the first poll of each is.
 */
export async function measureOrderPoll(bench: Bench): Promise<Result[]> {
  const known = await askedOnce(bench);
  const requests = known.map(({ request }) => request);
  const forget = () => bench.exchange.sql("select pg_notify('orders', '')");
  return besideSameBytes(bench, known, [
    { key: 'order-poll', title: `order poll over ${ORDERS} orders`, goal: GOAL, requests },
    { key: 'order-poll-uncached', title: 'order poll, each read from the database', goal: UNCACHED_GOAL, requests, forget },
  ]);
}

/** The polls of many orders with their answers; the exchange remembers the orders from then on. */
async function askedOnce(bench: Bench): Promise<Exchanged[]> {
  const known: Exchanged[] = [];
  for (const request of await pollsOf(await makeOrders(bench, ORDERS))) known.push(await exchanged(bench, request));
  return known;
}

/** What the page of each order asks for, with the order's key. */
export async function pollsOf(orders: readonly MadeOrder[]): Promise<HttpRequest[]> {
  const [first] = orders;
  if (!first) throw new Error('no order was made');
  // The references and keys of all orders are equally long, so the others' requests follow from the first one's.
  const template = await clientRequest((client) => client.orders.get.query({ ref: first.ref }), { orderKey: () => first.key, locale: () => 'vi' });
  return orders.map(({ ref, key, address }) => ({
    method: template.method,
    path: template.path.replace(first.ref, ref),
    headers: { ...template.headers, 'x-order-key': key, 'x-forwarded-for': address },
  }));
}
