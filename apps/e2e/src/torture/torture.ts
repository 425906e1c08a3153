import { setTimeout as sleep } from 'node:timers/promises';
import { readExchangeBooks } from '../exchange-books.ts';
import type { ExchangeUnderTest } from '../exchange-under-test.ts';
import { faultName } from '../faults.ts';
import type { Finding } from '../reckoning.ts';
import { comeToRest, reckonWith } from '../rest.ts';
import { readFaults, setFault } from '../sandbox.ts';
import { createTally, type Tally } from '../tally.ts';
import { faultsOf } from './faults.ts';
import { attend, operate, passTime, setTheStage, switchRailsOn } from './operator.ts';
import { fingerprintOf, makePlan, type Plan } from './plan.ts';
import { createDeaths, type Deaths, reap } from './reaper.ts';
import { type Route, readRoutes, routeName } from './routes.ts';
import { type Diary, live, type Promised } from './visitor.ts';

/** What a run is to be. */
export interface TortureOptions {
  readonly seed: string;
  readonly durationMs: number;
  /** How long to wait for rest, where it may never come. */
  readonly restMsMax?: number;
  readonly say: (line: string) => void;
}

/** What a run did and found. */
export interface TortureReport {
  readonly seed: string;
  /** Of the plan: the same seed gives the same. */
  readonly fingerprint: string;
  readonly findings: readonly Finding[];
  /** Orders that the exchange has acknowledged. */
  readonly orders: number;
  readonly kills: number;
  readonly tallies: Readonly<Record<string, Tally>>;
  /** Programs that ended though nobody killed them. */
  readonly unasked: readonly string[];
  /** What still moved when it was waited for no longer. */
  readonly unrest: readonly string[];
}

const SAY_MS = 15_000;
/** How long customers stay after the timer of the last order. */
const FAREWELL_MS = 8_000;
/** A fee that does not grow with the amount lets what is paid out differ a little from the share that was paid in: one in this many. */
const NEAR_PER_MILLE = 500n;
/** The longest that nothing can shorten: a signed transfer that the node forgot runs out, and is signed anew. */
const REST_MS_MAX = 200_000;
/** A naive signer leaves orders behind that nothing moves any more: it is caught by then. */
export const NAIVE_REST_MS_MAX = 30_000;
const PASS_TIME_MS = 2_000;

