import type { Tally } from '../tally.ts';
import type { ChaosReport } from './run-chaos.ts';

/** From this length on, everything that can happen has to have happened. */
export const WHOLE_MS_MIN = 300_000;

/** A finished run, in words. */
export interface FormattedReport {
  readonly text: string;
  readonly isGood: boolean;
}

/** Writes a run's counters and differences down and says whether it was good: nothing wrong and nothing left out; with the naive signer, something wrong. */
export function formatReport(
  report: ChaosReport,
  { durationMs, isNaive }: { readonly durationMs: number; readonly isNaive: boolean },
): FormattedReport {
  const left = leftOut(report, durationMs);
  const isCaught = report.differences.some(({ kind }) => kind === 'paid-twice' || kind === 'refunded-twice');
  const isGood = isNaive ? isCaught : [report.differences, left, report.unexpectedExits, report.unrest].every((faults) => faults.length === 0);
  const lines = [
    `seed ${report.seed}, plan ${report.fingerprint}: ${report.orders} orders, ${report.kills} kills`,
    ...Object.entries(report.tallies).map(([name, tally]: [string, Tally]) => `  ${name}: ${tally}`),
    ...report.unexpectedExits.map((words) => `ENDED BY ITSELF: ${words}`),
    ...report.unrest.map((words) => `NO REST: ${words}`),
    ...left.map((name) => `NEVER HAPPENED: ${name}`),
    ...report.differences.map(({ kind, detail }) => `WRONG: ${kind}: ${detail}`),
    isNaive ? (isCaught ? 'the naive signer was caught' : 'THE NAIVE SIGNER WAS NOT CAUGHT') : isGood ? 'nothing is wrong' : 'NOT GOOD',
  ];
  return { text: lines.join('\n'), isGood };
}

/** What should have happened and did not. A short run has no time for everything: then only victims and kinds of orders count. */
function leftOut({ tallies }: ChaosReport, durationMs: number): string[] {
  const never = (name: string) => tallies[name]?.missing(tallies[name].names()).map((what) => `${name}: ${what}`) ?? [];
  const always = [...never('kills'), ...never('visits')];
  return durationMs >= WHOLE_MS_MIN ? [...always, ...never('faults'), ...never('killed at')] : always;
}
