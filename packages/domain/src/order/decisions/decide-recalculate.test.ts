import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf } from '../../../testing/order.ts';
import { anyTerms, PM_BUY, PM_SELL } from '../../../testing/terms.ts';
import { CURRENCIES } from '../../currencies.ts';
import { NO_FEE } from '../../price/fee.ts';
import { maxPayoutFee } from '../../price/payout-fee.ts';
import { enteredCurrency, largestQuantityFor, type PriceTerms, price } from '../../price/quote.ts';
import { RATE_ONE } from '../../price/rate.ts';
import { decideRecalculated, type RecalculationLimits, recalculate } from './decide-recalculate.ts';

const FACTS = { pmVerified: true };
const MUCH = 10n ** 18n;
const SELL: PriceTerms = { ...PM_SELL, bankFee: 5_500n };

function limitsOf(terms: PriceTerms, set: Partial<RecalculationLimits> = {}): RecalculationLimits {
  return {
    known: true,
    allowed: true,
    terms,
    minOrder: 100n,
    minQuantity: null,
    maxBalance: MUCH,
    sourceMaxBalance: null,
    reserve: MUCH,
    payoutFee: 0n,
    payoutFloor: terms.kind === 'sell' ? 50_000n : 0n,
    ...set,
  };
}

describe('a recalculation', () => {
  test('of a buy is the largest quantity that the sum buys, even below the minimum', () => {
    expect(recalculate({ kind: 'buy', to: 'pm', toBalance: false, amountPaid: 1_300_000n }, limitsOf(PM_BUY), FACTS)).toEqual({
      quantity: 49_84n,
      amountSent: 1_300_000n,
      amountReceived: 49_84n,
      feeExchange: 25n,
      discount: 0n,
      cashFee: 0n,
      held: 49_84n + 25n,
    });
    expect(recalculate({ kind: 'buy', to: 'pm', toBalance: false, amountPaid: 600n }, limitsOf(PM_BUY), FACTS)).toMatchObject({ quantity: 1n });
    // What would be too little is told in the currency that is entered: that which is bought.
    expect(recalculate({ kind: 'buy', to: 'pm', toBalance: false, amountPaid: 600n }, limitsOf(PM_BUY, { payoutFloor: 219n }), FACTS)).toEqual({
      refusal: { code: 'QUANTITY_TOO_SMALL', params: { n: '2.19', code: 'pm' } },
    });
  });

  test('of a sell exchanges the whole sum if the payout reaches the bank’s floor', () => {
    expect(recalculate({ kind: 'sell', to: 'vnd', toBalance: false, amountPaid: 99_00n }, limitsOf(SELL), FACTS)).toEqual({
      quantity: 99_00n,
      amountSent: 99_00n,
      amountReceived: 2_504_150n,
      feeExchange: 0n,
      discount: 0n,
      cashFee: 5_500n,
      held: 2_504_150n,
    });
    expect(recalculate({ kind: 'sell', to: 'vnd', toBalance: false, amountPaid: 2_00n }, limitsOf(SELL), FACTS)).toEqual({
      refusal: { code: 'QUANTITY_TOO_SMALL', params: { n: '2.19', code: 'pm' } },
    });
  });

  test.each([
    ['a sum that buys nothing', { amountPaid: 300n }, {}, 'QUANTITY_TOO_SMALL'],
    ['more than the maximum', { amountPaid: 2_608_300n }, { maxBalance: 100_00n }, 'QUANTITY_TOO_LARGE'],
    ['more than the reserve can pay with the charge', { amountPaid: 2_607_975n }, { reserve: 100_49n }, 'QUANTITY_TOO_LARGE'],
  ] as const)('of %s is rejected', (_, order, set, code) => {
    const outcome = recalculate({ kind: 'buy', to: 'pm', toBalance: false, ...order }, limitsOf(PM_BUY, set), FACTS);
    expect(outcome).toMatchObject({ refusal: { code } });
  });

  test('accepts exactly the reserve and the maximum', () => {
    const order = { kind: 'buy', to: 'pm', toBalance: false, amountPaid: 2_607_975n } as const;
    expect(recalculate(order, limitsOf(PM_BUY, { reserve: 100_50n, maxBalance: 100_00n }), FACTS)).toMatchObject({ quantity: 100_00n });
  });

  test('of a sell respects the maximum of what is sold, however much dong that is', () => {
    const order = { kind: 'sell', to: 'vnd', toBalance: false, amountPaid: 99_00n } as const;
    expect(recalculate(order, limitsOf(SELL, { maxBalance: 99_00n }), FACTS)).toMatchObject({ quantity: 99_00n });
    expect(recalculate(order, limitsOf(SELL, { maxBalance: 98_99n }), FACTS)).toEqual({
      refusal: { code: 'QUANTITY_TOO_LARGE', params: { n: '98.99', code: 'pm' } },
    });
  });

  test('of a swap respects the maximum of both sides', () => {
    const swap: PriceTerms = { kind: 'ex', from: 'trc20', to: 'pm', rate: RATE_ONE, fee: NO_FEE, bankFee: 0n };
    const order = { kind: 'ex', to: 'pm', toBalance: false, amountPaid: 60_000_000n } as const;
    const outcomeOf = (set: Partial<RecalculationLimits>) => recalculate(order, limitsOf(swap, set), FACTS);
    expect(outcomeOf({ maxBalance: 60_00n, sourceMaxBalance: 60_000_000n })).toMatchObject({ amountReceived: 60_00n });
    expect(outcomeOf({ maxBalance: 59_99n })).toMatchObject({ refusal: { code: 'QUANTITY_TOO_LARGE' } });
    expect(outcomeOf({ sourceMaxBalance: 59_999_999n })).toMatchObject({ refusal: { code: 'QUANTITY_TOO_LARGE' } });
  });

  test('of a buy gets the ordered quantity at the order’s own rate, and the rest for the rest of the sum at the newest', () => {
    const [own, newest] = [
      { terms: PM_BUY, quantity: 100_00n },
      { ...PM_BUY, rate: 31_140n * RATE_ONE },
    ];
    const outcome = recalculate({ kind: 'buy', to: 'pm', toBalance: false, amountPaid: 5_000_000n }, limitsOf(newest, { own }), FACTS);
    // 100 cost 2 607 975 ₫ at the own rate and 3 129 570 ₫ at the newest; the other 2 392 025 ₫ reach from there to 176.43.
    expect(outcome).toMatchObject({ quantity: 176_43n, amountSent: 5_000_000n, amountReceived: 176_43n });
  });

  test('of a sell pays the ordered quantity at the order’s own rate, and the rest at the newest', () => {
    const [own, newest] = [
      { terms: PM_SELL, quantity: 100_00n },
      { ...PM_SELL, rate: 20_280n * RATE_ONE },
    ];
    const outcome = recalculate({ kind: 'sell', to: 'vnd', toBalance: false, amountPaid: 150_00n }, limitsOf(newest, { own }), FACTS);
    expect(outcome).toMatchObject({ quantity: 150_00n, amountSent: 150_00n, amountReceived: 100n * 25_350n + 50n * 20_280n });
  });

  test('never pays more than its rate allows, and holds the payout', () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt({ min: 1n, max: 10n ** 14n }), (terms, amountPaid) => {
        const outcome = recalculate({ kind: terms.kind, to: terms.to, toBalance: false, amountPaid }, limitsOf(terms, { payoutFloor: 0n }), FACTS);
        if ('refusal' in outcome) return;
        const { quantity, amountReceived, amountSent, held } = outcome;
        expect(amountSent).toBe(amountPaid);
        expect(quantity).toBe(terms.kind === 'buy' ? largestQuantityFor(terms, amountPaid) : amountPaid);
        expect(price(terms, quantity).amountSent).toBeLessThanOrEqual(amountPaid);
        expect(price(terms, quantity).amountReceived).toBe(amountReceived);
        expect(amountReceived).toBeGreaterThan(0n);
        expect(held).toBe(amountReceived + maxPayoutFee(terms.to, amountReceived, FACTS));
        expect(CURRENCIES[enteredCurrency(terms)]).toBeDefined();
      }),
    );
  });
});

