import { setTimeout as sleep } from 'node:timers/promises';
import type { Difference } from '../reconciliation/difference.ts';
import { readExchangeBooks } from '../reconciliation/exchange-books.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../reconciliation/wait-until-idle.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readFaults, reorganise, setFault } from '../system/sandbox-client.ts';
import { createTally, type Tally } from '../tally.ts';
import { until } from '../until.ts';
import { simulateCustomer } from './customer.ts';
import type { AcknowledgedOrder, CustomerObserver } from './customer-calls.ts';
import { faultName, faultsFor } from './faults.ts';
import { createKillLog, type KillLog, runKills } from './killer.ts';
import { configureExchange, expediteRetries, operate, runOperatorDuties, switchAllOn, switchRailsOn } from './operator.ts';
import { depthsOf, fingerprintOf, makePlan, type Plan, reorganisedChains } from './plan.ts';
import { readOfferedTrades, type Trade, tradeName } from './trades.ts';

/** Options of a run. */
export interface ChaosOptions {
  readonly seed: string;
  readonly durationMs: number;
  /** Time limit for becoming idle after the run. */
  readonly idleMsMax?: number;
  readonly log: (line: string) => void;
}

/** Result of a run. */
export interface ChaosReport {
  readonly seed: string;
  /** Identifies the plan: the same for the same seed. */
  readonly fingerprint: string;
  readonly differences: readonly Difference[];
  /** Orders that the exchange has acknowledged. */
  readonly orders: number;
  readonly kills: number;
  /** Times that the newest blocks of a chain were replaced, besides by faults. */
  readonly reorganisations: number;
  readonly tallies: Readonly<Record<string, Tally>>;
  /** Processes that exited without being killed. */
  readonly unexpectedExits: readonly string[];
  /** What still progressed at the time limit. */
  readonly activity: readonly string[];
}

const LOG_MS = 15_000;
/** How long customers continue after the timer of the last order. */
const GRACE_MS = 8_000;
/** With a fixed fee the payout deviates from the share that was paid, by at most 1 / 500. */
const DEVIATION_MAX_DIVISOR = 500n;
/** How long customers continue until every trade has an order: on a busy machine some have not been answered once when the kills end. */
const ORDERED_MS_MAX = 180_000;
/**
 * Covers the longest wait that cannot be shortened, a signed transfer that the node forgot, which expires and is signed anew; and on a busy machine
 * the sweeps of some hundred deposit addresses, each of which takes two transactions.
 */
const IDLE_MS_MAX = 900_000;
/** A naive signer leaves orders that never become final; its double payments have happened by then. */
export const NAIVE_IDLE_MS_MAX = 30_000;
const EXPEDITE_MS = 2_000;
/** For a fault to be switched off, while the sandbox may still be starting. */
const OFF_MS_MAX = 60_000;

