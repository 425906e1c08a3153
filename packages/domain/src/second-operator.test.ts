import { expect, test } from 'vitest';
import { isRateChangedMore, isWorthMore, worthInDong } from './second-operator.ts';
import type { RateSettings, Settings, Versioned } from './settings.ts';

const rate = (value: string): RateSettings => ({ value, fee: '0', percentFee: '0', maxFee: null, minQuantity: null });
const of = (value: string): Versioned<RateSettings> => ({ version: 1, value: rate(value) });
const LIMITS = { worth: '200000000', rateChange: '5' };
const SETTINGS: Pick<Settings, 'buy' | 'secondOperator'> = {
  buy: new Map([
    ['pm', of('25950')],
    ['e-voucher', of('26050')],
    ['trc20', of('26350.5')],
  ]),
  secondOperator: LIMITS,
};

test('an amount is worth what its reserve’s dearest currency costs, in whole dong, rounded up', () => {
  expect(worthInDong('vnd', 5n, SETTINGS)).toBe(5n);
  expect(worthInDong('pm', 100_00n, SETTINGS)).toBe(2_605_000n);
  expect(worthInDong('usdt-tron', 1n, SETTINGS)).toBe(1n);
  expect(worthInDong('usdt-tron', 1_000_000n, SETTINGS)).toBe(26_351n);
  expect(worthInDong('btc', 1n, SETTINGS)).toBeNull();
});

test('up to the limit an operator acts alone; beyond it, below zero too, and without a price not', () => {
  expect([isWorthMore('vnd', 200_000_000n, SETTINGS), isWorthMore('vnd', 200_000_001n, SETTINGS)]).toEqual([false, true]);
  expect([isWorthMore('vnd', -200_000_000n, SETTINGS), isWorthMore('vnd', -200_000_001n, SETTINGS)]).toEqual([false, true]);
  expect(isWorthMore('btc', 1n, SETTINGS)).toBe(true);
});

test.each([
  ['25950', '27247.5', false],
  ['25950', '27247.500001', true],
  ['25950', '24652.5', false],
  ['25950', '24652.499999', true],
  ['25950', '25950', false],
])('from %s to %s is a change above five percent: %s', (before, value, expected) => {
  expect(isRateChangedMore(rate(before), value, LIMITS)).toBe(expected);
});

test('a first rate counts as changed, a rate that is none is for its verb to refuse', () => {
  expect([isRateChangedMore(undefined, '1', LIMITS), isRateChangedMore(rate('1'), 'x', LIMITS)]).toEqual([true, false]);
});
