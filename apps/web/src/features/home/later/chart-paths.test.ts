import { HOUR_MS } from '@quydoi/domain/durations';
import { expect, test } from 'vitest';
import { chartPaths } from './chart-paths.ts';
import { figuresOf, type PricePoint } from './price-figures.ts';

function pathsOf(...points: readonly (readonly [hour: number, price: bigint])[]) {
  const read: readonly PricePoint[] = points.map(([hour, price]) => ({ atMs: hour * HOUR_MS, price }));
  const figures = figuresOf(read);
  if (!figures) throw new Error('too few points');
  return chartPaths(read, figures, 4 * HOUR_MS);
}

test('reaches from the first time to the newest, and from the lowest price to the highest', () => {
  expect(pathsOf([10, 200n], [11, 100n], [13, 175n], [14, 300n])).toEqual({
    line: 'M0 50L250 100L750 62.5L1000 0',
    area: 'M0 50L250 100L750 62.5L1000 0L1000 100L0 100Z',
    dot: 'M1000 0h0',
  });
});

test('a price that stood still is a line at half height', () => {
  expect(pathsOf([0, 5n], [2, 5n])).toEqual({ line: 'M0 50L1000 50', area: 'M0 50L1000 50L1000 100L0 100Z', dot: 'M1000 50h0' });
});

test('is apart where points are missing, and a dot where one stands alone', () => {
  expect(pathsOf([0, 100n], [1, 200n], [5, 100n], [9, 200n], [10, 100n])).toEqual({
    line: 'M0 100L100 0M500 100h0M900 0L1000 100',
    area: 'M0 100L100 0L100 100L0 100ZM900 0L1000 100L1000 100L900 100Z',
    dot: 'M1000 100h0',
  });
});

test('prices beyond what a number holds exactly, close together', () => {
  const base = 2_264_993_464n * 10n ** 12n;
  expect(pathsOf([0, base], [1, base + 1n], [2, base + 4n]).line).toBe('M0 100L500 75L1000 0');
});
