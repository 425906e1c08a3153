import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceilOf, dividedBy, exact, floorOf, greatest, halfUpOf, least, minus, plus, times } from './exact.ts';

const [half, third] = [exact(1n, 2n), exact(1n, 3n)];

test('sums, products and quotients of fractions are exact', () => {
  const sixths = (value: ReturnType<typeof exact>) => floorOf(times(value, exact(6n)));
  expect([plus(half, third), minus(half, third), times(half, third), dividedBy(half, third)].map(sixths)).toEqual([5n, 1n, 1n, 9n]);
  expect(floorOf(plus(half, half))).toBe(1n);
});

test('the least and the greatest of two fractions are told by their values', () => {
  expect([least(half, third), least(third, half)]).toEqual([third, third]);
  expect([greatest(half, third), greatest(third, half)]).toEqual([half, half]);
});

describe('rounding', () => {
  test.each([
    [7n, 3n, 4n, 4n],
    [-7n, -4n, -3n, -4n],
    [8n, 4n, 4n, 4n],
  ])('%s halves are %s, %s or %s', (numerator, floor, ceil, halfUp) => {
    const value = exact(numerator, 2n);
    expect([floorOf(value), ceilOf(value), halfUpOf(value)]).toEqual([floor, ceil, halfUp]);
  });

  test('happens once: a number divided and multiplied again is the same', () => {
    const numbers = fc.bigInt({ min: 1n, max: 10n ** 20n });
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        expect(floorOf(times(dividedBy(exact(a), exact(b)), exact(b)))).toBe(a);
      }),
    );
  });
});

test.each([0n, -1n])('nothing is divided by %s', (divisor) => {
  expect(() => exact(1n, divisor)).toThrow('above zero');
  expect(() => dividedBy(half, exact(divisor))).toThrow('not above zero');
});