describe('an accepted recalculation', () => {
  const TERMS = {
    quantity: 49_84n,
    rate: PM_BUY.rate,
    rateVersion: 7,
    excessQuantity: 0n,
    excessRateVersion: null,
    amountSent: 1_300_000n,
    amountReceived: 49_84n,
    feeExchange: 25n,
    discount: 0n,
    cashAmount: 1_300_000n,
    cashFee: 0n,
    held: 50_09n,
  };

  test.each([
    ['is held', 100_50n, ['release', 'rehold', 'match']],
    ['was released', 0n, ['rehold', 'match']],
  ] as const)('pays the order at its new price when its hold %s', (_, holding, kinds) => {
    const order = orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: 1_300_000n, holding });
    const change = decideRecalculated(order, TERMS, contextAt(after(1_000)));
    expect(change.order?.after).toMatchObject({ ...TERMS, status: 'paid', reason: null, holding: 50_09n, paidAt: after(1_000) });
    expect(change.events).toMatchObject([{ code: 'recalculated', params: { quantity: '49.84', amount: '49.84', currency: 'pm' } }, { code: 'paid' }]);
    expect(change.postings.map(({ kind }) => kind)).toEqual(kinds);
    const held = change.postings.flatMap(({ entries }) => entries).filter(({ account }) => account === 'held:pm');
    expect(held.reduce((sum, { amount }) => sum + amount, BigInt(holding))).toBe(50_09n);
    expect(change.postings.at(-1)?.entries).toEqual([
      { account: 'suspense:bank:vnd', amount: 1_300_000n },
      { account: 'fx:vnd', amount: -1_300_000n },
    ]);
  });

  test('requires a mismatch', () => {
    expect(() => decideRecalculated(orderOf({ status: 'delivered' }), TERMS, contextAt(after(1)))).toThrow('cannot go');
  });
});
