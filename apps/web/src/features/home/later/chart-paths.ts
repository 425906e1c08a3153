import type { PriceFigures, PricePoint } from './price-figures.ts';

/** Width of a chart's drawing, which is stretched to its place, and its height, in the drawing's units. */
export const CHART_WIDTH = 1_000;
export const CHART_HEIGHT = 100;

/** Steps of a height: prices become numbers only after they were divided by their range. */
const HEIGHT_STEPS = 100_000n;

/** SVG paths of a chart. */
interface ChartPaths {
  /** The course of the price; apart where points are missing, a dot where one stands alone. */
  readonly line: string;
  /** The area between the line and the lower edge. */
  readonly area: string;
  /** The newest price: a line without length, of which round caps make a dot. */
  readonly dot: string;
}

/**
 * Draws points from the lower left corner at (0, `CHART_HEIGHT`) to the upper right one at (`CHART_WIDTH`, 0): times from the first to the newest, prices
 * from the lowest to the highest. A price that stood still is a line at half height.
 * @param points oldest first, at least two
 * @param gapMs time between neighbours from which on points are missing between them
 */
export function chartPaths(points: readonly PricePoint[], { first, newest, lowest, highest }: PriceFigures, gapMs: number): ChartPaths {
  const lengthMs = Math.max(newest.atMs - first.atMs, 1);
  const range = highest - lowest;
  const x = ({ atMs }: PricePoint) => rounded(((atMs - first.atMs) / lengthMs) * CHART_WIDTH);
  const y = ({ price }: PricePoint) =>
    rounded(range === 0n ? CHART_HEIGHT / 2 : (Number(((highest - price) * HEIGHT_STEPS) / range) / Number(HEIGHT_STEPS)) * CHART_HEIGHT);
  const runs = runsOf(points, gapMs);
  const lines = runs.map((run) => `M${run.map((point) => `${x(point)} ${y(point)}`).join('L')}${run.length === 1 ? 'h0' : ''}`);
  const areas = runs.flatMap(([start, ...rest], n) => {
    const end = rest.at(-1);
    return start && end ? [`${lines[n]}L${x(end)} ${CHART_HEIGHT}L${x(start)} ${CHART_HEIGHT}Z`] : [];
  });
  return { line: lines.join(''), area: areas.join(''), dot: `M${x(newest)} ${y(newest)}h0` };
}

/** Splits points where some are missing between neighbours. */
function runsOf(points: readonly PricePoint[], gapMs: number): readonly (readonly PricePoint[])[] {
  const runs: PricePoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && point.atMs - before.atMs < gapMs) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** Two decimals, without trailing zeros: more cannot be seen. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
