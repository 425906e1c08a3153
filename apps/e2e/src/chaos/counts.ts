import { createTally, type Tally } from '../tally.ts';
import { faultName, faultsFor } from './faults.ts';
import { createKillLog, type KillLog } from './killer.ts';
import { depthsOf, reorganisedChains } from './plan-reorganisations.ts';
import { type Trade, tradeName } from './trades.ts';

/** What happened during a run, counted by kind. */
export interface Counts {
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

/** Creates counts of zero for a run with these trades. @param planned those of them that its plan has orders of */
export function createCounts(trades: readonly Trade[], planned: readonly Trade[]): Counts {
  return {
    trades: createTally(planned.map(tradeName)),
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

/** Sum of all counts of a tally. */
export function sumOf(tally: Tally): number {
  return tally.counts().reduce((sum, { count }) => sum + count, 0);
}
