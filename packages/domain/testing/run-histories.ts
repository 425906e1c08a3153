import fc from 'fast-check';
import { depositHistories } from './deposit-history.ts';
import { runDepositHistory } from './deposit-world.ts';

/** How many histories reached what, by name. */
export type HistoryTally = ReadonlyMap<string, number>;

/**
 * Lets many histories of deposits happen. The same seed makes the same ones.
 * @throws Error with the shortest history that differs from the model
 */
export function runDepositHistories(count: number, seed: number): HistoryTally {
  const tally = new Map<string, number>();
  fc.assert(
    fc.property(depositHistories, (history) => {
      const { difference, reached } = runDepositHistory(history);
      for (const name of reached) tally.set(name, (tally.get(name) ?? 0) + 1);
      if (difference) throw new Error(`after ${difference.atMs} ms expected ${difference.expected}, found ${difference.found}`);
    }),
    { numRuns: count, seed },
  );
  return tally;
}
