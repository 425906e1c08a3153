import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTerms, PM_FEE, PM_SELL } from '../testing/terms.ts';
import { CURRENCIES } from './currencies.ts';
import { checkQuantity, type LimitState, limitsOf } from './limits.ts';
import { formatDecimal } from './money.ts';
import { enteredCurrency, price, smallestQuantityFor } from './price/quote.ts';
import { RATE_ONE } from './price/rate.ts';

/** Buying trc20 with default settings and a large reserve. */
const BUY: LimitState = {
  known: true,
  allowed: true,
  terms: { kind: 'buy', from: 'vnd', to: 'trc20', rate: 26_350n * RATE_ONE, fee: { fee: 800_000n, percent: 0n, maxFee: null }, bankFee: 0n },
  minOrder: 10_000_000n,
  minQuantity: null,
  maxBalance: 20_000_000_000n,
  sourceMaxBalance: null,
  reserve: 50_000_000_000n,
  payoutFee: 0n,
  payoutFloor: 0n,
};

const SELL: LimitState = {
  ...BUY,
  terms: PM_SELL,
  minOrder: 100n,
  maxBalance: 500_000n,
  reserve: 5_000_000_000n,
  payoutFloor: 50_000n,
};

const SWAP: LimitState = {
  ...BUY,
  terms: { kind: 'ex', from: 'trc20', to: 'pm', rate: 1_000_842_000_000n, fee: PM_FEE, bankFee: 0n },
  maxBalance: 500_000n,
  sourceMaxBalance: 20_000_000_000n,
  reserve: 2_000_000n,
};

const refusalOf = (state: LimitState, text: string) => {
  const checked = checkQuantity(state, text);
  return 'refusal' in checked ? checked.refusal : null;
};

describe('checkQuantity', () => {
  test('accepts a quantity within the limits', () => expect(checkQuantity(BUY, ' 50.5 ')).toEqual({ quantity: 50_500_000n }));

  test('reports currency before direction before number problems', () => {
    expect(refusalOf({ ...BUY, known: false, allowed: false }, 'x')?.code).toBe('CURRENCY_NOT_SUPPORTED');
    expect(refusalOf({ ...BUY, allowed: false }, 'x')?.code).toBe('MAINTENANCE');
    expect(refusalOf({ ...BUY, terms: null }, 'x')?.code).toBe('MAINTENANCE');
  });

  test.each(['', 'x', '-5', '0', '0.0000000', '1e2', '50,5', '1.0000001'])('rejects %j as a quantity', (text) => {
    expect(refusalOf(BUY, text)).toEqual({ code: 'QUANTITY_INVALID', params: {} });
  });

  test('reports number problems before limits even when nothing can be ordered', () => {
    expect(refusalOf({ ...BUY, reserve: 0n }, '0')?.code).toBe('QUANTITY_INVALID');
  });

  test('reports the minimum in the entered currency', () => {
    expect(refusalOf(BUY, '9.999999')).toEqual({ code: 'QUANTITY_TOO_SMALL', params: { n: '10', code: 'trc20' } });
    expect(checkQuantity(BUY, '10')).toEqual({ quantity: 10_000_000n });
  });

  test('reports the maximum', () => {
    expect(refusalOf(BUY, '20000.000001')).toEqual({ code: 'QUANTITY_TOO_LARGE', params: { n: '20000', code: 'trc20' } });
    expect(checkQuantity(BUY, '20000')).toEqual({ quantity: 20_000_000_000n });
  });

  test('reports maintenance for a maximum of zero', () => {
    expect(refusalOf({ ...BUY, reserve: 0n }, '5')).toEqual({ code: 'QUANTITY_TOO_LARGE', params: { n: '0', code: 'trc20', maintenance: '1' } });
  });
});

test('limitsOf a currency without a price are zero', () => expect(limitsOf({ ...BUY, terms: null })).toEqual({ min: 0n, max: 0n }));

