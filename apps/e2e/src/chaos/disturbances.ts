import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readFaults, reorganise, setFault } from '../system/sandbox-client.ts';
import type { Tally } from '../tally.ts';
import { until } from '../until.ts';
import { faultName } from './faults.ts';
import { switchRailsOn } from './operator.ts';
import type { Plan } from './plan.ts';
import type { Trade } from './trades.ts';

/** How long switching a fault off may take, because the sandbox may still be starting. */
const OFF_MS_MAX = 60_000;

/** Switches faults on by plan. A sandbox that is down misses one; every fault is planned repeatedly. */
export async function injectFaults(exchange: ExchangeUnderTest, plan: Plan, over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, rail, kind, count } of plan.faults) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    await setFault(exchange, rail, kind, count).catch(() => {});
    if (atMs >= plan.forcedFromMs) await injectUncoveredFault(exchange, plan, atMs).catch(() => {});
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

/** Switches on a fault that is planned and has not happened yet. */
async function injectUncoveredFault(exchange: ExchangeUnderTest, plan: Plan, choice: number): Promise<void> {
  const planned = new Set(plan.faults.map(faultName));
  const uncovered = (await readFaults(exchange)).filter((fault) => fault.hits === 0 && planned.has(faultName(fault)));
  const fault = uncovered[choice % uncovered.length];
  if (fault) await setFault(exchange, fault.rail, fault.kind, 1);
}

/** Switches all faults off, and all rails on. */
export async function endDisturbances(exchange: ExchangeUnderTest, plan: Plan, trades: readonly Trade[], operator: Tally): Promise<void> {
  // The first call may go through a connection to a sandbox that was killed.
  for (const { rail, kind } of plan.faults) await until('faults to be off', OFF_MS_MAX, () => setFault(exchange, rail, kind, 0).then(() => true));
  await switchRailsOn(exchange, trades, operator);
}
