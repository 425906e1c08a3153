import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTerms, PM_BUY, PM_SELL } from '../../testing/terms.ts';
import { CURRENCIES } from '../currencies.ts';
import {
  type Discount,
  type DiscountedTerms,
  discountCurrency,
  largestBoughtBeyond,
  largestOrderQuantity,
  listTermsOf,
  orderPrice,
  priceBeyond,
  smallestOrderQuantity,
} from './discount.ts';
import { HUNDRED_PERCENT, NO_FEE } from './fee.ts';
import { largestQuantityFor, price } from './quote.ts';
import { RATE_ONE } from './rate.ts';

const HALF: Discount = { percent: HUNDRED_PERCENT / 2n, max: null };
const WHOLE: Discount = { percent: HUNDRED_PERCENT, max: null };

/** Discounts of every shape: a share, a share with a maximum, an amount. */
const discounts: fc.Arbitrary<Discount> = fc.record({
  percent: fc.oneof(fc.constant(HUNDRED_PERCENT), fc.bigInt({ min: 1n, max: HUNDRED_PERCENT })),
  max: fc.option(fc.bigInt({ min: 1n, max: 10n ** 7n })),
});
const discounted: fc.Arbitrary<DiscountedTerms> = fc
  .record({ terms: anyTerms, discount: discounts })
  .map(({ terms, discount }) => ({ ...terms, discount }));
const quantities = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 5n }), fc.bigInt({ min: 0n, max: 10n ** 12n }));

/** What the customer sends for a buy, or receives. */
function sideOf(terms: DiscountedTerms, quantity: bigint): bigint {
  return orderPrice(terms, quantity)[terms.kind === 'buy' ? 'amountSent' : 'amountReceived'];
}

describe('worked discounts', () => {
  // 100 pm at 25 950 with 0.5 %: 2 607 975 đ, of which 12 975 đ are the fee.
  test.each<[string, Discount, bigint]>([
    ['half of the fee', HALF, 6_487n],
    ['the whole fee', WHOLE, 12_975n],
    ['an amount', { percent: HUNDRED_PERCENT, max: 5_000n }, 5_000n],
    ['an amount that is more than the fee', { percent: HUNDRED_PERCENT, max: 50_000n }, 12_975n],
    ['half of the fee up to an amount', { percent: HUNDRED_PERCENT / 2n, max: 5_000n }, 5_000n],
  ])('of a buy: %s', (_, discount, saved) => {
    expect(orderPrice({ ...PM_BUY, discount }, 100_00n)).toEqual({
      quantity: 100_00n,
      amountSent: 2_607_975n - saved,
      amountReceived: 100_00n,
      feeExchange: 50n,
      cashFee: 0n,
      discount: saved,
    });
  });

  test('of a sale: none, for it has no fee to take it off', () => {
    const plain = orderPrice({ ...PM_SELL, discount: null }, 100_00n);
    expect([plain.discount, orderPrice({ ...PM_SELL, fee: { fee: 0n, percent: 500_000n, maxFee: null }, discount: HALF }, 100_00n).discount]).toEqual(
      [0n, 0n],
    );
  });

  test('of a swap, in what is received', () => {
    const swap = { kind: 'ex', from: 'trc20', to: 'pm', rate: RATE_ONE, fee: { fee: 0n, percent: 500_000n, maxFee: null }, bankFee: 0n } as const;
    // 100 trc20 are 100 pm without the fee of 0.50.
    expect(orderPrice({ ...swap, discount: HALF }, 100_000_000n)).toMatchObject({ amountReceived: 99_75n, feeExchange: 50n, discount: 25n });
    expect(orderPrice({ ...swap, discount: { ...HALF, max: 5_000n } }, 100_000_000n)).toMatchObject({ amountReceived: 99_50n, discount: 0n });
  });

  test('of a swap, in steps of its last decimal', () => {
    const swap = { kind: 'ex', from: 'pm', to: 'trc20', rate: RATE_ONE, fee: { fee: 10_000n, percent: 0n, maxFee: null }, bankFee: 0n } as const;
    expect(orderPrice({ ...swap, discount: HALF }, 100_00n)).toMatchObject({ amountReceived: 99_990_000n, discount: 0n });
  });

  test('none of a sell, which has no fee of the exchange', () => {
    expect(orderPrice({ ...PM_SELL, bankFee: 5_500n, discount: WHOLE }, 100_00n)).toEqual({
      ...price({ ...PM_SELL, bankFee: 5_500n }, 100_00n),
      discount: 0n,
    });
  });

  test('is in dong for a buy, else in what is received', () => {
    expect(discountCurrency(PM_BUY)).toBe('vnd');
    expect(discountCurrency({ kind: 'ex', from: 'trc20', to: 'pm' })).toBe('pm');
  });
});