/** Runs a plan on an exchange, waits until it is idle, and reconciles its books with the sandbox's. */
export async function runChaos(
  exchange: ExchangeUnderTest,
  { seed, durationMs, idleMsMax = IDLE_MS_MAX, ...options }: ChaosOptions,
): Promise<ChaosReport> {
  const startedMs = performance.now();
  const log = (line: string) => options.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
  await switchAllOn(exchange);
  const trades = await readOfferedTrades(exchange);
  const faults = faultsFor(trades);
  const plan = makePlan({ seed, durationMs, trades, faults });
  log(
    `seed ${seed}, plan ${fingerprintOf(plan)}: ${plan.orders.length} orders on ${trades.map(tradeName).join(', ')}; ${faults.length} faults, ${plan.reorganisations.length} reorganisations`,
  );
  await configureExchange(exchange, plan.timerSeconds);

  const counts = createCounts(trades);
  const acknowledgedOrders: AcknowledgedOrder[] = [];
  await run(exchange, plan, trades, counts, acknowledgedOrders, log);
  const activity = await attended(exchange, trades, counts, () => becomeIdle(exchange, idleMsMax, log));
  log(activity.length > 0 ? 'not idle' : 'idle');

  const received = new Map((await readExchangeBooks(exchange)).orders.map(({ ref, amountReceived }) => [ref, amountReceived]));
  const acknowledged = acknowledgedOrders.map(({ ref, destination, ...terms }) => ({
    ref,
    destination,
    arrives: agreedAmount(terms, received.get(ref)),
  }));
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  const tradeOf = new Map(acknowledgedOrders.map(({ ref, planned }) => [ref, tradeName(planned)]));
  for (const { ref, status, reason } of evidence.books.orders)
    counts.outcomes.add(`${tradeOf.get(ref) ?? 'unanswered'} ${status}${reason ? `/${reason}` : ''}`);
  for (const fault of await readFaults(exchange))
    if (counts.faults.names().includes(faultName(fault))) counts.faults.add(faultName(fault), fault.hits);
  const { killLog, ...tallies } = counts;
  return {
    seed,
    fingerprint: fingerprintOf(plan),
    differences,
    orders: acknowledgedOrders.length,
    kills: sumOf(killLog.byVictim),
    reorganisations: sumOf(counts.reorganisations),
    tallies: { ...tallies, kills: killLog.byVictim, 'killed at': killLog.byLocation },
    unexpectedExits: killLog.unexpectedExits,
    activity,
  };
}

function sumOf(tally: Tally): number {
  return tally.counts().reduce((sum, { count }) => sum + count, 0);
}

/** The amount that an order must pay out: its present one if the customer agreed to it, else the first one. */
function agreedAmount({ planned, arrives, offers }: Pick<AcknowledgedOrder, 'planned' | 'arrives' | 'offers'>, amount: bigint | undefined): bigint {
  if (amount === undefined) return arrives;
  const isNear =
    planned.behavior === 'within-tolerance' && abs(amount * 1_000n - arrives * BigInt(planned.perMille)) * DEVIATION_MAX_DIVISOR <= amount * 1_000n;
  return offers.includes(amount) || isNear ? amount : arrives;
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Waits until the exchange is idle. @returns what still progresses at the time limit */
async function becomeIdle(exchange: ExchangeUnderTest, idleMsMax: number, log: (line: string) => void): Promise<string[]> {
  let loggedMs = performance.now();
  const logActivity = (activity: readonly string[]) => {
    if (performance.now() - loggedMs < LOG_MS) return;
    loggedMs = performance.now();
    log(`still progressing: ${activity.slice(0, 10).join('; ')}`);
  };
  const done = new AbortController();
  const expediting = (async () => {
    while (!done.signal.aborted) {
      await expediteRetries(exchange);
      await sleep(EXPEDITE_MS, undefined, { signal: done.signal }).catch(() => {});
    }
  })();
  try {
    await waitUntilIdle(exchange, idleMsMax, logActivity);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    done.abort();
    await expediting;
  }
}

/** Runs `work` while operators perform their standing duties. */
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
  readonly trades: Tally;
  readonly behaviors: Tally;
  readonly decisions: Tally;
  readonly refusals: Tally;
  readonly operator: Tally;
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly reorganisations: Tally;
  readonly killLog: KillLog;
}

function createCounts(trades: readonly Trade[]): Counts {
  return {
    trades: createTally(trades.map(tradeName)),
    behaviors: createTally(),
    decisions: createTally(),
    refusals: createTally(),
    operator: createTally(),
    faults: createTally(faultsFor(trades).map(faultName)),
    outcomes: createTally(),
    reorganisations: createTally(reorganisedChains(trades).flatMap((chain) => depthsOf(chain).map((depth) => `${chain.network} ${depth}`))),
    killLog: createKillLog(),
  };
}

