import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readFaults, reorganise, setFault } from '../system/sandbox-client.ts';
import type { Tally } from '../tally.ts';
import { until } from '../until.ts';
import { faultName, type PlannedFault } from './faults.ts';
import { switchRailsOn } from './operator.ts';
import type { Plan } from './plan.ts';
import type { Trade } from './trades.ts';

/** How long switching a fault off may take, because the sandbox may still be starting. */
const OFF_MS_MAX = 60_000;

/** Switches faults on by plan. A sandbox that is down misses one; every fault is planned repeatedly. @param all the faults that the run has to cover */
export async function injectFaults(exchange: ExchangeUnderTest, plan: Plan, all: readonly PlannedFault[], over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, rail, kind, count } of plan.faults) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    await setFault(exchange, rail, kind, count).catch(() => {});
    if (atMs >= plan.forcedFromMs) await injectUncoveredFault(exchange, all, atMs).catch(() => {});
  }
}

/** Reorganises chains by plan. A sandbox that is down misses one. */
export async function reorganiseChains(exchange: ExchangeUnderTest, plan: Plan, did: Tally, over: AbortSignal): Promise<void> {
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

/** Switches on a fault that has not happened yet. */
async function injectUncoveredFault(exchange: ExchangeUnderTest, all: readonly PlannedFault[], choice: number): Promise<void> {
  const names = new Set(all.map(faultName));
  const uncovered = (await readFaults(exchange)).filter((fault) => fault.hits === 0 && names.has(faultName(fault)));
  const fault = uncovered[choice % uncovered.length];
  if (fault) await setFault(exchange, fault.rail, fault.kind, 1);
}

/** Switches all faults off, and all rails on. */
export async function endDisturbances(
  exchange: ExchangeUnderTest,
  all: readonly PlannedFault[],
  trades: readonly Trade[],
  operator: Tally,
): Promise<void> {
  // The first call may go through a connection to a sandbox that was killed.
  for (const { rail, kind } of all) await until('faults to be off', OFF_MS_MAX, () => setFault(exchange, rail, kind, 0).then(() => true));
  // A database that was killed last recovers for a while.
  await until('the networks to be on', OFF_MS_MAX, () => switchRailsOn(exchange, trades, operator).then(() => true));
}
