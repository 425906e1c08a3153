import type { Tally } from '../tally.ts';
import type { PlannedOperatorAction } from './plan.ts';
import type { ChaosReport } from './run-chaos.ts';

/** Runs of at least this length must cover every trade, way to pay, victim, checkpoint, fault, depth of a reorganisation and change of settings. */
export const FULL_COVERAGE_MS_MIN = 300_000;

/** Changes that an operator makes at times of the plan: one that is refused each time is not covered. */
const OPERATOR_CHANGES = ['new-price', 'new-account'] as const satisfies readonly PlannedOperatorAction['what'][];

/** A run's result for the console. */
export interface FormattedReport {
  readonly text: string;
  readonly isPassed: boolean;
}

/** Formats a run's counts and differences. It passed if there is no difference, nothing leaked and nothing was left out; with the naive signer, if a double payment was found. */
export function formatReport(
  report: ChaosReport,
  { durationMs, isNaive }: { readonly durationMs: number; readonly isNaive: boolean },
): FormattedReport {
  const uncovered = findUncovered(report, durationMs);
  const isCaught = report.differences.some(({ kind }) => kind === 'paid-twice' || kind === 'refunded-twice');
  const isPassed = isNaive
    ? isCaught
    : [report.differences, uncovered, report.leaks, report.unexpectedExits, report.activity].every((problems) => problems.length === 0);
  const lines = [
    `seed ${report.seed}, plan ${report.fingerprint}: ${report.orders} orders, ${report.kills} kills, ${report.reorganisations} reorganisations`,
    ...Object.entries(report.tallies).map(([name, tally]: [string, Tally]) => `  ${name}: ${tally}`),
    ...report.leaks.map((leak) => `LEAK: ${leak}`),
    ...report.unexpectedExits.map((exit) => `UNEXPECTED EXIT: ${exit}`),
    ...report.activity.map((activity) => `NOT IDLE: ${activity}`),
    ...uncovered.map((name) => `NOT COVERED: ${name}`),
    ...report.differences.map(({ kind, detail }) => `DIFFERENCE: ${kind}: ${detail}`),
    isNaive ? (isCaught ? 'the naive signer was caught' : 'THE NAIVE SIGNER WAS NOT CAUGHT') : isPassed ? 'passed: no difference' : 'FAILED',
  ];
  return { text: lines.join('\n'), isPassed };
}

/** Names that the run had to cover but did not. A short run has to cover only victims and trades. */
function findUncovered({ tallies }: ChaosReport, durationMs: number): string[] {
  const never = (name: string) => tallies[name]?.missing(tallies[name].names()).map((what) => `${name}: ${what}`) ?? [];
  const always = [...never('kills'), ...never('trades')];
  if (durationMs < FULL_COVERAGE_MS_MIN) return always;
  const changes = tallies.operator?.missing(OPERATOR_CHANGES).map((what) => `operator: ${what}`) ?? [];
  return [...always, ...never('behaviors'), ...never('faults'), ...never('killed at'), ...never('reorganisations'), ...changes];
}
