import { setTimeout as sleep } from 'node:timers/promises';
import type { Difference, Evidence } from '../reconciliation/difference.ts';
import { readExchangeBooks } from '../reconciliation/exchange-books.ts';
import { reconcileProof } from '../reconciliation/reconcile-proof.ts';
import { reconcileWithSandbox } from '../reconciliation/wait-until-idle.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { findInOutputs, secretsOf, simulatedVoucherCodes } from '../system/find-in-outputs.ts';
import { readFaults } from '../system/sandbox-client.ts';
import { until } from '../until.ts';
import { agreedAmount } from './agreed-amount.ts';
import { becomeIdle } from './become-idle.ts';
import { type Counts, createCounts, sumOf } from './counts.ts';
import { findUncovered, type Tallies } from './coverage.ts';
import { simulateCustomer } from './customer.ts';
import type { AcknowledgedOrder, CustomerObserver } from './customer-calls.ts';
import { endDisturbances, injectFaults, reorganiseChains } from './disturbances.ts';
import { faultName, faultsFor, type PlannedFault } from './faults.ts';
import { FOLLOWING_CODES, letRatesFollow } from './following-rates.ts';
import { runKills } from './killer.ts';
import { makePlan } from './make-plan.ts';
import { configureExchange, operate, runOperatorDuties, switchAllOn } from './operator.ts';
import { fingerprintOf, type Plan } from './plan.ts';
import { readOfferedTrades, type Trade, tradeName } from './trades.ts';
import { openMembers, type RunMember } from './wallets/open-members.ts';
import { type MemberObserver, simulateBurst } from './wallets/simulate-burst.ts';

/** Options of a run. */
export interface ChaosOptions {
  readonly seed: string;
  readonly durationMs: number;
  /** How many rounds may follow the first while something is not covered that a run of this length has to cover: none unless given. */
  readonly furtherRoundsMax?: number;
  /** Time limit for becoming idle after the run. */
  readonly idleMsMax?: number;
  readonly log: (line: string) => void;
}

/** Result of a run. */
export interface ChaosReport {
  readonly seed: string;
  /** Identifies the plan of the first round: the same for the same seed. */
  readonly fingerprint: string;
  readonly differences: readonly Difference[];
  /** Orders that the exchange has acknowledged. */
  readonly orders: number;
  readonly kills: number;
  /** Times that the newest blocks of a chain were replaced, besides by faults. */
  readonly reorganisations: number;
  readonly tallies: Tallies;
  /** Where a voucher's code or a secret stands in a log, an answer, the built site or the database. */
  readonly leaks: readonly string[];
  /** Processes that exited without being killed. */
  readonly unexpectedExits: readonly string[];
  /** What still progressed at the time limit. */
  readonly activity: readonly string[];
}

const LOG_MS = 15_000;
/** How long customers continue after the timer of the last order. */
const GRACE_MS = 8_000;
/** Maximum length of a round after the first, which ends as soon as everything is covered. */
const FURTHER_ROUND_MS = 240_000;
const COVERED_POLL_MS = 5_000;
/** How long customers continue until every trade has an order: on a busy machine some have not been answered once when the kills end. */
const ORDERED_MS_MAX = 180_000;
/**
 * Covers the longest wait that cannot be shortened, a signed transfer that the node forgot, which expires and is signed anew; and on a busy machine
 * the sweeps of some hundred deposit addresses, each of which takes two transactions.
 */
const IDLE_MS_MAX = 900_000;
/** A naive signer leaves orders that never become final; its double payments have happened by then. */
export const NAIVE_IDLE_MS_MAX = 30_000;

/** Runs a plan on an exchange, and further rounds if necessary, waits until it is idle, and reconciles its books with the sandbox's. */
export async function runChaos(
  exchange: ExchangeUnderTest,
  { seed, durationMs, furtherRoundsMax = 0, idleMsMax = IDLE_MS_MAX, ...options }: ChaosOptions,
): Promise<ChaosReport> {
  const startedMs = performance.now();
  const log = (line: string) => options.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
  await switchAllOn(exchange);
  await letRatesFollow(exchange, FOLLOWING_CODES);
  const trades = await readOfferedTrades(exchange);
  const faults = faultsFor(trades);
  const plan = makePlan({ seed, durationMs, trades, faults });
  log(
    `seed ${seed}, plan ${fingerprintOf(plan)}: ${plan.orders.length} orders on ${trades.map(tradeName).join(', ')}; ${faults.length} faults, ${plan.reorganisations.length} reorganisations`,
  );
  await configureExchange(exchange, plan.timerSeconds);
  const members = await openMembers(exchange);

  const counts = createCounts(trades, plan);
  const acknowledgedOrders: AcknowledgedOrder[] = [];
  const ofMembers: Evidence['acknowledged'][number][] = [];
  const run: Run = { exchange, trades, faults, members, counts, acknowledgedOrders, ofMembers, log };
  await runRound(run, plan);
  const uncovered = async () => {
    await countFaults(exchange, counts);
    return findUncovered(talliesOf(counts), durationMs);
  };
  let [orderCount, burstCount] = [plan.orders.length, plan.bursts.length];
  for (let round = 1; round <= furtherRoundsMax; round += 1) {
    const names = await uncovered();
    if (names.length === 0) break;
    log(`round ${round + 1}, not covered: ${names.join(', ')}`);
    const further = makePlan({ seed, durationMs: FURTHER_ROUND_MS, trades, faults, further: { round, orderCount, burstCount } });
    orderCount += further.orders.length;
    burstCount += further.bursts.length;
    await runRound(run, further, async () => (await uncovered()).length === 0);
  }
  const activity = await attended(exchange, trades, counts, () => becomeIdle(exchange, counts.operator, idleMsMax, log));
  log(activity.length > 0 ? 'not idle' : 'idle');

  const received = new Map((await readExchangeBooks(exchange)).orders.map(({ ref, amountReceived }) => [ref, amountReceived]));
  const acknowledged = acknowledgedOrders.map(({ ref, destination, ...terms }) => ({
    ref,
    destination,
    arrives: agreedAmount(terms, received.get(ref)),
  }));
  const { differences, evidence } = await reconcileWithSandbox(exchange, [...acknowledged, ...ofMembers]);
  const tradeOf = new Map([
    ...acknowledgedOrders.map(({ ref, planned }) => [ref, tradeName(planned)] as const),
    ...ofMembers.map(({ ref }) => [ref, 'member'] as const),
  ]);
  for (const { ref, status, reason } of evidence.books.orders)
    counts.outcomes.add(`${tradeOf.get(ref) ?? 'unanswered'} ${status}${reason ? `/${reason}` : ''}`);
  await countFaults(exchange, counts);
  const { killLog } = counts;
  const leaks = await findInOutputs(exchange, [...simulatedVoucherCodes(exchange), ...secretsOf(exchange)]);
  return {
    seed,
    fingerprint: fingerprintOf(plan),
    differences: [...differences, ...(await reconcileProof(exchange, evidence.books))],
    orders: acknowledgedOrders.length + ofMembers.length,
    kills: sumOf(killLog.byVictim),
    reorganisations: sumOf(counts.reorganisations),
    tallies: talliesOf(counts),
    leaks,
    unexpectedExits: killLog.unexpectedExits,
    activity,
  };
}