describe('limitsOf a buy', () => {
  test('is bounded by the reserve less the payout fee', () => {
    expect(limitsOf({ ...BUY, reserve: 5_000_000_000n, payoutFee: 25_000_000n })).toEqual({ min: 10_000_000n, max: 4_975_000_000n });
  });

  test('never goes below zero', () => expect(limitsOf({ ...BUY, reserve: 5n, payoutFee: 10n })).toEqual({ min: 0n, max: 0n }));

  test('lets a customer buy all of a small reserve', () => {
    expect(limitsOf({ ...BUY, reserve: 4_000_000n })).toEqual({ min: 4_000_000n, max: 4_000_000n });
  });

  test('prefers the rate’s minimum to the currency’s, even a smaller one', () => {
    expect(limitsOf({ ...BUY, minQuantity: 25_000_000n }).min).toBe(25_000_000n);
    expect(limitsOf({ ...BUY, minQuantity: 1n }).min).toBe(1n);
  });
});

describe('limitsOf a sell', () => {
  test('never pays out less than the bank’s floor', () => {
    const { min } = limitsOf(SELL);
    expect(min).toBe(198n); // 1.98 × 25 350 = 50 193 đ; 1.97 would pay 49 940 đ
    expect(refusalOf(SELL, '1.97')).toEqual({ code: 'QUANTITY_TOO_SMALL', params: { n: '1.98', code: 'pm' } });
  });

  test('deducts the bank’s fee before the floor', () => {
    const terms = SELL.terms && { ...SELL.terms, bankFee: 5_500n };
    expect(limitsOf({ ...SELL, terms }).min).toBe(219n);
  });

  test('is bounded by the dong reserve, rounded down', () => {
    expect(limitsOf({ ...SELL, reserve: 1_000_000n }).max).toBe(3_944n); // 39.44 × 25 350 = 999 804 đ
  });

  test('is empty when the reserve cannot pay the bank’s floor', () => {
    expect(limitsOf({ ...SELL, reserve: 49_999n })).toEqual({ min: 0n, max: 0n });
    expect(refusalOf({ ...SELL, reserve: 49_999n }, '1')?.params.maintenance).toBe('1');
  });

  test('pays out more than zero without a floor', () => {
    const terms = SELL.terms && { ...SELL.terms, bankFee: 60_000n };
    const { min } = limitsOf({ ...SELL, terms, payoutFloor: 0n });
    expect(terms && price(terms, min).amountReceived > 0n).toBe(true);
  });
});

describe('limitsOf a swap', () => {
  test('converts the target’s limits to the source currency', () => {
    const { min, max } = limitsOf(SWAP);
    expect(min).toBe(10_000_000n);
    expect(SWAP.terms && price(SWAP.terms, max).amountReceived).toBe(500_000n);
    expect(SWAP.terms && price(SWAP.terms, max + 1n).amountReceived).toBe(500_001n);
  });

  test('applies the source’s own maximum', () => {
    expect(limitsOf({ ...SWAP, sourceMaxBalance: 100_000_000n }).max).toBe(100_000_000n);
  });

  test('rejects quantities that the fee would consume', () => {
    const terms = { kind: 'ex', from: 'pm', to: 'erc20', rate: RATE_ONE, fee: { fee: 3_200_000n, percent: 0n, maxFee: null }, bankFee: 0n } as const;
    const state: LimitState = { ...SWAP, terms, minOrder: 100n, maxBalance: 20_000_000_000n, sourceMaxBalance: 500_000n, reserve: 50_000_000_000n };
    expect(refusalOf(state, '3')).toEqual({ code: 'QUANTITY_TOO_SMALL', params: { n: '3.21', code: 'pm' } });
    expect(checkQuantity(state, '3.21')).toEqual({ quantity: 321n });
  });
});

