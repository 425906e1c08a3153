import type { Tally } from '../tally.ts';
import { findUncovered } from './coverage.ts';
import type { ChaosReport } from './run-chaos.ts';

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
  const uncovered = findUncovered(report.tallies, durationMs);
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
