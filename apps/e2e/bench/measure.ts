import { loadavg } from 'node:os';
import { cpuMicrosOf } from '../src/system/processes.ts';
import type { Load } from './load.ts';

/** Rounds of a case, and how long one candidate runs in each. Short and many: other programs on the machine disturb all candidates alike. */
export const ROUNDS = 5;
export const ROUND_SECONDS = 2;
const WARM_UP_SECONDS = 1;
/** Bounds of the control's ratio to itself; outside them results are void. */
export const SAME_MIN = 0.93;
export const SAME_MAX = 1.07;
/** Largest interquartile ratio of the control's rounds: medians of a wider spread agree by chance. */
const QUARTILES_MAX = 1.35;
/** Repeats of a disturbed case. */
export const REPEATS_MAX = 2;

/** A server or client that is measured. */
export interface Contender {
  readonly name: string;
  /** Preparation of a run; neither timed nor counted. */
  prepare?(seconds: number): Promise<void>;
  run(seconds: number): Promise<Load>;
  /** Roots of the processes whose time is counted, by what they are called in the table. */
  readonly processes: Readonly<Record<string, number>>;
}

/** A candidate, what it is held against, and the share of it that it should reach. */
export interface Comparison {
  readonly title: string;
  readonly candidate: string;
  readonly base: string;
  readonly goal: number | null;
}

/** One contender's rounds. */
export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per request, the lower quartile of the rounds. */
  readonly cpuMicros: Readonly<Record<string, number>>;
}

/** Result of a comparison. */
export interface Result extends Comparison {
  readonly ratio: number;
  /** Smallest and largest ratio of a single round. */
  readonly spread: readonly [number, number];
  /** The second run of the control against its first. */
  readonly control: number;
  /** Processor time per request of the base over that of the candidate, all processes together: what a busy machine disturbs least. */
  readonly cpuRatio: number;
  /** The same of the control's two runs. */
  readonly cpuControl: number;
  readonly verdict: 'met' | 'missed' | 'void' | 'for information';
  readonly load: number;
  readonly figures: Figures;
  readonly baseFigures: Figures;
  /** Remark for the table. */
  readonly note?: string;
}

type Round = Load & { readonly cpuMicros: Readonly<Record<string, number>> };

/** The name under which a control's second run is kept. */
const again = (name: string) => `${name} again`;

/**
 * Runs contenders in turn, round after round, and compares medians. The control runs twice a round; when its two halves are not alike, the
 * whole is run again, and called void when that does not help or `mayRepeat` says that there is no time.
 */
export async function compare(
  contenders: readonly Contender[],
  control: string,
  comparisons: readonly Comparison[],
  mayRepeat: () => boolean,
): Promise<Result[]> {
  const twice = contenders.find(({ name }) => name === control);
  if (!twice) throw new Error(`no contender is called ${control}`);
  const all = [...contenders, { ...twice, name: again(control) }];
  for (const { prepare, run } of contenders) {
    await prepare?.(WARM_UP_SECONDS);
    await run(WARM_UP_SECONDS);
  }
  for (let repeats = 0; ; repeats += 1) {
    const rounds = await interleave(all);
    const same = median(perSecond(rounds, again(control))) / median(perSecond(rounds, control));
    const wildness = quartileRatio([control, again(control)].flatMap((name) => perSecond(rounds, name)));
    const isSame = same >= SAME_MIN && same <= SAME_MAX && wildness <= QUARTILES_MAX;
    if (isSame || repeats === REPEATS_MAX || !mayRepeat()) return comparisons.map((comparison) => judge(comparison, rounds, control, same, isSame));
    const why = `the control against itself ${same.toFixed(2)}, the middle half of its rounds apart by ${wildness.toFixed(2)}`;
    console.log(`    thrown away, once more: ${why} (load average ${loadavg()[0]?.toFixed(1)})`);
  }
}

async function interleave(contenders: readonly Contender[]): Promise<Map<string, Round[]>> {
  const rounds = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  for (let n = 0; n < ROUNDS; n += 1) {
    // Each is first once: what comes before leaves traces (caches, dirty pages, a warm core).
    const order = contenders.map((_, index) => contenders[(index + n) % contenders.length] as Contender);
    for (const contender of order) rounds.get(contender.name)?.push(await runCounted(contender));
  }
  return rounds;
}

async function runCounted({ prepare, run, processes }: Contender): Promise<Round> {
  await prepare?.(ROUND_SECONDS);
  const before = Object.entries(processes).map(([name, pid]) => [name, pid, cpuMicrosOf(pid)] as const);
  const load = await run(ROUND_SECONDS);
  const cpuMicros = Object.fromEntries(before.map(([name, pid, start]) => [name, (cpuMicrosOf(pid) - start) / load.requests]));
  return { ...load, cpuMicros };
}

function judge(comparison: Comparison, rounds: ReadonlyMap<string, readonly Round[]>, control: string, same: number, isSame: boolean): Result {
  const candidate = perSecond(rounds, comparison.candidate);
  const bases = comparison.base === control ? [control, again(control)] : [comparison.base];
  const ratio = median(candidate) / median(bases.flatMap((base) => perSecond(rounds, base)));
  const byRound = candidate.map((value, n) => value / mean(bases.map((base) => perSecond(rounds, base)[n] as number)));
  const outcome = comparison.goal === null ? 'for information' : ratio >= comparison.goal ? 'met' : 'missed';
  const figures = figuresOf(rounds.get(comparison.candidate) ?? []);
  const baseFigures = figuresOf(bases.flatMap((base) => rounds.get(base) ?? []));
  const [once, twice] = [control, again(control)].map((name) => cpuSum(figuresOf(rounds.get(name) ?? [])));
  return {
    ...comparison,
    ratio,
    spread: [Math.min(...byRound), Math.max(...byRound)],
    control: same,
    verdict: isSame ? outcome : 'void',
    load: loadavg()[0] ?? 0,
    cpuRatio: cpuSum(baseFigures) / cpuSum(figures),
    cpuControl: (once ?? Number.NaN) / (twice ?? Number.NaN),
    figures,
    baseFigures,
  };
}

function figuresOf(rounds: readonly Round[]): Figures {
  const names = Object.keys(rounds[0]?.cpuMicros ?? {});
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    cpuMicros: Object.fromEntries(
      names.map((name) => [
        name,
        quantile(
          rounds.map((round) => round.cpuMicros[name] ?? 0),
          0.25,
        ),
      ]),
    ),
  };
}

function cpuSum({ cpuMicros }: Figures): number {
  return Object.values(cpuMicros).reduce((sum, micros) => sum + micros, 0);
}

function perSecond(rounds: ReadonlyMap<string, readonly Round[]>, name: string): number[] {
  return (rounds.get(name) ?? []).map((round) => round.perSecond);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quartileRatio(values: readonly number[]): number {
  return quantile(values, 0.75) / quantile(values, 0.25);
}

/** A quantile, between neighbours where it falls between two values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}
