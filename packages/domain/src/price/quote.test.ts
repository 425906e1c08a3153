import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTerms } from '../../testing/terms.ts';
import { CURRENCIES, type CurrencyCode } from '../currencies.ts';
import { parseDecimal } from '../money.ts';
import type { OrderKind } from '../order-status.ts';
import { parseFeeRule } from './fee.ts';
import { enteredCurrency, largestQuantityFor, type Priced, type PriceTerms, price, smallestQuantityFor } from './quote.ts';
import { pairRate, parseRate, RATE_ONE } from './rate.ts';

const units = (text: string, code: CurrencyCode): bigint => parseDecimal(text, CURRENCIES[code].scale) ?? -1n;

function terms(
  kind: OrderKind,
  from: CurrencyCode,
  to: CurrencyCode,
  value: string,
  fee: string,
  percentFee: string,
  maxFee: string | null = null,
): PriceTerms {
  const rule = parseFeeRule({ value, fee, percentFee, maxFee, minQuantity: null }, CURRENCIES[to].scale);
  return { kind, from, to, rate: parseRate(value) ?? 0n, fee: rule, bankFee: 0n };
}

/** Amount that depends on the quantity: the dong of a buy, else the amount received. */
function priceOf(of: PriceTerms, quantity: bigint): bigint {
  const priced = price(of, quantity);
  return of.kind === 'buy' ? priced.amountSent : priced.amountReceived;
}

describe('worked prices', () => {
  test('buy 50 trc20', () => {
    expect(price(terms('buy', 'vnd', 'trc20', '26350', '0.8', '0'), units('50', 'trc20'))).toEqual({
      quantity: 50_000_000n,
      amountSent: 1_338_580n,
      amountReceived: 50_000_000n,
      feeExchange: 800_000n,
      cashFee: 0n,
    } satisfies Priced);
  });

  test('buy 100 pm', () => {
    const priced = price(terms('buy', 'vnd', 'pm', '25950', '0.01', '0.5'), units('100', 'pm'));
    expect([priced.amountSent, priced.feeExchange]).toEqual([2_607_975n, 50n]);
  });

  test('buy: a fraction of a dong is rounded up', () => {
    // 25 950 × (0.03 + 0.01) = 1 038; 25 950 × (0.07 + 0.01) = 2 076; 26 350.5 × 50.8 = 1 338 605.4
    expect(price(terms('buy', 'vnd', 'trc20', '26350.5', '0.8', '0'), units('50', 'trc20')).amountSent).toBe(1_338_606n);
    expect(price(terms('buy', 'vnd', 'pm', '25950', '0.01', '0.5'), units('0.07', 'pm')).amountSent).toBe(2_076n);
  });

  test('buy: the fee is capped', () => {
    const wmz = terms('buy', 'vnd', 'wmz', '25900', '0.01', '0.8', '50');
    expect(price(wmz, units('10000', 'wmz')).amountSent).toBe(25_900n * 10_050n);
  });

  test('sell 100 pm', () => {
    const sell = terms('sell', 'pm', 'vnd', '25350', '0', '0');
    expect(price(sell, units('100', 'pm'))).toMatchObject({ amountSent: 10_000n, amountReceived: 2_535_000n, feeExchange: 0n, cashFee: 0n });
    expect(price({ ...sell, bankFee: 5_500n }, units('100', 'pm'))).toMatchObject({ amountReceived: 2_529_500n, cashFee: 5_500n });
  });

  test('sell: a fraction of a dong is rounded up', () => {
    // 25 350.5 × 0.01 = 253.505
    expect(price(terms('sell', 'pm', 'vnd', '25350.5', '0', '0'), units('0.01', 'pm')).amountReceived).toBe(254n);
  });

  test('sell: never below zero', () => {
    expect(price({ ...terms('sell', 'pm', 'vnd', '25350', '0', '0'), bankFee: 5_500n }, units('0.2', 'pm')).amountReceived).toBe(0n);
  });

  test('swap 60 trc20 to pm', () => {
    const rate = pairRate(26_050n * RATE_ONE, 25_950n * RATE_ONE, '0.3');
    const swap = { ...terms('ex', 'trc20', 'pm', '1', '0.01', '0.5'), rate };
    expect(price(swap, units('60', 'trc20'))).toEqual({
      quantity: 60_000_000n,
      amountSent: 60_000_000n,
      amountReceived: 5_975n,
      feeExchange: 30n,
      cashFee: 0n,
    } satisfies Priced);
  });

  test('swap into USDT is rounded to two decimals although the currency has six', () => {
    // 100 pm × 0.959203 − 0.8 = 95.1203 → 95.12
    const swap = terms('ex', 'pm', 'trc20', '0.959203', '0.8', '0');
    expect(price(swap, units('100', 'pm')).amountReceived).toBe(95_120_000n);
  });

  test('swap into eth has six decimals, into btc eight', () => {
    expect(price(terms('ex', 'trc20', 'eth', '0.000282312345', '0', '0'), units('1000', 'trc20')).amountReceived).toBe(units('0.282312', 'eth'));
    expect(price(terms('ex', 'trc20', 'btc', '0.000011051234', '0', '0'), units('1000', 'trc20')).amountReceived).toBe(units('0.01105123', 'btc'));
  });

  test('swap rounds a half up and never below zero', () => {
    expect(price(terms('ex', 'trc20', 'pm', '1', '0', '0'), units('1.005', 'trc20')).amountReceived).toBe(101n);
    expect(price(terms('ex', 'trc20', 'pm', '1', '0', '0'), units('1.004999', 'trc20')).amountReceived).toBe(100n);
    expect(price(terms('ex', 'pm', 'erc20', '1', '3.2', '0'), units('3', 'pm')).amountReceived).toBe(0n);
  });
});

