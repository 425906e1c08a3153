import { createTally, type Tally } from '../tally.ts';
import { faultName, faultsFor } from './faults.ts';
import { createKillLog, type KillLog } from './killer.ts';
import type { PaymentBehavior } from './payment-behavior.ts';
import type { Plan } from './plan.ts';
import { depthsOf, reorganisedChains } from './plan-reorganisations.ts';
import { type Trade, tradeName } from './trades.ts';
import { MEMBER_ACTS } from './wallets/plan-wallets.ts';

/** What happened during a run, counted by kind. */
export interface Counts {
  readonly trades: Tally;
  /** Ways to pay. */
  readonly behaviors: Tally;
  /** Ways to pay, by currency. */
  readonly payments: Tally;
  readonly decisions: Tally;
  readonly refusals: Tally;
  /** What members did with their balances, and why it was refused. */
  readonly members: Tally;
  readonly operator: Tally;
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly reorganisations: Tally;
  readonly killLog: KillLog;
}

/** Creates zero counts for everything that a run of a plan has to cover. Trades and ways to pay that a short plan lacks are not among them. */
export function createCounts(trades: readonly Trade[], { orders }: Plan): Counts {
  const planned = new Set(orders.map(tradeName));
  return {
    trades: createTally(trades.map(tradeName).filter((name) => planned.has(name))),
    behaviors: createTally(orders.map(({ behavior }) => behavior).filter(isPaid)),
    payments: createTally(),
    decisions: createTally(),
    refusals: createTally(),
    members: createTally(MEMBER_ACTS),
    operator: createTally(),
    faults: createTally(faultsFor(trades).map(faultName)),
    outcomes: createTally(),
    reorganisations: createTally(reorganisedChains(trades).flatMap((chain) => depthsOf(chain).map((depth) => `${chain.network} ${depth}`))),
    killLog: createKillLog(),
  };
}

/** Whether customers who behave like this pay. */
function isPaid(behavior: PaymentBehavior): boolean {
  return behavior !== 'unpaid' && behavior !== 'cancelled';
}

/** Sum of all counts of a tally. */
export function sumOf(tally: Tally): number {
  return tally.counts().reduce((sum, { count }) => sum + count, 0);
}
