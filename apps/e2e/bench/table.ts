import type { Figures, Result } from './measure.ts';

/** A line of the table that the bench prints at its end. */
export interface Row {
  readonly title: string;
  readonly goal: string;
  readonly measured: string;
  /** The measured ratio by processor time alone. */
  readonly cpu: string;
  readonly spread: string;
  readonly verdict: string;
  readonly detail: string;
}

const HEADINGS: Row = { title: 'measure', goal: 'goal', measured: 'measured', cpu: 'by CPU', spread: 'spread', verdict: 'verdict', detail: 'detail' };
const COLUMNS = ['title', 'goal', 'measured', 'cpu', 'spread', 'verdict', 'detail'] as const;

/** Formats rows as a text table with aligned columns. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows];
  const widths = COLUMNS.map((column) => Math.max(...lines.map((row) => row[column].length)));
  return lines
    .map((row) =>
      COLUMNS.map((column, index) => row[column].padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a comparison as a line of the table. */
export function rowOf({ title, base, goal, ratio, spread, control, cpuRatio, cpuControl, verdict, load, figures, baseFigures, note }: Result): Row {
  return {
    title,
    goal: goal === null ? '' : `≥ ${goal.toFixed(2)}`,
    measured: ratio.toFixed(2),
    cpu: `${cpuRatio.toFixed(2)} (A/A ${cpuControl.toFixed(2)})`,
    spread: spread.map((value) => value.toFixed(2)).join('–'),
    verdict,
    detail: `${describe(figures)} | ${base}: ${describe(baseFigures)} | A/A ${control.toFixed(2)}, load ${load.toFixed(1)}${note === undefined ? '' : ` | ${note}`}`,
  };
}

/** Verdict on a value that should not exceed `max`. */
export function verdictOf(value: number, max: number): string {
  return value <= max ? 'met' : 'missed';
}

function describe({ perSecond, p50Ms, p99Ms, cpuMicros }: Figures): string {
  const cpu = Object.entries(cpuMicros).flatMap(([name, micros]) => (micros >= 0.05 ? [`${name} ${micros.toFixed(micros < 100 ? 1 : 0)} µs`] : []));
  const latency = Number.isNaN(p99Ms) ? `mean ${p50Ms.toFixed(1)} ms` : `p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms`;
  return [`${Math.round(perSecond)}/s`, latency, ...cpu].join(', ');
}
