import { expect, test } from 'vitest';
import { figuresOf, readPoints } from './price-figures.ts';

const pointsOf = (...values: string[]) => readPoints({ points: values.map((value, n) => ({ at: `2026-01-06T0${n}:00:00.000Z`, value })) });

test('reads times and prices, and leaves out what is no price', () => {
  expect(pointsOf('26126.1', '0', 'unknown', '1')).toEqual([
    { atMs: Date.UTC(2026, 0, 6, 0), price: 26_126_100_000_000_000n },
    { atMs: Date.UTC(2026, 0, 6, 3), price: 1_000_000_000_000n },
  ]);
});

test('names the ends, the lowest and the highest price', () => {
  const points = pointsOf('26100', '26300', '26000', '26200');
  expect(figuresOf(points)).toEqual({
    first: points[0],
    newest: points[3],
    lowest: 26_000n * 10n ** 12n,
    highest: 26_300n * 10n ** 12n,
    changePercent: 38n,
  });
});

test.each([
  ['100', '101.235', 124n],
  ['100', '98.765', -124n],
  ['26100', '26100', 0n],
  ['26100', '26101', 0n],
  ['2264993464.123456789012', '2489993464', 993n],
])('from %s to %s the change is %d hundredths of a percent', (first, newest, changePercent) => {
  expect(figuresOf(pointsOf(first, newest))?.changePercent).toBe(changePercent);
});

test.each([[[]], [['26100']], [['26100', '0']]])('%j is no course', (values) => {
  expect(figuresOf(pointsOf(...values))).toBeNull();
});
