import type { Tally } from '../tally.ts';
import type { ForgeryReport } from './run-forgeries.ts';

/** What a campaign comes to. */
export interface ForgerySummary {
  readonly text: string;
  readonly unjustified: number;
  /** What the logins may write, and no forgery did. */
  readonly untried: readonly string[];
}

/** Sums the reports of a campaign up for people. */
export function formatForgeries(seed: string, reports: readonly ForgeryReport[]): ForgerySummary {
  const sumOf = (field: 'forgeries' | 'written' | 'orders' | 'transfers' | 'ended') => reports.reduce((sum, report) => sum + report[field], 0);
  const unjustified = reports.flatMap((report) => report.unjustified);
  const [forged, forgedAndWritten] = [sumsOf(reports.map((report) => report.forged)), sumsOf(reports.map((report) => report.forgedAndWritten))];
  const untried = namesWithout(forged);
  const refused = namesWithout(forgedAndWritten).filter((name) => !untried.includes(name));
  const lines = [
    `seed ${seed}: ${sumOf('forgeries')} forgeries, ${sumOf('written')} of them written; ${sumOf('orders')} orders with money or without, ${sumOf('transfers')} transfers; ${sumOf('ended')} roles ended`,
    `written: ${merged(reports.map(({ wrote }) => wrote))}`,
    `tried: ${merged(reports.map(({ tried }) => tried))}`,
    `refused: ${merged(reports.map(({ refusals }) => refusals))}`,
    `of ${forged.size} things that the logins may write ${forged.size - untried.length} were forged`,
    `always refused: ${refused.join(' · ')}`,
    ...(untried.length === 0 ? [] : [`NOT FORGED: ${untried.join(' · ')}`]),
    unjustified.length === 0 ? 'every transfer is justified by money that came in' : `UNJUSTIFIED: ${unjustified.join('\n  ')}`,
  ];
  return { text: lines.join('\n'), unjustified: unjustified.length, untried };
}

function merged(tallies: readonly Tally[]): string {
  return [...sumsOf(tallies)]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ');
}

function sumsOf(tallies: readonly Tally[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { name, count } of tallies.flatMap((tally) => tally.counts())) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

function namesWithout(sums: ReadonlyMap<string, number>): string[] {
  return [...sums].filter(([, count]) => count === 0).map(([name]) => name);
}
