import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PM_FEE } from '../../testing/terms.ts';
import { HUNDRED_PERCENT, NO_FEE } from '../price/fee.ts';
import { refundShare } from './refund.ts';

const PM = { rule: PM_FEE, bankFee: 0n };
const TRC20 = { rule: { fee: 800_000n, percent: 0n, maxFee: null }, bankFee: 0n };

test.each([
  ['pm', 100_00n, PM, { amount: 99_50n, fee: 50n }],
  ['pm', 2n, PM, { amount: 1n, fee: 1n }],
  ['pm', 1n, PM, null],
  ['trc20', 60_000_000n, TRC20, { amount: 59_200_000n, fee: 800_000n }],
  ['trc20', 800_000n, TRC20, null],
  ['vnd', 1_300_000n, { rule: NO_FEE, bankFee: 0n }, { amount: 1_300_000n, fee: 0n }],
  ['vnd', 1_300_000n, { rule: PM.rule, bankFee: 5_500n }, { amount: 1_294_500n, fee: 5_500n }],
  ['vnd', 5_500n, { rule: NO_FEE, bankFee: 5_500n }, null],
  ['vnd', 0n, { rule: NO_FEE, bankFee: 0n }, null],
] as const)('refunds %s %s', (from, gross, fees, share) => {
  expect(refundShare(from, gross, fees)).toEqual(share);
});

test('amount and fee sum to the gross amount, and the amount is above zero', () => {
  const rules = fc.record({
    fee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    percent: fc.bigInt({ min: 0n, max: HUNDRED_PERCENT - 1n }),
    maxFee: fc.option(fc.bigInt({ min: 0n, max: 10n ** 9n })),
  });
  fc.assert(
    fc.property(fc.constantFrom('pm', 'trc20', 'vnd'), fc.bigInt({ min: 0n, max: 10n ** 15n }), rules, fc.nat(), (from, gross, rule, bankFee) => {
      const share = refundShare(from, gross, { rule, bankFee: BigInt(bankFee) });
      if (share === null) return;
      expect(share.amount + share.fee).toBe(gross);
      expect(share.amount).toBeGreaterThan(0n);
      expect(share.fee).toBeGreaterThanOrEqual(0n);
    }),
  );
});
