import { expect, test } from 'vitest';
import { withdrawalLimits } from './withdrawal-limits.ts';

const DONG = { min: 100_000n, max: 499_999_999n, fee: 0n };

test('a bank whose transfers cost a fee takes it off what is withdrawn, on top of the limits', () => {
  expect(withdrawalLimits({ balance: 2_000_000n, withdrawal: DONG }, { payoutFee: '0' })).toEqual({ min: 100_000n, most: 2_000_000n, fee: 0n });
  expect(withdrawalLimits({ balance: 2_000_000n, withdrawal: DONG }, { payoutFee: '5500' })).toEqual({
    min: 105_500n,
    most: 2_000_000n,
    fee: 5_500n,
  });
});

test('no more is withdrawn than is sent at once', () => {
  expect(withdrawalLimits({ balance: 900_000_000n, withdrawal: DONG }, { payoutFee: '5500' })?.most).toBe(500_005_499n);
});

test('a coin costs the fee of its network', () => {
  const bitcoin = { min: 20_000n, max: 100_000_000n, fee: 4_000n };
  expect(withdrawalLimits({ balance: 1_000n, withdrawal: bitcoin }, undefined)).toEqual({ min: 20_000n, most: 1_000n, fee: 4_000n });
});

test('nothing is withdrawn while withdrawals are off', () => {
  expect(withdrawalLimits({ balance: 1_000n, withdrawal: null }, undefined)).toBeNull();
});
