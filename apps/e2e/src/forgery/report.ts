import type { Tally } from '../tally.ts';
import type { ForgeryReport } from './run-forgeries.ts';

/** Sums the reports of a campaign up for people. */
export function formatForgeries(seed: string, reports: readonly ForgeryReport[]): { text: string; unjustified: number } {
  const sumOf = (field: 'forgeries' | 'written' | 'orders' | 'transfers' | 'ended') => reports.reduce((sum, report) => sum + report[field], 0);
  const unjustified = reports.flatMap((report) => report.unjustified);
  const lines = [
    `seed ${seed}: ${sumOf('forgeries')} forgeries, ${sumOf('written')} of them written; ${sumOf('orders')} orders with money or without, ${sumOf('transfers')} transfers; ${sumOf('ended')} roles ended`,
    `written: ${merged(reports.map(({ wrote }) => wrote))}`,
    `tried: ${merged(reports.map(({ tried }) => tried))}`,
    `refused: ${merged(reports.map(({ refusals }) => refusals))}`,
    unjustified.length === 0 ? 'every transfer is justified by money that came in' : `UNJUSTIFIED: ${unjustified.join('\n  ')}`,
  ];
  return { text: lines.join('\n'), unjustified: unjustified.length };
}

function merged(tallies: readonly Tally[]): string {
  const sums = new Map<string, number>();
  for (const { name, count } of tallies.flatMap((tally) => tally.counts())) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ');
}
