import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRADED_CODES } from '../currencies.ts';
import { HUNDRED_PERCENT } from '../price/fee.ts';
import { price } from '../price/quote.ts';
import { RATE_ONE } from '../price/rate.ts';
import { parseReferralPercent, type ReferredFee, referralPercentOf, referralShare } from './referral.ts';

const NO_RATES = { sell: null, buy: null };
const percent = (whole: bigint) => (HUNDRED_PERCENT * whole) / 100n;
/** A buy of 100 pm at 25 950 đ: its fee is half a dollar. */
const BUY: ReferredFee = { kind: 'buy', from: 'vnd', to: 'pm', rate: 25_950n * RATE_ONE, feeExchange: 50n, discount: 0n };
/** A swap of 60 trc20 to pm, whose fee is 0.30 dollars. */
const SWAP: ReferredFee = { kind: 'ex', from: 'trc20', to: 'pm', rate: (RATE_ONE * 1_000_842n) / 1_000_000n, feeExchange: 30n, discount: 0n };

describe('the share of an order', () => {
  test.each([
    [100n, 12_975n],
    [20n, 2_595n],
    [50n, 6_487n],
    [1n, 129n],
    [0n, 0n],
  ])('of a buy is %s %% of the fee at its own rate: %s đ, rounded down', (part, share) => {
    expect(referralShare(BUY, NO_RATES, percent(part))).toBe(share);
  });

  test('of a swap leads back to its source, at what that was sold for; else to what the target cost', () => {
    // 0.30 ÷ 1.000842 × 26 050 = 7 808.42…
    expect(referralShare(SWAP, { sell: 26_050n * RATE_ONE, buy: 25_950n * RATE_ONE }, HUNDRED_PERCENT)).toBe(7_808n);
    expect(referralShare(SWAP, { sell: null, buy: 25_950n * RATE_ONE }, HUNDRED_PERCENT)).toBe(7_785n);
    expect(referralShare(SWAP, NO_RATES, HUNDRED_PERCENT)).toBe(0n);
  });

  test('is of what a coupon has left of the fee: of a buy in dong, of a swap in its target', () => {
    expect(referralShare({ ...BUY, discount: 6_488n }, NO_RATES, HUNDRED_PERCENT)).toBe(6_487n);
    expect(referralShare({ ...BUY, discount: 12_976n }, NO_RATES, HUNDRED_PERCENT)).toBe(0n);
    expect(referralShare({ ...SWAP, discount: 15n }, { sell: null, buy: 25_950n * RATE_ONE }, HUNDRED_PERCENT)).toBe(3_892n);
    expect(referralShare({ ...SWAP, discount: 30n }, { sell: 26_050n * RATE_ONE, buy: null }, HUNDRED_PERCENT)).toBe(0n);
  });

  test('of a sale, and of an order without a fee, is nothing', () => {
    const sale = { ...BUY, kind: 'sell', from: 'pm', to: 'vnd' } as const;
    expect(referralShare(sale, { sell: 25_350n * RATE_ONE, buy: 25_950n * RATE_ONE }, HUNDRED_PERCENT)).toBe(0n);
    expect(referralShare({ ...BUY, feeExchange: 0n }, NO_RATES, HUNDRED_PERCENT)).toBe(0n);
  });

  test('never is more than the customer has paid as the fee, but for the rounding of the fee to its currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRADED_CODES),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: RATE_ONE, max: 10n ** 7n * RATE_ONE }),
        fc.bigInt({ min: 0n, max: HUNDRED_PERCENT - 1n }),
        fc.bigInt({ min: 0n, max: HUNDRED_PERCENT }),
        (to, quantity, rate, feePercent, part) => {
          const terms = { kind: 'buy', from: 'vnd', to, rate, bankFee: 0n } as const;
          const { amountSent, feeExchange } = price({ ...terms, fee: { fee: 0n, percent: feePercent, maxFee: null } }, quantity);
          const withoutFee = price({ ...terms, fee: { fee: 0n, percent: 0n, maxFee: null } }, quantity).amountSent;
          const halfUnit = price({ ...terms, fee: { fee: 0n, percent: 0n, maxFee: null } }, 1n).amountSent;
          const share = referralShare({ ...terms, feeExchange, discount: 0n }, NO_RATES, part);
          expect(share).toBeGreaterThanOrEqual(0n);
          expect(share).toBeLessThanOrEqual(amountSent - withoutFee + halfUnit);
          expect(share).toBeLessThanOrEqual(referralShare({ ...terms, feeExchange, discount: 0n }, NO_RATES, HUNDRED_PERCENT));
        },
      ),
    );
  });
});

test.each<[string, bigint | null]>([
  ['0', 0n],
  ['20', percent(20n)],
  ['12.5', percent(25n) / 2n],
  ['100', HUNDRED_PERCENT],
  ['100.000001', null],
  ['101', null],
  ['-1', null],
  ['', null],
  ['1e1', null],
])('%j is a percentage of the fee: %s', (text, parsed) => {
  expect(parseReferralPercent(text)).toBe(parsed);
  expect(referralPercentOf({ referralPercent: text })).toBe(parsed ?? 0n);
});

test('nothing is paid where nothing is set', () => {
  expect(referralPercentOf({})).toBe(0n);
});
