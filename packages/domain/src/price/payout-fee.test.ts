import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestPayout, maxPayoutFee } from './payout-fee.ts';

test('Perfect Money charges 0.5 %, or 2 % when unverified, rounded up', () => {
  expect(maxPayoutFee('pm', 100_00n, { pmVerified: true })).toBe(50n);
  expect(maxPayoutFee('pm', 1n, { pmVerified: true })).toBe(1n);
  expect(maxPayoutFee('pm', 100_00n, { pmVerified: false })).toBe(2_00n);
  expect(maxPayoutFee('vnd', 100_00n, { pmVerified: true })).toBe(0n);
});

test('WebMoney charges 0.8 %, a hundredth at least and 50 WMZ at most', () => {
  const feeOf = (amount: bigint) => maxPayoutFee('wmz', amount, { pmVerified: true });
  expect([feeOf(1n), feeOf(100_00n), feeOf(100_01n), feeOf(6_250_00n), feeOf(5_000_000_00n)]).toEqual([1n, 80n, 81n, 50_00n, 50_00n]);
  expect(maxPayoutFee('wmz', 100_00n, { pmVerified: false })).toBe(80n);
});

test('nothing is paid out of nothing', () => {
  expect(largestPayout('pm', 0n, { pmVerified: true })).toBe(0n);
  expect(largestPayout('pm', -5n, { pmVerified: true })).toBe(0n);
  expect(largestPayout('vnd', 7n, { pmVerified: true })).toBe(7n);
});

test('a network whose fee the reserve pays takes at most a fixed sum, whatever the amount', () => {
  expect(maxPayoutFee('btc', 1n, { pmVerified: true })).toBe(50_000n);
  expect(maxPayoutFee('btc', 10n ** 8n, { pmVerified: true })).toBe(50_000n);
  expect(largestPayout('btc', 10n ** 8n, { pmVerified: true })).toBe(10n ** 8n - 50_000n);
  expect(largestPayout('btc', 50_000n, { pmVerified: true })).toBe(0n);
  expect(largestPayout('btc', 49_999n, { pmVerified: true })).toBe(0n);
});

test('largestPayout fits with its charge, and one unit more does not', () => {
  fc.assert(
    fc.property(fc.constantFrom('pm', 'wmz'), fc.bigInt(1n, 10n ** 12n), fc.boolean(), (code, spendable, pmVerified) => {
      const amount = largestPayout(code, spendable, { pmVerified });
      expect(amount + maxPayoutFee(code, amount, { pmVerified })).toBeLessThanOrEqual(spendable);
      expect(amount + 1n + maxPayoutFee(code, amount + 1n, { pmVerified })).toBeGreaterThan(spendable);
    }),
  );
});