describe('largestQuantityFor', () => {
  test('inverts the worked prices', () => {
    expect(largestQuantityFor(terms('buy', 'vnd', 'trc20', '26350', '0.8', '0'), 1_338_580n)).toBe(50_000_000n);
    expect(largestQuantityFor(terms('buy', 'vnd', 'pm', '25950', '0.01', '0.5'), 2_607_975n)).toBe(10_000n);
    expect(largestQuantityFor(terms('buy', 'vnd', 'pm', '25950', '0.01', '0.5'), 2_607_974n)).toBe(9_999n);
    expect(largestQuantityFor(terms('sell', 'pm', 'vnd', '25350', '0', '0'), 2_535_000n)).toBe(10_000n);
  });

  test('is zero when the fee is not covered', () => {
    expect(largestQuantityFor(terms('buy', 'vnd', 'trc20', '26350', '0.8', '0'), 21_079n)).toBe(0n);
    expect(largestQuantityFor(terms('buy', 'vnd', 'trc20', '26350', '0.8', '0'), 0n)).toBe(0n);
    expect(largestQuantityFor(terms('sell', 'pm', 'vnd', '25350', '0', '0'), -1n)).toBe(0n);
  });

  test('is the largest quantity whose price does not exceed the amount', () => {
    const amounts = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.bigInt({ min: 0n, max: 10n ** 13n }));
    fc.assert(
      fc.property(anyTerms, amounts, (of, amount) => {
        const quantity = largestQuantityFor(of, amount);
        if (quantity > 0n) expect(priceOf(of, quantity) <= amount).toBe(true);
        expect(priceOf(of, quantity + 1n) > amount).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('of any price is at least the priced quantity', () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt({ min: 1n, max: 10n ** 12n }), (of, quantity) => {
        expect(largestQuantityFor(of, priceOf(of, quantity)) >= quantity).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('rejects a swap fee of 100 % and rates not above zero', () => {
    const swap = terms('ex', 'trc20', 'pm', '1', '0', '0');
    expect(() => largestQuantityFor({ ...swap, fee: { fee: 0n, percent: 100_000_000n, maxFee: null } }, 1n)).toThrow('100 %');
    expect(() => largestQuantityFor({ ...swap, rate: 0n }, 1n)).toThrow('above zero');
    expect(() => price({ ...swap, rate: 0n }, 1n)).toThrow('above zero');
    expect(() => price(swap, -1n)).toThrow('below zero');
  });
});

test('smallestQuantityFor is the smallest quantity that pays the amount', () => {
  const paying = anyTerms.filter((of) => of.kind !== 'buy');
  fc.assert(
    fc.property(paying, fc.bigInt({ min: 1n, max: 10n ** 10n }), (of, amount) => {
      const quantity = smallestQuantityFor(of, amount);
      expect(price(of, quantity).amountReceived >= amount).toBe(true);
      expect(price(of, quantity - 1n).amountReceived < amount).toBe(true);
    }),
  );
  expect(smallestQuantityFor(terms('sell', 'pm', 'vnd', '25350', '0', '0'), 50_000n)).toBe(198n);
  for (const amount of [0n, -30_000n]) expect(smallestQuantityFor(terms('sell', 'pm', 'vnd', '25350', '0', '0'), amount)).toBe(0n);
});

test('prices never decrease as the quantity grows', () => {
  const quantities = fc.bigInt({ min: 0n, max: 10n ** 13n });
  fc.assert(
    fc.property(anyTerms, quantities, quantities, (of, a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(priceOf(of, low) <= priceOf(of, high)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

describe('an independent computation with one common denominator', () => {
  const HUNDRED = 100_000_000n;
  const pow = (exponent: number): bigint => 10n ** BigInt(exponent);

  /** Verifies a price against the documented formulas by integer comparison only: no rounding function, no shared code. */
  function judge(of: PriceTerms, quantity: bigint): { low: bigint; high: bigint; denominator: bigint } {
    const { fee, percent, maxFee } = of.fee;
    // Everything in units of 1 / (10^12 × HUNDRED × 10^scale).
    const denominator = RATE_ONE * HUNDRED * pow(CURRENCIES[enteredCurrency(of)].scale);
    const clampFee = (share: bigint, unit: bigint): bigint => {
      const atLeast = share > fee * unit ? share : fee * unit;
      return maxFee !== null && atLeast > maxFee * unit ? maxFee * unit : atLeast;
    };
    if (of.kind === 'buy') {
      const withFee = quantity * HUNDRED + clampFee(quantity * percent, HUNDRED);
      const exact = withFee * of.rate;
      return { low: exact, high: exact + denominator, denominator };
    }
    const gross = of.rate * quantity * pow(CURRENCIES[of.to].scale);
    if (of.kind === 'sell') {
      const exact = gross * HUNDRED - of.bankFee * denominator;
      return { low: exact, high: exact + denominator, denominator };
    }
    const net = gross * HUNDRED - clampFee(gross * percent, denominator);
    const step = pow(CURRENCIES[of.to].scale - CURRENCIES[of.to].swapScale) * denominator;
    return { low: net * 2n - step, high: net * 2n + step, denominator: denominator * 2n };
  }

  test('agrees with price', () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt({ min: 0n, max: 10n ** 13n }), (of, quantity) => {
        const { low, high, denominator } = judge(of, quantity);
        const result = priceOf(of, quantity) * denominator;
        // Rounded up: low ≤ result < high. Rounded half-up: low < result ≤ high.
        if (of.kind === 'buy') expect(low <= result && result < high).toBe(true);
        else if (result === 0n) expect(of.kind === 'sell' ? low <= 0n : low < 0n).toBe(true);
        else if (of.kind === 'sell') expect(low <= result && result < high).toBe(true);
        else {
          expect(low < result && result <= high).toBe(true);
          expect((result / denominator) % pow(CURRENCIES[of.to].scale - CURRENCIES[of.to].swapScale)).toBe(0n);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
