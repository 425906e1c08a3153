import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAST_TRANSFER_MAX_VND, FAST_TRANSFER_MIN_VND } from '../constants.ts';
import { partsOf, splitAmount } from './payout-parts.ts';

test.each([
  [1, [1]],
  [100, [100]],
  [101, [91, 10]],
  [109, [99, 10]],
  [110, [100, 10]],
  [200, [100, 100]],
  [205, [100, 95, 10]],
])('%d in parts of 10 to 100: %j', (amount, parts) => {
  expect(splitAmount(BigInt(amount), 100n, 10n)).toEqual(parts.map(BigInt));
});

test('parts sum to the amount, each within a transfer’s limits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: FAST_TRANSFER_MIN_VND, max: 9_000_000_000n }), (amount) => {
      const parts = partsOf('vnd', amount);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      expect(parts.every((part) => part >= FAST_TRANSFER_MIN_VND && part <= FAST_TRANSFER_MAX_VND)).toBe(true);
      expect(BigInt(parts.length)).toBe((amount + FAST_TRANSFER_MAX_VND - 1n) / FAST_TRANSFER_MAX_VND);
    }),
  );
});

test('splits only dong, up to the maximum number of parts', () => {
  const most = 20n * FAST_TRANSFER_MAX_VND;
  expect(partsOf('vnd', most)).toHaveLength(20);
  expect(partsOf('vnd', most + 1n)).toEqual([most + 1n]);
  expect(partsOf('usdt-tron', 10n ** 15n)).toEqual([10n ** 15n]);
  expect(() => splitAmount(1n, 10n, 6n)).toThrow('at least 2');
  expect(() => splitAmount(1n, 10n, 0n)).toThrow('at least 2');
  expect(splitAmount(11n, 10n, 5n)).toEqual([6n, 5n]);
});