/** Tortures an exchange, lets it come to rest, and judges it by the world's own books. */
export async function torture(
  exchange: ExchangeUnderTest,
  { seed, durationMs, restMsMax = REST_MS_MAX, ...options }: TortureOptions,
): Promise<TortureReport> {
  const startedMs = performance.now();
  const say = (line: string) => options.say(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
  const routes = await readRoutes(exchange);
  const faults = faultsOf(routes);
  const plan = makePlan({ seed, durationMs, routes, faults });
  say(`seed ${seed}, plan ${fingerprintOf(plan)}: ${plan.visits.length} orders on ${routes.map(routeName).join(', ')}; ${faults.length} faults`);
  await setTheStage(exchange, plan.timerSeconds);

  const counts = createCounts(routes);
  const promises: Promised[] = [];
  await run(exchange, plan, routes, counts, promises, say);
  const unrest = await attended(exchange, routes, counts, () => rest(exchange, restMsMax));
  say(unrest.length > 0 ? 'no rest' : 'at rest');

  const received = new Map((await readExchangeBooks(exchange)).orders.map(({ ref, amountReceived }) => [ref, amountReceived]));
  const acknowledged = promises.map(({ ref, destination, ...promised }) => ({ ref, destination, arrives: agreed(promised, received.get(ref)) }));
  const { findings, evidence } = await reckonWith(exchange, acknowledged);
  const kinds = new Map(promises.map(({ ref, visit }) => [ref, routeName(visit)]));
  for (const { ref, status, reason } of evidence.books.orders)
    counts.ends.add(`${kinds.get(ref) ?? 'unheard'} ${status}${reason ? `/${reason}` : ''}`);
  for (const fault of await readFaults(exchange))
    if (counts.faults.names().includes(faultName(fault))) counts.faults.add(faultName(fault), fault.hits);
  const { deaths, ...tallies } = counts;
  const kills = deaths.byVictim.counts().reduce((sum, { count }) => sum + count, 0);
  return {
    seed,
    fingerprint: fingerprintOf(plan),
    findings,
    orders: promises.length,
    kills,
    tallies: { ...tallies, kills: deaths.byVictim, 'killed at': deaths.byPlace },
    unasked: deaths.unasked,
    unrest,
  };
}

/** What an order has to pay out: what it does, if the customer agreed to that; otherwise what was agreed at first. */
function agreed({ visit, arrives, offers }: Pick<Promised, 'visit' | 'arrives' | 'offers'>, amount: bigint | undefined): bigint {
  if (amount === undefined) return arrives;
  const isNear = visit.mismatch === 'nearly' && abs(amount * 1_000n - arrives * BigInt(visit.perMille)) * NEAR_PER_MILLE <= amount * 1_000n;
  return offers.includes(amount) || isNear ? amount : arrives;
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Waits until nothing moves any more. @returns what still does */
async function rest(exchange: ExchangeUnderTest, restMsMax: number): Promise<string[]> {
  const done = new AbortController();
  const passing = (async () => {
    while (!done.signal.aborted) {
      await passTime(exchange);
      await sleep(PASS_TIME_MS, undefined, { signal: done.signal }).catch(() => {});
    }
  })();
  try {
    await comeToRest(exchange, restMsMax);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    done.abort();
    await passing;
  }
}

/** Operators go on doing what they must meanwhile. */
async function attended<T>(exchange: ExchangeUnderTest, routes: readonly Route[], { operator }: Counts, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const attending = attend(exchange, routes, operator, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
    await attending;
  }
}

interface Counts {
  readonly visits: Tally;
  readonly mismatches: Tally;
  readonly decisions: Tally;
  readonly refusals: Tally;
  readonly operator: Tally;
  readonly faults: Tally;
  readonly ends: Tally;
  readonly deaths: Deaths;
}

function createCounts(routes: readonly Route[]): Counts {
  return {
    visits: createTally(routes.map(routeName)),
    mismatches: createTally(),
    decisions: createTally(),
    refusals: createTally(),
    operator: createTally(),
    faults: createTally(faultsOf(routes).map(faultName)),
    ends: createTally(),
    deaths: createDeaths(),
  };
}

async function run(
  exchange: ExchangeUnderTest,
  plan: Plan,
  routes: readonly Route[],
  counts: Counts,
  promises: Promised[],
  say: (line: string) => void,
) {
  const over = new AbortController();
  const gone = new AbortController();
  const diary: Diary = {
    ordered: (promised) => {
      promises.push(promised);
      counts.visits.add(routeName(promised.visit));
    },
    paid: ({ from, mismatch }) => counts.mismatches.add(`${from} ${mismatch}`),
    decided: (action) => counts.decisions.add(action),
    refused: (visit, { status, body }) => counts.refusals.add(`${routeName(visit)} ${status} ${body.error}`),
  };
  const errors: unknown[] = [];
  const visits = plan.visits.map(async (visit) => {
    await sleep(visit.atMs);
    await live(exchange, visit, diary, gone.signal);
  });
  for (const visit of visits) visit.catch((error: unknown) => errors.push(error));
  const rest = [
    reap(exchange, plan, counts.deaths, over.signal),
    operate(exchange, plan, routes, counts.operator, over.signal),
    mischief(exchange, plan, over.signal),
  ];
  const told = tell(counts, promises, say, over.signal);
  try {
    await Promise.race([sleep(plan.durationMs), ...rest.map((one) => one.then(() => new Promise<never>(() => {})))]);
  } finally {
    over.abort();
  }
  await Promise.all([...rest, told]);
  say('over: everything is up again');
  // With everything up, customers do what is left to do; who decides nothing goes in the end.
  await calmDown(exchange, plan, routes, counts);
  const farewell = () => Promise.race([Promise.allSettled(visits), sleep(plan.timerSeconds * 1_000 + FAREWELL_MS)]);
  await attended(exchange, routes, counts, farewell);
  say('customers have gone');
  gone.abort();
  await Promise.allSettled(visits);
  if (errors.length > 0) throw new AggregateError(errors, `customers came to grief: ${errors.map(String).join('; ')}`);
}

async function tell({ deaths }: Counts, promises: readonly Promised[], say: (line: string) => void, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(SAY_MS, undefined, { signal: over }).catch(() => {});
    say(`${promises.length} orders, kills ${deaths.byVictim}`);
  }
}

/** Switches faults on by plan. A sandbox that is being killed misses one: faults come again. */
async function mischief(exchange: ExchangeUnderTest, plan: Plan, over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, rail, kind, count } of plan.faults) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    await setFault(exchange, rail, kind, count).catch(() => {});
    // In the second half, what has never happened gets its turn as well.
    if (atMs > plan.durationMs / 2) await setNeverMet(exchange, plan, atMs).catch(() => {});
  }
}

async function setNeverMet(exchange: ExchangeUnderTest, plan: Plan, lot: number): Promise<void> {
  const planned = new Set(plan.faults.map(faultName));
  const never = (await readFaults(exchange)).filter((fault) => fault.hits === 0 && planned.has(faultName(fault)));
  const fault = never[lot % never.length];
  if (fault) await setFault(exchange, fault.rail, fault.kind, 1);
}

async function calmDown(exchange: ExchangeUnderTest, plan: Plan, routes: readonly Route[], counts: Counts): Promise<void> {
  for (const { rail, kind } of plan.faults) await setFault(exchange, rail, kind, 0);
  await switchRailsOn(exchange, routes, counts.operator);
}
