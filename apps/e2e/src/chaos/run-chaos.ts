import { setTimeout as sleep } from 'node:timers/promises';
import { readExchangeBooks } from '../reconciliation/exchange-books.ts';
import type { Difference } from '../reconciliation/reconcile.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../reconciliation/wait-until-idle.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readFaults, setFault } from '../system/sandbox-client.ts';
import { createTally, type Tally } from '../tally.ts';
import { type AcknowledgedOrder, type CustomerObserver, simulateCustomer } from './customer.ts';
import { faultName, faultsFor } from './faults.ts';
import { createKillLog, type KillLog, runKills } from './killer.ts';
import { configureExchange, expediteRetries, operate, runOperatorDuties, switchRailsOn } from './operator.ts';
import { fingerprintOf, makePlan, type Plan } from './plan.ts';
import { readOfferedTrades, type Trade, tradeName } from './trades.ts';

/** What a run is to be. */
export interface ChaosOptions {
  readonly seed: string;
  readonly durationMs: number;
  /** How long to wait for rest, where it may never come. */
  readonly restMsMax?: number;
  readonly say: (line: string) => void;
}

/** What a run did and found. */
export interface ChaosReport {
  readonly seed: string;
  /** Of the plan: the same seed gives the same. */
  readonly fingerprint: string;
  readonly differences: readonly Difference[];
  /** Orders that the exchange has acknowledged. */
  readonly orders: number;
  readonly kills: number;
  readonly tallies: Readonly<Record<string, Tally>>;
  /** Programs that ended though nobody killed them. */
  readonly unexpectedExits: readonly string[];
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
export async function runChaos(
  exchange: ExchangeUnderTest,
  { seed, durationMs, restMsMax = REST_MS_MAX, ...options }: ChaosOptions,
): Promise<ChaosReport> {
  const startedMs = performance.now();
  const say = (line: string) => options.say(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
  const trades = await readOfferedTrades(exchange);
  const faults = faultsFor(trades);
  const plan = makePlan({ seed, durationMs, trades, faults });
  say(`seed ${seed}, plan ${fingerprintOf(plan)}: ${plan.orders.length} orders on ${trades.map(tradeName).join(', ')}; ${faults.length} faults`);
  await configureExchange(exchange, plan.timerSeconds);

  const counts = createCounts(trades);
  const acknowledgedOrders: AcknowledgedOrder[] = [];
  await run(exchange, plan, trades, counts, acknowledgedOrders, say);
  const unrest = await attended(exchange, trades, counts, () => rest(exchange, restMsMax));
  say(unrest.length > 0 ? 'no rest' : 'at rest');

  const received = new Map((await readExchangeBooks(exchange)).orders.map(({ ref, amountReceived }) => [ref, amountReceived]));
  const acknowledged = acknowledgedOrders.map(({ ref, destination, ...acknowledged }) => ({
    ref,
    destination,
    arrives: agreed(acknowledged, received.get(ref)),
  }));
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  const kinds = new Map(acknowledgedOrders.map(({ ref, planned }) => [ref, tradeName(planned)]));
  for (const { ref, status, reason } of evidence.books.orders)
    counts.ends.add(`${kinds.get(ref) ?? 'unheard'} ${status}${reason ? `/${reason}` : ''}`);
  for (const fault of await readFaults(exchange))
    if (counts.faults.names().includes(faultName(fault))) counts.faults.add(faultName(fault), fault.hits);
  const { killLog, ...tallies } = counts;
  const kills = killLog.byVictim.counts().reduce((sum, { count }) => sum + count, 0);
  return {
    seed,
    fingerprint: fingerprintOf(plan),
    differences,
    orders: acknowledgedOrders.length,
    kills,
    tallies: { ...tallies, kills: killLog.byVictim, 'killed at': killLog.byLocation },
    unexpectedExits: killLog.unexpectedExits,
    unrest,
  };
}

/** What an order has to pay out: what it does, if the customer agreed to that; otherwise what was agreed at first. */
function agreed({ planned, arrives, offers }: Pick<AcknowledgedOrder, 'planned' | 'arrives' | 'offers'>, amount: bigint | undefined): bigint {
  if (amount === undefined) return arrives;
  const isNear =
    planned.behavior === 'within-tolerance' && abs(amount * 1_000n - arrives * BigInt(planned.perMille)) * NEAR_PER_MILLE <= amount * 1_000n;
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
      await expediteRetries(exchange);
      await sleep(PASS_TIME_MS, undefined, { signal: done.signal }).catch(() => {});
    }
  })();
  try {
    await waitUntilIdle(exchange, restMsMax);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    done.abort();
    await passing;
  }
}

