/** Reason for leaving a mutant out: the program stays the same. */
export const UNCHANGED = 'changes nothing';
/** Reason for leaving a mutant out: the run's sample is of others. */
export const NOT_SAMPLED = 'not in the sample';

/** A mutant's outcome in a run. */
export interface Outcome {
  readonly fileName: string;
  readonly status: string;
  readonly statusReason?: string | undefined;
}

/** Result of a mutation run. Mutants that were left out or ignored count nowhere. */
export interface Tally<O> {
  readonly noticed: number;
  readonly tested: number;
  /** Of those noticed: mutants that no test refuted, but that ran out of time. They are endless, or the machine was busy. */
  readonly outOfTime: readonly O[];
  /** Mutants that no test noticed. */
  readonly survivors: readonly O[];
}

/** Outcomes that a test run reports when it notices: it fails, never ends, or cannot even start. */
const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError']);
/** Vitest's message of a test that ran out of its time. */
const OUT_OF_TIME = /timed out in \d+ ?ms/;
const MISSED = new Set(['Survived', 'NoCoverage']);

/** Counts the outcomes of a run. */
export function tallyOf<O extends Outcome>(outcomes: readonly O[]): Tally<O> {
  const noticed = outcomes.filter(({ status }) => NOTICED.has(status)).length;
  const survivors = outcomes.filter(({ status }) => MISSED.has(status));
  const outOfTime = outcomes.filter(
    ({ status, statusReason = '' }) => status === 'Timeout' || (status === 'Killed' && OUT_OF_TIME.test(statusReason)),
  );
  return { noticed, tested: noticed + survivors.length, outOfTime, survivors };
}

/** Share of the tested mutants that were noticed; 1 when none was tested. */
export function shareOf({ noticed, tested }: Pick<Tally<unknown>, 'noticed' | 'tested'>): number {
  return tested === 0 ? 1 : noticed / tested;
}
