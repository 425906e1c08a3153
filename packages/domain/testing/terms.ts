import fc from 'fast-check';
import { TRADED_CODES, type TradedCode } from '../src/currencies.ts';
import { type FeeRule, NO_FEE } from '../src/price/fee.ts';
import type { PriceTerms } from '../src/price/quote.ts';
import { RATE_ONE } from '../src/price/rate.ts';

/** Fee of payouts in Perfect Money: 0.5 %, at least 0.01 $. */
export const PM_FEE: FeeRule = { fee: 1n, percent: 500_000n, maxFee: null };

/** Terms of test orders, which buy pm for dong. */
export const PM_BUY: PriceTerms = { kind: 'buy', from: 'vnd', to: 'pm', rate: 25_950n * RATE_ONE, fee: PM_FEE, bankFee: 0n };

/** Terms of selling pm for dong. */
export const PM_SELL: PriceTerms = { kind: 'sell', from: 'pm', to: 'vnd', rate: 25_350n * RATE_ONE, fee: NO_FEE, bankFee: 0n };

const traded = fc.constantFrom<TradedCode>(...TRADED_CODES);

/** Fee rules of every shape: fixed, percentage, capped, capped below the fixed fee. */
const rules: fc.Arbitrary<FeeRule> = fc.record({
  fee: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 7n })),
  percent: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 5_000_000n }), fc.bigInt({ min: 0n, max: 99_999_999n })),
  maxFee: fc.option(fc.bigInt({ min: 0n, max: 10n ** 9n })),
});

const dongRates = fc.bigInt({ min: RATE_ONE, max: 5n * 10n ** 9n * RATE_ONE });
const pairRates = fc.bigInt({ min: RATE_ONE / 10n ** 6n, max: 10n ** 6n * RATE_ONE });

/** Price terms of all three kinds with arbitrary currencies, rates and fees. */
export const anyTerms: fc.Arbitrary<PriceTerms> = fc.oneof(
  fc.record({
    kind: fc.constant('buy' as const),
    from: fc.constant('vnd' as const),
    to: traded,
    rate: dongRates,
    fee: rules,
    bankFee: fc.constant(0n),
  }),
  fc.record({
    kind: fc.constant('sell' as const),
    from: traded,
    to: fc.constant('vnd' as const),
    rate: dongRates,
    fee: rules,
    bankFee: fc.constantFrom(0n, 3_300n, 5_500n),
  }),
  fc.record({ kind: fc.constant('ex' as const), from: traded, to: traded, rate: pairRates, fee: rules, bankFee: fc.constant(0n) }),
);
