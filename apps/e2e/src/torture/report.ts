import type { Tally } from '../tally.ts';
import type { TortureReport } from './torture.ts';

/** From this length on, everything that can happen has to have happened. */
export const WHOLE_MS_MIN = 300_000;

/** A finished run, in words. */
export interface Told {
  readonly text: string;
  readonly isGood: boolean;
}

/** Writes a run's counters and findings down and says whether it was good: nothing wrong and nothing left out; with the naive signer, something wrong. */
export function reportOf(report: TortureReport, { durationMs, isNaive }: { readonly durationMs: number; readonly isNaive: boolean }): Told {
  const left = leftOut(report, durationMs);
  const isCaught = report.findings.some(({ wrong }) => wrong === 'paid-twice' || wrong === 'refunded-twice');
  const isGood = isNaive ? isCaught : [report.findings, left, report.unasked, report.unrest].every((faults) => faults.length === 0);
  const lines = [
    `seed ${report.seed}, plan ${report.fingerprint}: ${report.orders} orders, ${report.kills} kills`,
    ...Object.entries(report.tallies).map(([name, tally]: [string, Tally]) => `  ${name}: ${tally}`),
    ...report.unasked.map((words) => `ENDED BY ITSELF: ${words}`),
    ...report.unrest.map((words) => `NO REST: ${words}`),
    ...left.map((name) => `NEVER HAPPENED: ${name}`),
    ...report.findings.map(({ wrong, detail }) => `WRONG: ${wrong}: ${detail}`),
    isNaive ? (isCaught ? 'the naive signer was caught' : 'THE NAIVE SIGNER WAS NOT CAUGHT') : isGood ? 'nothing is wrong' : 'NOT GOOD',
  ];
  return { text: lines.join('\n'), isGood };
}

/** What should have happened and did not. A short run has no time for everything: then only victims and kinds of orders count. */
function leftOut({ tallies }: TortureReport, durationMs: number): string[] {
  const never = (name: string) => tallies[name]?.missing(tallies[name].names()).map((what) => `${name}: ${what}`) ?? [];
  const always = [...never('kills'), ...never('visits')];
  return durationMs >= WHOLE_MS_MIN ? [...always, ...never('faults'), ...never('killed at')] : always;
}