/** Operators go on doing what they must meanwhile. */
async function attended<T>(exchange: ExchangeUnderTest, trades: readonly Trade[], { operator }: Counts, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const attending = runOperatorDuties(exchange, trades, operator, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
    await attending;
  }
}

interface Counts {
  readonly customers: Tally;
  readonly mismatches: Tally;
  readonly decisions: Tally;
  readonly refusals: Tally;
  readonly operator: Tally;
  readonly faults: Tally;
  readonly ends: Tally;
  readonly killLog: KillLog;
}

function createCounts(trades: readonly Trade[]): Counts {
  return {
    customers: createTally(trades.map(tradeName)),
    mismatches: createTally(),
    decisions: createTally(),
    refusals: createTally(),
    operator: createTally(),
    faults: createTally(faultsFor(trades).map(faultName)),
    ends: createTally(),
    killLog: createKillLog(),
  };
}

async function run(
  exchange: ExchangeUnderTest,
  plan: Plan,
  trades: readonly Trade[],
  counts: Counts,
  acknowledgedOrders: AcknowledgedOrder[],
  say: (line: string) => void,
) {
  const over = new AbortController();
  const gone = new AbortController();
  const observer: CustomerObserver = {
    ordered: (acknowledged) => {
      acknowledgedOrders.push(acknowledged);
      counts.customers.add(tradeName(acknowledged.planned));
    },
    paid: ({ from, behavior }) => counts.mismatches.add(`${from} ${behavior}`),
    decided: (action) => counts.decisions.add(action),
    refused: (planned, { status, body }) => counts.refusals.add(`${tradeName(planned)} ${status} ${body.error}`),
  };
  const errors: unknown[] = [];
  const customers = plan.orders.map(async (planned) => {
    await sleep(planned.atMs);
    await simulateCustomer(exchange, planned, observer, gone.signal);
  });
  for (const planned of customers) planned.catch((error: unknown) => errors.push(error));
  const rest = [
    runKills(exchange, plan, counts.killLog, over.signal),
    operate(exchange, plan, trades, counts.operator, over.signal),
    mischief(exchange, plan, over.signal),
  ];
  const told = tell(counts, acknowledgedOrders, say, over.signal);
  try {
    await Promise.race([sleep(plan.durationMs), ...rest.map((one) => one.then(() => new Promise<never>(() => {})))]);
  } finally {
    over.abort();
  }
  await Promise.all([...rest, told]);
  say('over: everything is up again');
  // With everything up, customers do what is left to do; who decides nothing goes in the end.
  await calmDown(exchange, plan, trades, counts);
  const farewell = () => Promise.race([Promise.allSettled(customers), sleep(plan.timerSeconds * 1_000 + FAREWELL_MS)]);
  await attended(exchange, trades, counts, farewell);
  say('customers have gone');
  gone.abort();
  await Promise.allSettled(customers);
  if (errors.length > 0) throw new AggregateError(errors, `customers came to grief: ${errors.map(String).join('; ')}`);
}

async function tell(
  { killLog }: Counts,
  acknowledgedOrders: readonly AcknowledgedOrder[],
  say: (line: string) => void,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await sleep(SAY_MS, undefined, { signal: over }).catch(() => {});
    say(`${acknowledgedOrders.length} orders, kills ${killLog.byVictim}`);
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

async function calmDown(exchange: ExchangeUnderTest, plan: Plan, trades: readonly Trade[], counts: Counts): Promise<void> {
  for (const { rail, kind } of plan.faults) await setFault(exchange, rail, kind, 0);
  await switchRailsOn(exchange, trades, counts.operator);
}
