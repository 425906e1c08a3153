import { setTimeout as sleep } from 'node:timers/promises';
import { type BareServer, knownAnswer } from './bare.ts';
import { type Bench, besideBare, compareAndProfile, pidOf, pinnedLoad } from './bench.ts';
import { askFor, type HttpAnswer, type HttpRequest, rawRequest } from './http-request.ts';
import { runLoad, writeRequests } from './load.ts';
import type { Contender, Result } from './measure.ts';

/** Shorter than the load needs to come round to the same order again. */
const FORGET_MS = 20;
/** PostgreSQL's processes report what they did about once a second. */
const STATISTICS_MS = 1_500;

/** A request, the exchange's answer to it, and its answer to a caller who has that already. */
export interface Exchanged {
  readonly request: HttpRequest;
  readonly answer: HttpAnswer;
  readonly notModified?: HttpAnswer;
}

/** One way to ask, and how near to the bare server the exchange should come. */
export interface SameBytesCase {
  readonly key: string;
  readonly title: string;
  readonly goal: number | null;
  readonly requests: readonly HttpRequest[];
  /** Makes the exchange forget the orders that it knows, where it is to read one for each request; so does the bare server then. */
  readonly forget?: () => Promise<unknown>;
}

/** Asks once, and once more with the entity tag where there is one. */
export async function exchanged({ exchange }: Bench, request: HttpRequest): Promise<Exchanged> {
  const answer = await askFor(200, exchange.origin, request);
  const { etag } = answer.headers;
  if (etag === undefined || request.method !== 'GET') return { request, answer };
  return { request, answer, notModified: await askFor(304, exchange.origin, withTag({ request, answer })) };
}

/** The request of a caller who has the answer already. */
export function withTag({ request, answer }: Exchanged): HttpRequest {
  return { ...request, headers: { ...request.headers, 'if-none-match': String(answer.headers.etag) } };
}

/** Holds the exchange against a bare server that gives the same answers, one case after the other. */
export async function besideSameBytes(bench: Bench, known: readonly Exchanged[], cases: readonly SameBytesCase[]): Promise<Result[]> {
  const answers = new Map(known.map(({ request, answer, notModified }) => [request.path, knownAnswer(answer, notModified)]));
  const results: Result[] = [];
  for (const one of cases) results.push(...(await besideBare(bench, answers, one.forget !== undefined, (bare) => compareOne(bench, bare, one))));
  return results;
}

async function compareOne(bench: Bench, bare: BareServer, { key, title, goal, requests, forget }: SameBytesCase): Promise<Result[]> {
  const file = writeRequests(bench.folder, key, requests.map(rawRequest));
  const load = (origin: string) => counted((seconds) => runLoad(pinnedLoad(bench), origin, file, seconds));
  const [known, asked] = [load(bare.origin), load(bench.exchange.origin)];
  const postgres = pidOf(bench, 'postgres');
  const base = forget ? 'bare + pg' : 'bare';
  const contenders: Contender[] = [
    { name: base, processes: { bare: bare.pid, ...(forget ? { postgres } : {}) }, run: known.run },
    { name: 'exchange', processes: { web: pidOf(bench, 'web'), postgres }, run: forget ? forgetting(forget, asked.run) : asked.run },
  ];
  const before = await ordersRead(bench);
  const results = await compareAndProfile(bench, contenders, base, [{ title, candidate: 'exchange', base, goal }]);
  const misses = (await ordersRead(bench)) - before - (forget ? known.requests() : 0);
  return results.map((result) => ({ ...result, note: `${asked.requests()} requests, ${Math.max(0, misses)} orders read` }));
}

type Run = Contender['run'];

function counted(run: Run): { run: Run; requests(): number } {
  let requests = 0;
  return {
    async run(seconds) {
      const load = await run(seconds);
      requests += load.requests;
      return load;
    },
    requests: () => requests,
  };
}

/** Runs with the exchange forgetting all orders every few milliseconds. */
function forgetting(forget: () => Promise<unknown>, run: Run): Run {
  return async (seconds) => {
    const timer = setInterval(() => void forget().catch(() => {}), FORGET_MS);
    try {
      return await run(seconds);
    } finally {
      clearInterval(timer);
    }
  };
}

/** How many orders have been looked up by their reference so far, by all processes. */
async function ordersRead({ exchange }: Bench): Promise<number> {
  await sleep(STATISTICS_MS);
  const [row] = await exchange.sql<{ reads: string }>("select idx_scan as reads from pg_stat_user_indexes where indexrelname = 'orders_ref'");
  return Number(row?.reads ?? 0);
}
