import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicrosOf } from '../src/system/processes.ts';
import { type Bench, pidOf } from './bench.ts';
import { askFor } from './http-request.ts';
import { quantile } from './measure.ts';
import { type MadeOrder, makeOrders } from './orders.ts';
import { type Row, verdictOf } from './table.ts';

const ORDERS = 240;
/** Orders paid first and not counted, so that connections, prepared statements and compiled code of freshly started roles are warm. */
const WARM_UP_ORDERS = 60;
/** Pause between two payments. The load is far below capacity, because latency is measured, not throughput. */
const BETWEEN_PAYMENTS_MS = 50;
const P99_MS_MAX = 300;
const PATIENCE_MS = 20_000;
const POLL_MS = 500;
/** Processes that work on a payment. */
const PROCESSES = ['web', 'worker', 'signer', 'postgres'] as const;

/**
 * Stages from the report of a payment to the settled payout, in order; each begins where the previous one ends. The waits for the bank's list, which
 * worker and signer together may read three times a second, are stages of their own.
 */
const STAGES = {
  'list wait, first reader': 'webhook received → payment journalled from the bank’s own list, read by signer or worker',
  match: '→ order paid',
  start: '→ payout row created',
  'list wait, signer': '→ payment read by the signer too, unless it was before',
  confirm: '→ validated by the signer, attempt decided',
  send: '→ handed to the provider',
  answer: '→ accepted by the provider',
  settle: '→ delivered by the provider’s records',
} as const;
type Stage = keyof typeof STAGES;
const STAGE_NAMES = Object.keys(STAGES) as Stage[];
/** Stages until the payout is sent. */
const SENT_STAGES = STAGE_NAMES.slice(0, STAGE_NAMES.indexOf('send') + 1);
/** Stages whose speed is the exchange's own: without the waits for the bank's list. */
const OWN_STAGES = SENT_STAGES.filter((name) => !name.startsWith('list wait'));

/** Milliseconds that an order spent in each stage. */
type OrderStages = { readonly ref: string } & Readonly<Record<Stage, number>>;

/** Measures the time from the first report of a payment (by webhook or list) until its payout is sent, in total and by stage. */
export async function measurePayout(bench: Bench): Promise<{ rows: Row[]; facts: object }> {
  const warmUp = await makeOrders(bench, WARM_UP_ORDERS);
  const orders = await makeOrders(bench, ORDERS);
  await pay(bench, warmUp);
  await awaitDelivered(bench, refsOf(warmUp));
  const cpuBefore = cpuOf(bench);
  await payAll(bench, orders);
  await awaitDelivered(bench, refsOf(orders));
  const cpuAfter = cpuOf(bench);
  const delivered = await bench.exchange.sql<OrderStages>(STAGES_QUERY, [refsOf(orders)]);
  const cpuMsPerOrder = Object.fromEntries(
    PROCESSES.map((name) => [name, ((cpuAfter[name] ?? 0) - (cpuBefore[name] ?? 0)) / 1_000 / delivered.length]),
  );
  const rows = rowsOf(delivered, cpuMsPerOrder);
  return {
    rows,
    facts: {
      delivered,
      orders: delivered.length,
      own: spreadOf(ownMs(delivered)),
      all: spreadOf(allMs(delivered)),
      stages: stagesOf(delivered),
      cpuMsPerOrder,
    },
  };
}

/** Pays orders at an even pace. */
async function pay(bench: Bench, orders: readonly MadeOrder[]): Promise<void> {
  for (const { transfer } of orders) {
    const body = JSON.stringify({ rail: 'bank', ...transfer });
    const request = { method: 'POST', path: '/transfer', headers: { 'content-type': 'application/json' }, body };
    await Promise.all([askFor(200, bench.exchange.sandboxOrigin, request), sleep(BETWEEN_PAYMENTS_MS)]);
  }
}

/** Pays every order; profiles the signer during the first half and the worker during the second where that is asked for. */
async function payAll(bench: Bench, orders: readonly MadeOrder[]): Promise<void> {
  if (!bench.profiler) return pay(bench, orders);
  const half = Math.floor(orders.length / 2);
  await bench.profiler(pidOf(bench, 'signer'), 'payout, signer', () => pay(bench, orders.slice(0, half)));
  await bench.profiler(pidOf(bench, 'worker'), 'payout, worker', () => pay(bench, orders.slice(half)));
}

function refsOf(orders: readonly MadeOrder[]): string[] {
  return orders.map(({ ref }) => ref);
}

