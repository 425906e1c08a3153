import { expect, test } from 'vitest';
import type { RateSettings, Settings, Versioned } from '../settings.ts';
import { aloneLimitOf, isBeyondAlone, largestWorth, totalWorth, worthInDong } from './second-operator.ts';

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

test('an act needs a second operator when it and those before are worth more than the limit, or when its worth is not known', () => {
  const limit = aloneLimitOf(SETTINGS);
  expect(limit).toBe(200_000_000n);
  expect([isBeyondAlone(limit, 0n, limit), isBeyondAlone(limit + 1n, 0n, limit)]).toEqual([false, true]);
  expect([isBeyondAlone(1n, limit - 1n, limit), isBeyondAlone(1n, limit, limit)]).toEqual([false, true]);
  expect(isBeyondAlone(null, 0n, limit)).toBe(true);
});

test('acts are worth the sum of theirs, one act the largest of what it may be worth; of unknown worth if one is', () => {
  expect(totalWorth([5n, 7n])).toBe(12n);
  expect(totalWorth([])).toBe(0n);
  expect(totalWorth([5n, null])).toBeNull();
  expect(largestWorth([5n, 7n, 6n])).toBe(7n);
  expect(largestWorth([5n, null])).toBeNull();
  expect(largestWorth([])).toBeNull();
});
