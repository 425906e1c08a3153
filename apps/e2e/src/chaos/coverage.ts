import type { Tally } from '../tally.ts';
import type { PlannedOperatorAction } from './plan.ts';

/** Runs of at least this length must cover every trade, way to pay, victim, checkpoint, fault, depth of a reorganisation and change of settings. */
const FULL_COVERAGE_MS_MIN = 300_000;

/** Changes that an operator makes at times of the plan: one that is refused each time is not covered. */
const OPERATOR_CHANGES = ['new-price', 'new-account'] as const satisfies readonly PlannedOperatorAction['what'][];

/** What a run counted, by kind: see `ChaosReport`. */
export type Tallies = Readonly<Record<string, Tally>>;

/** Names that a run of this planned length had to cover but did not. A short run has to cover only victims and trades. */
export function findUncovered(tallies: Tallies, durationMs: number): string[] {
  const never = (name: string) => tallies[name]?.missing(tallies[name].names()).map((what) => `${name}: ${what}`) ?? [];
  const always = [...never('kills'), ...never('trades')];
  if (durationMs < FULL_COVERAGE_MS_MIN) return always;
  const changes = tallies.operator?.missing(OPERATOR_CHANGES).map((what) => `operator: ${what}`) ?? [];
  return [...always, ...never('behaviors'), ...never('members'), ...never('faults'), ...never('killed at'), ...never('reorganisations'), ...changes];
}