async function run(
  exchange: ExchangeUnderTest,
  plan: Plan,
  trades: readonly Trade[],
  counts: Counts,
  acknowledgedOrders: AcknowledgedOrder[],
  log: (line: string) => void,
) {
  const over = new AbortController();
  const stop = new AbortController();
  const observer: CustomerObserver = {
    ordered: (acknowledged) => {
      acknowledgedOrders.push(acknowledged);
      counts.trades.add(tradeName(acknowledged.planned));
    },
    paid: ({ from, behavior }) => counts.behaviors.add(`${from} ${behavior}`),
    decided: (action) => counts.decisions.add(action),
    refused: (planned, { status, body }) => counts.refusals.add(`${tradeName(planned)} ${status} ${body.error}`),
  };
  const errors: unknown[] = [];
  const customers = plan.orders.map(async (planned) => {
    await sleep(planned.atMs);
    await simulateCustomer(exchange, planned, observer, stop.signal);
  });
  for (const customer of customers) customer.catch((error: unknown) => errors.push(error));
  const disturbances = [
    runKills(exchange, plan, counts.killLog, over.signal),
    operate(exchange, plan, trades, counts.operator, over.signal),
    injectFaults(exchange, plan, over.signal),
    reorganiseChains(exchange, plan, counts.reorganisations, over.signal),
  ];
  const logging = logProgress(counts, acknowledgedOrders, log, over.signal);
  try {
    await Promise.race([sleep(plan.durationMs), ...disturbances.map((one) => one.then(() => new Promise<never>(() => {})))]);
  } finally {
    over.abort();
  }
  await Promise.all([...disturbances, logging]);
  log('all processes are up again');
  // Customers finish without disturbances; those who never act are stopped in the end.
  await endDisturbances(exchange, plan, trades, counts);
  const isEachOrdered = () => counts.trades.missing(trades.map(tradeName)).length === 0;
  const finish = async () => {
    await until('an order on every trade', ORDERED_MS_MAX, isEachOrdered).catch(() => {});
    await Promise.race([Promise.allSettled(customers), sleep(plan.timerSeconds * 1_000 + GRACE_MS)]);
  };
  await attended(exchange, trades, counts, finish);
  log('customers have finished');
  stop.abort();
  await Promise.allSettled(customers);
  if (errors.length > 0) throw new AggregateError(errors, `customers failed: ${errors.map(String).join('; ')}`);
}

async function logProgress(
  { killLog }: Counts,
  acknowledgedOrders: readonly AcknowledgedOrder[],
  log: (line: string) => void,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await sleep(LOG_MS, undefined, { signal: over }).catch(() => {});
    log(`${acknowledgedOrders.length} orders, kills ${killLog.byVictim}`);
  }
}

/** Switches faults on by plan. A sandbox that is down misses one; every fault is planned repeatedly. */
async function injectFaults(exchange: ExchangeUnderTest, plan: Plan, over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, rail, kind, count } of plan.faults) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    await setFault(exchange, rail, kind, count).catch(() => {});
    // In the second half, faults that have not happened yet are switched on too.
    if (atMs > plan.durationMs / 2) await injectUncoveredFault(exchange, plan, atMs).catch(() => {});
  }
}

/** Reorganises chains by plan. A sandbox that is down misses one. */
async function reorganiseChains(exchange: ExchangeUnderTest, plan: Plan, did: Tally, over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, network, depth, branch } of plan.reorganisations) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    await reorganise(exchange, network, depth, branch).then(
      () => did.add(`${network} ${depth}`),
      () => {},
    );
  }
}

async function injectUncoveredFault(exchange: ExchangeUnderTest, plan: Plan, choice: number): Promise<void> {
  const planned = new Set(plan.faults.map(faultName));
  const uncovered = (await readFaults(exchange)).filter((fault) => fault.hits === 0 && planned.has(faultName(fault)));
  const fault = uncovered[choice % uncovered.length];
  if (fault) await setFault(exchange, fault.rail, fault.kind, 1);
}

async function endDisturbances(exchange: ExchangeUnderTest, plan: Plan, trades: readonly Trade[], counts: Counts): Promise<void> {
  // The first call may go through a connection to a sandbox that was killed.
  for (const { rail, kind } of plan.faults) await until('faults to be off', OFF_MS_MAX, () => setFault(exchange, rail, kind, 0).then(() => true));
  await switchRailsOn(exchange, trades, counts.operator);
}
