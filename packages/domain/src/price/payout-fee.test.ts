import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestPayout, maxPayoutFee } from './payout-fee.ts';

test('Perfect Money charges 0.5 %, or 2 % when unverified, rounded up', () => {
  expect(maxPayoutFee('pm', 100_00n, { pmVerified: true })).toBe(50n);
  expect(maxPayoutFee('pm', 1n, { pmVerified: true })).toBe(1n);
  expect(maxPayoutFee('pm', 100_00n, { pmVerified: false })).toBe(2_00n);
  expect(maxPayoutFee('vnd', 100_00n, { pmVerified: true })).toBe(0n);
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
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.boolean(), (spendable, pmVerified) => {
      const amount = largestPayout('pm', spendable, { pmVerified });
      expect(amount + maxPayoutFee('pm', amount, { pmVerified })).toBeLessThanOrEqual(spendable);
      expect(amount + 1n + maxPayoutFee('pm', amount + 1n, { pmVerified })).toBeGreaterThan(spendable);
    }),
  );
});