/** Counts how often faults have happened since they were counted last. */
async function countFaults(exchange: ExchangeUnderTest, { faults }: Counts): Promise<void> {
  for (const fault of await readFaults(exchange)) {
    const name = faultName(fault);
    if (faults.names().includes(name)) faults.add(name, fault.hits - faults.of(name));
  }
}

function talliesOf({ killLog, ...tallies }: Counts): Tallies {
  return { ...tallies, kills: killLog.byVictim, 'killed at': killLog.byLocation };
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

/** What the rounds of a run share. */
interface Run {
  readonly exchange: ExchangeUnderTest;
  readonly trades: readonly Trade[];
  readonly faults: readonly PlannedFault[];
  readonly members: readonly RunMember[];
  readonly counts: Counts;
  readonly acknowledgedOrders: AcknowledgedOrder[];
  /** Orders that were paid from balances or into them. */
  readonly ofMembers: Evidence['acknowledged'][number][];
  readonly log: (line: string) => void;
}

/** Runs a plan until its time is over. @param isOver ends it before that */
async function runRound(
  { exchange, trades, faults, members, counts, acknowledgedOrders, ofMembers, log }: Run,
  plan: Plan,
  isOver?: () => Promise<boolean>,
): Promise<void> {
  const over = new AbortController();
  const stop = new AbortController();
  const observer: CustomerObserver = {
    ordered: (acknowledged) => {
      acknowledgedOrders.push(acknowledged);
      counts.trades.add(tradeName(acknowledged.planned));
    },
    paid: ({ from, behavior }) => {
      counts.behaviors.add(behavior);
      counts.payments.add(`${from} ${behavior}`);
    },
    decided: (action) => counts.decisions.add(action),
    refused: (planned, { status, body }) => counts.refusals.add(`${tradeName(planned)} ${status} ${body.error}`),
  };
  const memberObserver: MemberObserver = { did: counts.members, ordered: (order) => void ofMembers.push(order) };
  const errors: unknown[] = [];
  const begun = async (atMs: number) => {
    await sleep(atMs, undefined, { signal: over.signal }).catch(() => {});
    // A round that ends early leaves out what comes last.
    return !over.signal.aborted;
  };
  const customers = plan.orders.map(async (planned) => {
    if (await begun(planned.atMs)) await simulateCustomer(exchange, planned, observer, stop.signal);
  });
  customers.push(
    ...plan.bursts.map(async (burst) => {
      const member = members[burst.member];
      if (member && (await begun(burst.atMs))) await simulateBurst(exchange, member, burst, memberObserver, stop.signal);
    }),
  );
  for (const customer of customers) customer.catch((error: unknown) => errors.push(error));
  const disturbances = [
    runKills(exchange, plan, counts.killLog, over.signal),
    operate(exchange, plan, trades, counts.operator, over.signal),
    injectFaults(exchange, plan, faults, over.signal),
    reorganiseChains(exchange, plan, counts.reorganisations, over.signal),
  ];
  const logging = logProgress(counts, acknowledgedOrders, log, over.signal);
  try {
    const ended = isOver ? until('the end of the round', plan.durationMs, isOver, COVERED_POLL_MS).catch(() => {}) : sleep(plan.durationMs);
    await Promise.race([ended, ...disturbances.map((one) => one.then(() => new Promise<never>(() => {})))]);
  } finally {
    over.abort();
  }
  await Promise.all([...disturbances, logging]);
  log('all processes are up again');
  // Customers finish without disturbances; those who never act are stopped in the end.
  await endDisturbances(exchange, faults, trades, counts.operator);
  const isEachOrdered = () => counts.trades.missing(counts.trades.names()).length === 0;
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