describe('a discount', () => {
  test('never takes off more than the fee, nor more than its maximum, and rounds for the exchange', () => {
    fc.assert(
      fc.property(discounted, quantities, (terms, quantity) => {
        const [list, free, priced] = [
          price(listTermsOf(terms), quantity),
          price({ ...listTermsOf(terms), fee: NO_FEE }, quantity),
          orderPrice(terms, quantity),
        ];
        const { percent, max } = terms.discount as Discount;
        const fee = terms.kind === 'buy' ? list.amountSent - free.amountSent : free.amountReceived - list.amountReceived;
        expect(priced.discount).toBeGreaterThanOrEqual(0n);
        expect(priced.discount * HUNDRED_PERCENT).toBeLessThanOrEqual(fee * percent);
        expect(priced.amountSent).toBeGreaterThanOrEqual(free.amountSent);
        expect(priced.amountReceived).toBeLessThanOrEqual(free.amountReceived);
        expect(list.amountSent - priced.amountSent + (priced.amountReceived - list.amountReceived)).toBe(priced.discount);
        if (max !== null && terms.kind === 'buy') expect(priced.discount).toBeLessThanOrEqual(max);
        if (terms.kind === 'ex') expect(priced.amountReceived % 10n ** BigInt(CURRENCIES[terms.to].scale - CURRENCIES[terms.to].swapScale)).toBe(0n);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps prices rising with the quantity', () => {
    fc.assert(
      fc.property(discounted, quantities, fc.bigInt({ min: 0n, max: 10n ** 6n }), (terms, quantity, more) => {
        expect(sideOf(terms, quantity + more)).toBeGreaterThanOrEqual(sideOf(terms, quantity));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is inverted: the largest quantity whose price does not exceed an amount, and the smallest that pays one', () => {
    fc.assert(
      fc.property(discounted, fc.bigInt({ min: 0n, max: 10n ** 13n }), (terms, amount) => {
        const largest = largestOrderQuantity(terms, amount);
        if (largest > 0n) expect(sideOf(terms, largest)).toBeLessThanOrEqual(amount);
        expect(sideOf(terms, largest + 1n)).toBeGreaterThan(amount);
        if (terms.kind === 'buy' || amount === 0n) return;
        const smallest = smallestOrderQuantity(terms, amount);
        expect(sideOf(terms, smallest)).toBeGreaterThanOrEqual(amount);
        expect(smallest === 1n || sideOf(terms, smallest - 1n) < amount).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('of nothing leaves the list price', () => {
    fc.assert(
      fc.property(anyTerms, quantities, (terms, quantity) => {
        expect(orderPrice(terms, quantity)).toEqual({ ...price(terms, quantity), discount: 0n });
        expect(largestOrderQuantity(terms, quantity)).toBe(largestQuantityFor(terms, quantity));
      }),
    );
  });

  test('is taken off once where a newer rate prices what is beyond the order', () => {
    const terms = { ...PM_BUY, discount: { percent: HUNDRED_PERCENT, max: 5_000n } };
    const dearer = { ...terms, rate: terms.rate * 2n };
    expect(priceBeyond({ terms, quantity: 100_00n }, dearer, 150_00n)).toMatchObject({ discount: 5_000n });
  });
});

describe('a price with other terms beyond a quantity', () => {
  test('is that of the whole when the terms are the same', () => {
    fc.assert(
      fc.property(discounted, fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (terms, quantity, more) => {
        const whole = orderPrice(terms, quantity + more);
        expect(priceBeyond({ terms, quantity }, terms, quantity + more)).toEqual(whole);
        if (terms.kind !== 'buy') return;
        expect(largestBoughtBeyond({ terms, quantity }, terms, whole.amountSent)).toBe(largestOrderQuantity(terms, whole.amountSent));
      }),
    );
  });

  test('takes off no more than the maximum in all, also where the fee was lowered since', () => {
    const terms = { ...PM_BUY, discount: { percent: HUNDRED_PERCENT, max: 10_000n } };
    const lower = { ...terms, fee: { ...PM_BUY.fee, percent: PM_BUY.fee.percent / 10n } };
    expect(priceBeyond({ terms, quantity: 100_00n }, lower, 2_000_00n)).toMatchObject({ discount: 10_000n });
    const buys = discounted.filter(({ kind, discount }) => kind === 'buy' && discount?.max !== null);
    fc.assert(
      fc.property(buys, buys, quantities, quantities, (own, { fee, rate }, quantity, more) => {
        const { discount } = priceBeyond({ terms: own, quantity }, { ...own, fee, rate }, quantity + more);
        expect(discount).toBeLessThanOrEqual(own.discount?.max ?? 0n);
      }),
    );
  });

  test('of a buy is inverted by the largest quantity that an amount pays for', () => {
    const buys = discounted.filter(({ kind }) => kind === 'buy');
    const quantities = fc.bigInt({ min: 1n, max: 10n ** 10n });
    fc.assert(
      fc.property(buys, fc.bigInt({ min: 1n, max: 200n }), quantities, fc.bigInt({ min: 0n, max: 10n ** 12n }), (terms, percent, quantity, rest) => {
        const newer = { ...terms, rate: (terms.rate * percent) / 100n + 1n, fee: { ...terms.fee, percent: (terms.fee.percent * percent) / 200n } };
        const limited = { terms, quantity };
        const amount = orderPrice(terms, quantity).amountSent + rest;
        const bought = largestBoughtBeyond(limited, newer, amount);
        expect(bought).toBeGreaterThanOrEqual(quantity);
        expect(priceBeyond(limited, newer, bought).amountSent).toBeLessThanOrEqual(amount);
        expect(priceBeyond(limited, newer, bought + 1n).amountSent).toBeGreaterThan(amount);
      }),
    );
  });
});