describe('the floor of the network that pays out', () => {
  const RATE = 10n ** 6n;
  const toBitcoin = {
    ...SWAP.terms,
    kind: 'ex',
    from: 'pm',
    to: 'btc',
    rate: 10n * RATE,
    fee: { fee: 5_000n, percent: 0n, maxFee: null },
    bankFee: 0n,
  } as const;

  test('holds for swaps, whose fee may leave next to nothing', () => {
    const state = { ...SWAP, terms: toBitcoin, minOrder: 100n, maxBalance: 10n ** 8n, sourceMaxBalance: 500_000n, reserve: 10n ** 8n };
    expect(limitsOf({ ...state, payoutFloor: 0n }).min).toBe(501n);
    const { min } = limitsOf({ ...state, payoutFloor: 10_000n });
    expect(min).toBe(1_500n);
    expect(price(toBitcoin, min).amountReceived).toBe(10_000n);
  });

  test('holds for purchases out of an almost empty reserve', () => {
    const state: LimitState = { ...BUY, minOrder: 50_000n, payoutFee: 50_000n, payoutFloor: 10_000n };
    expect(limitsOf({ ...state, reserve: 60_000n })).toEqual({ min: 10_000n, max: 10_000n });
    expect(limitsOf({ ...state, reserve: 59_999n })).toEqual({ min: 0n, max: 0n });
  });
});

test('the least that pays out may be the most that can be sold', () => {
  const least = smallestQuantityFor(PM_SELL, 50_000n);
  expect(limitsOf({ ...SELL, maxBalance: least })).toEqual({ min: least, max: least });
  expect(limitsOf({ ...SELL, maxBalance: least - 1n })).toEqual({ min: 0n, max: 0n });
});

test('a swap out of a currency without a maximum is limited by what is bought', () => {
  const { max } = limitsOf({ ...SWAP, sourceMaxBalance: null });
  expect(max).toBeGreaterThan(0n);
  expect(limitsOf({ ...SWAP, sourceMaxBalance: max })).toMatchObject({ max });
  expect(limitsOf({ ...SWAP, sourceMaxBalance: max - 1n })).toMatchObject({ max: max - 1n });
});

describe('for any state', () => {
  const money = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const states: fc.Arbitrary<LimitState> = fc.record({
    known: fc.constant(true),
    allowed: fc.constant(true),
    terms: anyTerms,
    minOrder: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    minQuantity: fc.option(fc.bigInt({ min: 0n, max: 10n ** 8n })),
    maxBalance: money,
    sourceMaxBalance: fc.option(money),
    reserve: fc.bigInt({ min: -1_000n, max: 10n ** 12n }),
    payoutFee: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    payoutFloor: fc.constantFrom(0n, 50_000n),
  });

  test('an accepted quantity fits the reserve and pays the customer', () => {
    fc.assert(
      fc.property(states, fc.double({ min: 0, max: 1, noNaN: true }), (state, at) => {
        const { min, max } = limitsOf(state);
        const terms = state.terms;
        if (terms === null || max === 0n) return;
        const quantity = min + ((max - min) * BigInt(Math.floor(at * 1_000))) / 1_000n;
        const priced = price(terms, quantity);
        if (quantity === 0n) return;
        expect(priced.amountReceived + state.payoutFee <= state.reserve).toBe(true);
        expect(priced.amountReceived > 0n).toBe(true);
        expect(priced.amountReceived >= state.payoutFloor).toBe(true);
        expect((terms.kind === 'sell' ? quantity : priced.amountReceived) <= state.maxBalance).toBe(true);
        if (terms.kind === 'ex' && state.sourceMaxBalance !== null) expect(quantity <= state.sourceMaxBalance).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('accepts exactly the quantities from min to max', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(-1n, 0n, 1n), fc.boolean(), (state, offset, atMax) => {
        const { min, max } = limitsOf(state);
        if (state.terms === null) return;
        expect(0n <= min && min <= max).toBe(true);
        const quantity = (atMax ? max : min) + offset;
        const { scale } = CURRENCIES[enteredCurrency(state.terms)];
        const checked = checkQuantity(state, formatDecimal(quantity, scale));
        if (quantity <= 0n) expect(checked).toMatchObject({ refusal: { code: 'QUANTITY_INVALID' } });
        else if (quantity < min) expect(checked).toMatchObject({ refusal: { code: 'QUANTITY_TOO_SMALL' } });
        else if (quantity > max) expect(checked).toMatchObject({ refusal: { code: 'QUANTITY_TOO_LARGE' } });
        else expect(checked).toEqual({ quantity });
      }),
      { numRuns: 500 },
    );
  });
});