function rowsOf(orders: readonly OrderStages[], cpuMsPerOrder: Readonly<Record<string, number>>): Row[] {
  const own = spreadOf(ownMs(orders));
  const all = spreadOf(allMs(orders));
  const cpu = Object.entries(cpuMsPerOrder).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  const summary = {
    title: `payment seen → payout sent, ${orders.length} orders, without the list's waits`,
    goal: `p99 ≤ ${P99_MS_MAX} ms`,
    measured: `p99 ${own.p99Ms.toFixed(0)} ms`,
    cpu: '',
    spread: `p50 ${own.p50Ms.toFixed(0)}, max ${own.maxMs.toFixed(0)}`,
    verdict: verdictOf(own.p99Ms, P99_MS_MAX),
    detail: `with the list's waits: ${textOf(all)}; a payment each ${BETWEEN_PAYMENTS_MS} ms; CPU ms an order: ${cpu.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
  };
  const stages = Object.entries(stagesOf(orders)).map(([name, spread]) => ({
    title: `  ${name}`,
    goal: '',
    measured: `p99 ${spread.p99Ms.toFixed(0)} ms`,
    cpu: '',
    spread: `p50 ${spread.p50Ms.toFixed(0)}, max ${spread.maxMs.toFixed(0)}`,
    verdict: '',
    detail: STAGES[name as Stage],
  }));
  return [summary, ...stages];
}

interface Spread {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

function spreadOf(valuesMs: readonly number[]): Spread {
  return { p50Ms: quantile(valuesMs, 0.5), p99Ms: quantile(valuesMs, 0.99), maxMs: Math.max(...valuesMs) };
}

function textOf({ p50Ms, p99Ms, maxMs }: Spread): string {
  return `p50 ${p50Ms.toFixed(0)} p99 ${p99Ms.toFixed(0)} max ${maxMs.toFixed(0)} ms`;
}

function stagesOf(orders: readonly OrderStages[]): Record<Stage, Spread> {
  return Object.fromEntries(STAGE_NAMES.map((name) => [name, spreadOf(orders.map((order) => order[name]))])) as Record<Stage, Spread>;
}

function ownMs(orders: readonly OrderStages[]): number[] {
  return orders.map((order) => OWN_STAGES.reduce((sum, name) => sum + order[name], 0));
}

function allMs(orders: readonly OrderStages[]): number[] {
  return orders.map((order) => SENT_STAGES.reduce((sum, name) => sum + order[name], 0));
}

function cpuOf(bench: Bench): Record<string, number> {
  return Object.fromEntries(PROCESSES.map((name) => [name, cpuMicrosOf(pidOf(bench, name))]));
}

/** Waits until all orders are delivered, because a payout that the provider rejects is also sent quickly. */
async function awaitDelivered({ exchange }: Bench, refs: readonly string[]): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const delivered = await exchange.sql(DELIVERED_QUERY, [refs]);
    if (delivered.length === refs.length) return;
    if (waitedMs >= PATIENCE_MS) {
      const undelivered = await exchange.sql(UNDELIVERED_QUERY, [refs]);
      throw new Error(
        `only ${delivered.length} of ${refs.length} paid orders were delivered within ${PATIENCE_MS / 1_000} s: ${JSON.stringify(undelivered)}`,
      );
    }
    await sleep(POLL_MS);
  }
}

const DELIVERED_QUERY = `select id from orders where ref = any($1::text[]) and status = 'delivered'`;

/** SQL for the milliseconds between two times. */
const between = (from: string, to: string) => `(extract(epoch from ${to} - ${from}) * 1000)::float8`;
/** When the first report of the payment came. */
const REPORTED_AT = 'least(i.received_at, p.recorded_at)';
/** When the signer had both the payout and its own reading of the payment. */
const CONFIRMABLE_AT = 'greatest(t.created_at, f.read_at)';
const STAGES_QUERY = `
select o.ref, ${between(REPORTED_AT, 'p.recorded_at')} as "list wait, first reader", ${between('p.recorded_at', 'o.paid_at')} as match,
  ${between('o.paid_at', 't.created_at')} as start, ${between('t.created_at', CONFIRMABLE_AT)} as "list wait, signer",
  ${between(CONFIRMABLE_AT, 'a.created_at')} as confirm,
  ${between('a.created_at', 'a.sent_at')} as send, ${between('a.sent_at', 'e.at')} as answer, ${between('e.at', 'o.final_at')} as settle
from orders o
join payment p on p.order_id = o.id
join payout t on t.order_id = o.id
join payment_use u on u.payment_id = p.id
join first_hand_payment f on f.network = u.network and f.source = u.source and f.source_id = u.source_id
join attempt a on a.payout_id = t.id and a.sent_at is not null
join order_event e on e.order_id = o.id and e.code = 'payout_sent'
left join lateral (select min(received_at) as received_at from webhook where body::jsonb ->> 'content' = o.ref) i on true
where o.ref = any($1::text[]) and o.status = 'delivered' order by p.recorded_at`;

/** State of the first few orders that were not delivered. */
const UNDELIVERED_QUERY = `
select o.ref, o.status, o.reason, t.state as payout, t.tries, t.next_at, a.state as attempt, a.detail, a.checks, p.state as payment, p.case_code
from orders o
left join payment p on p.order_id = o.id
left join payout t on t.order_id = o.id
left join attempt a on a.payout_id = t.id
where o.ref = any($1::text[]) and o.status <> 'delivered' limit 5`;
