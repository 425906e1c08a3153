import { createClient } from '@quydoi/client/client';
import { openDevice } from '../src/customers/device.ts';
import { type Bench, compareAndProfile, pidOf, pinnedLoad } from './bench.ts';
import { askFor, type HttpRequest, rawRequest } from './http-request.ts';
import { runLoad, writeRequests } from './load.ts';
import { type Contender, REPEATS_MAX, type Result, ROUNDS } from './measure.ts';
import { pollsOf } from './order-poll.ts';
import { addressOf, buyRequest, makeOrders, newCustomers } from './orders.ts';

const POLL_GOAL = 0.8;
const CREATE_GOAL = 0.8;
const ORDERS_POLLED = 500;
/** Orders of a batch, and how many are made at once. */
const BATCH = 50;
const CONCURRENCY = 8;
/** Orders that one customer makes: the most that may be open at once. */
const ORDERS_PER_CUSTOMER = 5;
/** Rounds with one to warm up, and as many again for each repeat. */
const BATCHES = 1 + ROUNDS * (1 + REPEATS_MAX);
const PASSWORD = 'tra da 7 gio';

/** What it costs that a caller is logged in: polls and orders with a session, against the same without. */
export async function measureSession(bench: Bench): Promise<Result[]> {
  const tokens = await openSessions(bench, (BATCH * BATCHES) / ORDERS_PER_CUSTOMER);
  return [...(await comparePolls(bench, tokens)), ...(await compareCreation(bench, tokens))];
}

/** Bearer tokens of new customers, each logged in once. */
async function openSessions({ exchange }: Bench, count: number): Promise<string[]> {
  const tokens: string[] = [];
  const open = async (n: number) => {
    const device = await openDevice({ webUrl: exchange.origin }, addressOf(n));
    const client = createClient({
      baseUrl: exchange.origin,
      fetch: (url, init) => fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...device } }),
    });
    const login = `bench-${n}@example.vn`;
    await client.accounts.register.mutate({ email: login, password: PASSWORD });
    const entered = await client.accounts.login.mutate({ login, password: PASSWORD });
    if (!('token' in entered)) throw new Error('the login asks for a code');
    tokens.push(entered.token);
  };
  for (let n = 0; n < count; n += 2) await Promise.all([open(n), open(n + 1)]);
  return tokens;
}

/** An order's page asks by its key, whoever is logged in. */
async function comparePolls(bench: Bench, tokens: readonly string[]): Promise<Result[]> {
  const polls = await pollsOf(await makeOrders(bench, ORDERS_POLLED));
  const polling = (name: string, requests: readonly HttpRequest[]): Contender => {
    const file = writeRequests(bench.folder, `poll-${name}`, requests.map(rawRequest));
    return { name, processes: processesOf(bench), run: (seconds) => runLoad(pinnedLoad(bench), bench.exchange.origin, file, seconds) };
  };
  const contenders = [
    polling('visitor', polls),
    polling(
      'customer',
      polls.map((poll, n) => withSession(poll, tokens, n)),
    ),
  ];
  return compareAndProfile(bench, contenders, 'visitor', [
    { title: 'order poll with a session', candidate: 'customer', base: 'visitor', goal: POLL_GOAL },
  ]);
}

/** Orders over the public API. A customer may have a few open orders only, so that batches are made instead of seconds of load. */
async function compareCreation(bench: Bench, tokens: readonly string[]): Promise<Result[]> {
  let used = 0;
  const owned = (request: HttpRequest) => withSession(request, tokens, Math.floor(used++ / ORDERS_PER_CUSTOMER));
  const contenders = [creating(bench, 'visitor', (request) => request), creating(bench, 'customer', owned)];
  return compareAndProfile({ ...bench, profiler: null }, contenders, 'visitor', [
    { title: 'create with a session', candidate: 'customer', base: 'visitor', goal: CREATE_GOAL },
  ]);
}

function creating(bench: Bench, name: string, from: (request: HttpRequest) => HttpRequest): Contender {
  let batch: HttpRequest[] = [];
  return {
    name,
    processes: processesOf(bench),
    async prepare() {
      batch = (await newCustomers(bench, BATCH)).map((customer) => from(buyRequest(customer)));
    },
    async run() {
      const waiting = [...batch];
      const tookMs: number[] = [];
      const startedAt = performance.now();
      const work = async () => {
        for (let request = waiting.pop(); request; request = waiting.pop()) {
          const askedAt = performance.now();
          await askFor(200, bench.exchange.origin, request);
          tookMs.push(performance.now() - askedAt);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      const seconds = (performance.now() - startedAt) / 1_000;
      const sorted = tookMs.sort((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
      return { requests: batch.length, perSecond: batch.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
    },
  };
}

function processesOf(bench: Bench): Contender['processes'] {
  return { web: pidOf(bench, 'web'), postgres: pidOf(bench, 'postgres') };
}

function withSession(request: HttpRequest, tokens: readonly string[], n: number): HttpRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${tokens[n % tokens.length]}` } };
}
