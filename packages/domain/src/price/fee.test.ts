import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateSettings } from '../settings.ts';
import { exactFee, feeOf, NO_FEE, parseFeeRule, parsePercent } from './fee.ts';

const settings = (fee: string, percentFee: string, maxFee: string | null): RateSettings => ({
  value: '1',
  fee,
  percentFee,
  maxFee,
  minQuantity: null,
});

describe('parseFeeRule', () => {
  test('reads minor units and percent', () => {
    expect(parseFeeRule(settings('0.01', '0.8', '50'), 2)).toEqual({ fee: 1n, percent: 800_000n, maxFee: 5_000n });
    expect(parseFeeRule(settings('0.00005', '0', null), 8)).toEqual({ fee: 5_000n, percent: 0n, maxFee: null });
  });

  test.each([
    ['0.001', '0', null],
    ['x', '0', null],
    ['0', '100', null],
    ['0', '-1', null],
    ['0', '0', 'no'],
    ['0', '', null],
  ] as const)('rejects fee %j, percent %j, max %j', (fee, percent, max) => {
    expect(() => parseFeeRule(settings(fee, percent, max), 2)).toThrow('bad fee settings');
  });
});

test('parsePercent takes zero to below one hundred', () => {
  expect([parsePercent('0'), parsePercent('0.5'), parsePercent('99.999999'), parsePercent('100')]).toEqual([0n, 500_000n, 99_999_999n, null]);
});

describe('feeOf', () => {
  const wmz = parseFeeRule(settings('0.01', '0.8', '50'), 2);

  test('charges the fixed fee on small amounts, then the percentage up to the cap', () => {
    expect(feeOf(wmz, 100n)).toBe(1n); // 0.8 % of 1.00 is 0.008: the fixed 0.01 is more
    expect(feeOf(wmz, 10_000n)).toBe(80n);
    expect(feeOf(wmz, 625_000n)).toBe(5_000n); // the cap bites from 6250 on
    expect(feeOf(wmz, 700_000n)).toBe(5_000n);
  });

  test('rounds half-up for display, never inside a price', () => {
    const half = parseFeeRule(settings('0', '0.5', null), 2);
    expect(feeOf(half, 100n)).toBe(1n); // 0.005
    expect(feeOf(half, 99n)).toBe(0n);
    expect(exactFee(half, 99n)).toEqual({ numerator: 99n * 500_000n, denominator: 100_000_000n });
  });

  test('is zero without a rule', () => expect(feeOf(NO_FEE, 10n ** 9n)).toBe(0n));

  test('stays within its bounds and never decreases as the amount grows', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const rules = fc.record({
      fee: fc.bigInt({ min: 0n, max: 10_000n }),
      percent: fc.bigInt({ min: 0n, max: 99_999_999n }),
      maxFee: fc.option(fc.bigInt({ min: 10_000n, max: 10n ** 9n })),
    });
    fc.assert(
      fc.property(rules, amounts, amounts, (rule, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(feeOf(rule, low) <= feeOf(rule, high)).toBe(true);
        expect(feeOf(rule, low) >= rule.fee).toBe(true);
        if (rule.maxFee !== null) expect(feeOf(rule, high) <= rule.maxFee).toBe(true);
      }),
    );
  });
});
