import type { PriceChartView } from '@quydoi/contract/config';
import { halfUpDiv, larger, smaller } from '@quydoi/domain/money';
import { parseRate } from '@quydoi/domain/price/rate';

/** A market price at a time. */
export interface PricePoint {
  readonly atMs: number;
  /** Dong for one unit, at rate scale. */
  readonly price: bigint;
}

/** Decimals of a change in percent. */
export const CHANGE_SCALE = 2;

/** What a chart says in numbers; prices at rate scale. */
export interface PriceFigures {
  readonly first: PricePoint;
  readonly newest: PricePoint;
  readonly lowest: bigint;
  readonly highest: bigint;
  /** From the first price to the newest, in percent at `CHANGE_SCALE`, rounded to the nearest. */
  readonly changePercent: bigint;
}

/** Reads the points of an answer, oldest first. Points whose price cannot be read are left out. */
export function readPoints({ points }: PriceChartView): readonly PricePoint[] {
  return points.flatMap(({ at, value }) => {
    const price = parseRate(value);
    return price === null ? [] : [{ atMs: Date.parse(at), price }];
  });
}

/** The figures of a period; null with fewer than two points, which show no course. @param points oldest first */
export function figuresOf(points: readonly PricePoint[]): PriceFigures | null {
  const [first] = points;
  const newest = points.at(-1);
  if (!first || !newest || first === newest) return null;
  const prices = points.map(({ price }) => price);
  return {
    first,
    newest,
    lowest: prices.reduce(smaller),
    highest: prices.reduce(larger),
    changePercent: halfUpDiv((newest.price - first.price) * 100n * 10n ** BigInt(CHANGE_SCALE), first.price),
  };
}
