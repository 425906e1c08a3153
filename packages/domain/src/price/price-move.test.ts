import { expect, test } from 'vitest';
import type { RateSettings } from '../settings.ts';
import { NO_FEE, parseFeeRule } from './fee.ts';
import { isPriceMovedMore, type PriceRange } from './price-move.ts';
import { parseRate } from './rate.ts';

const LIMITS = { worth: '0', rateChange: '5' };

/** Buying, selling or swapping into pm, with orders of 1 to 5 000. */
function range(kind: 'buy' | 'sell' | 'ex', value: string, set: Partial<RateSettings> = {}, [min, max] = [1_00n, 5_000_00n]): PriceRange {
  const settings = { value, fee: '0', percentFee: '0', maxFee: null, minQuantity: null, ...set };
  const [from, to] = { buy: ['vnd', 'pm'] as const, sell: ['pm', 'vnd'] as const, ex: ['wmz', 'pm'] as const }[kind];
  const fee = kind === 'sell' ? NO_FEE : parseFeeRule(settings, 2);
  return { terms: { kind, from, to, rate: parseRate(value) as bigint, fee, bankFee: 0n }, min, max };
}

test.each(['buy', 'sell', 'ex'] as const)('the rate of a %s is moved by up to five percent, up or down', (kind) => {
  const before = range(kind, '25950');
  const values = ['27247.5', '27247.500001', '24652.5', '24652.499999', '25950'];
  expect(values.map((value) => isPriceMovedMore(before, range(kind, value), LIMITS))).toEqual([false, true, false, true, false]);
});

test('a first rate moves the price', () => {
  expect(isPriceMovedMore(undefined, range('buy', '1'), LIMITS)).toBe(true);
});

test('a fee counts by what it is of the smallest order', () => {
  const moved = (before: string, after: string) => isPriceMovedMore(range('ex', '1', { fee: before }), range('ex', '1', { fee: after }), LIMITS);
  expect([moved('0', '0.05'), moved('0', '0.06'), moved('0.5', '0.45'), moved('0.5', '0.44')]).toEqual([false, true, false, true]);
  const buys = (before: string, after: string) =>
    isPriceMovedMore(range('buy', '25950', { fee: before }), range('buy', '25950', { fee: after }), LIMITS);
  expect([buys('0', '0.05'), buys('0', '0.06'), buys('1', '1.1'), buys('1', '1.11')]).toEqual([false, true, false, true]);
});

test('a percentage counts, also where only large orders pay it, and only up to its maximum', () => {
  const before = range('ex', '1', { fee: '1', percentFee: '0' }, [10_00n, 5_000_00n]);
  const after = (set: Partial<RateSettings>) => range('ex', '1', { fee: '1', ...set }, [10_00n, 5_000_00n]);
  expect(isPriceMovedMore(before, after({ percentFee: '5' }), LIMITS)).toBe(false);
  expect(isPriceMovedMore(before, after({ percentFee: '5.1' }), LIMITS)).toBe(true);
  // 9 % of 10 is less than the fixed fee, and the maximum is reached at 11.11….
  expect(isPriceMovedMore(before, after({ percentFee: '9', maxFee: '1' }), LIMITS)).toBe(false);
  // Between the smallest and the largest order: at 66.66…, where 9 % reach the maximum of 6, the fee has grown by 7.5 %.
  expect(isPriceMovedMore(before, after({ percentFee: '9', maxFee: '6' }), LIMITS)).toBe(true);
  // The fee is taken of what a swap gives: at a rate of two these 66.66… are swapped for half of it.
  const [flat, share] = [{ fee: '1' }, { fee: '1', percentFee: '9', maxFee: '6' }].map((set) => range('ex', '2', set, [10_00n, 5_000_00n]));
  expect(isPriceMovedMore(flat, share as PriceRange, LIMITS)).toBe(true);
  // A buyer pays it on top of what is bought, whatever the rate.
  const [flatBuy, shareBuy] = [{ fee: '1' }, { fee: '1', percentFee: '9', maxFee: '6' }].map((set) =>
    range('buy', '25950', set, [10_00n, 5_000_00n]),
  );
  expect(isPriceMovedMore(flatBuy, shareBuy as PriceRange, LIMITS)).toBe(true);
});

test('a rate and a fee that move the price the same way add up, and against each other they do not', () => {
  const before = range('ex', '1', { percentFee: '1' });
  expect(isPriceMovedMore(before, range('ex', '0.97', { percentFee: '4' }), LIMITS)).toBe(true);
  expect(isPriceMovedMore(before, range('ex', '1.06', { percentFee: '4' }), LIMITS)).toBe(false);
});

test('a trade that cannot be ordered is measured at the smallest unit', () => {
  expect(isPriceMovedMore(range('buy', '100', {}, [0n, 0n]), range('buy', '106', {}, [0n, 0n]), LIMITS)).toBe(true);
  expect(isPriceMovedMore(range('buy', '100', {}, [0n, 0n]), range('buy', '105', {}, [0n, 0n]), LIMITS)).toBe(false);
});
