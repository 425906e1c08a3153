import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { askFor } from './http-request.ts';
import { quantile } from './measure.ts';
import { makeOrders } from './orders.ts';
import { type Row, verdictOf } from './table.ts';

const ORDERS = 240;
/** Payments come one by one, far below what can be done: this is how long one takes, not how many are possible. */
const BETWEEN_PAYMENTS_MS = 50;
const P99_MS_MAX = 300;
const PATIENCE_MS = 20_000;
const POLL_MS = 500;

interface Way {
  readonly ref: string;
  readonly seen_to_sent_ms: number;
  readonly seen_to_final_ms: number;
}

/** From the moment at which a payment is first seen (a webhook or the bank's own list) until its payout is sent. */
export async function measurePayout(bench: Bench): Promise<{ rows: Row[]; facts: object }> {
  const orders = await makeOrders(bench, ORDERS);
  for (const { transfer } of orders) {
    const request = {
      method: 'POST',
      path: '/transfer',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rail: 'bank', ...transfer }),
    };
    await Promise.all([askFor(200, bench.exchange.sandboxOrigin, request), sleep(BETWEEN_PAYMENTS_MS)]);
  }
  const ways = await allDelivered(
    bench,
    orders.map(({ ref }) => ref),
  );
  const sent = ways.map((way) => way.seen_to_sent_ms);
  const [p50Ms, p99Ms, maxMs] = [quantile(sent, 0.5), quantile(sent, 0.99), Math.max(...sent)];
  const final = ways.map((way) => way.seen_to_final_ms);
  const row = {
    title: `payment seen → payout sent, ${ways.length} orders`,
    goal: `p99 ≤ ${P99_MS_MAX} ms`,
    measured: `p99 ${p99Ms.toFixed(0)} ms`,
    cpu: '',
    spread: `p50 ${p50Ms.toFixed(0)}, max ${maxMs.toFixed(0)}`,
    verdict: verdictOf(p99Ms, P99_MS_MAX),
    detail: `→ delivered: p50 ${quantile(final, 0.5).toFixed(0)} p99 ${quantile(final, 0.99).toFixed(0)} ms; a payment each ${BETWEEN_PAYMENTS_MS} ms, load ${loadavg()[0]?.toFixed(1)}`,
  };
  return { rows: [row], facts: { p50Ms, p99Ms, maxMs, orders: ways.length } };
}

/** Waits until all are delivered: a payout that is refused is sent quickly too. */
async function allDelivered({ exchange }: Bench, refs: readonly string[]): Promise<Way[]> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const ways = await exchange.sql<Way>(WAYS, [refs]);
    if (ways.length === refs.length) return ways;
    if (waitedMs >= PATIENCE_MS) {
      const others = await exchange.sql(OTHERS, [refs]);
      throw new Error(`only ${ways.length} of ${refs.length} paid orders were delivered within ${PATIENCE_MS / 1_000} s: ${JSON.stringify(others)}`);
    }
    await sleep(POLL_MS);
  }
}

const WAYS = `
select o.ref, (extract(epoch from a.sent_at - least(i.received_at, p.recorded_at)) * 1000)::float8 as seen_to_sent_ms,
  (extract(epoch from o.final_at - least(i.received_at, p.recorded_at)) * 1000)::float8 as seen_to_final_ms
from orders o
join payment p on p.order_id = o.id
join payout t on t.order_id = o.id
join attempt a on a.payout_id = t.id and a.sent_at is not null
left join lateral (select min(received_at) as received_at from inbox where body::jsonb ->> 'content' = o.ref) i on true
where o.ref = any($1::text[]) and o.status = 'delivered'`;

/** Where those stand that were not delivered; the first few. */
const OTHERS = `
select o.ref, o.status, o.reason, t.state as payout, t.tries, t.next_at, a.state as attempt, a.detail, a.checks, p.state as payment, p.case_code
from orders o
left join payment p on p.order_id = o.id
left join payout t on t.order_id = o.id
left join attempt a on a.payout_id = t.id
where o.ref = any($1::text[]) and o.status <> 'delivered' limit 5`;
