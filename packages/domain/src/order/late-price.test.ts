import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, orderOf, paymentOf, TIMER_MS } from '../../testing/order.ts';
import { anyTerms, PM_BUY, PM_SELL } from '../../testing/terms.ts';
import { NO_FEE } from '../price/fee.ts';
import { price } from '../price/quote.ts';
import { RATE_ONE } from '../price/rate.ts';
import { datedAsRead, givesAtLeast, lastLateAt, latePricedFrom, rejectLatePrice } from './late-price.ts';

const MATCHED = { state: 'matched', orderId: 'order-1' } as const;

describe('other terms give at least as much', () => {
  test.each([
    ['a buy at the same rate', PM_BUY, 0n, true],
    ['a buy, cheaper', PM_BUY, -1n, true],
    ['a buy, dearer', PM_BUY, 25n, false],
    ['a sell at the same rate', PM_SELL, 0n, true],
    ['a sell, better paid', PM_SELL, 1n, true],
    ['a sell, worse paid', PM_SELL, -1n, false],
  ])('for %s', (_, terms, move, expected) => {
    expect(givesAtLeast({ ...terms, rate: terms.rate + move * RATE_ONE }, price(terms, 100_00n))).toBe(expected);
  });

  test('also by their fee', () => {
    expect(givesAtLeast({ ...PM_BUY, fee: { ...PM_BUY.fee, percent: 600_000n } }, price(PM_BUY, 100_00n))).toBe(false);
    expect(givesAtLeast({ ...PM_BUY, fee: NO_FEE }, price(PM_BUY, 100_00n))).toBe(true);
  });

  test('never at the exchange’s cost: what is kept costs it no more than a new order for the same money', () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: -50n, max: 50n }), (own, quantity, percent) => {
        const newest = { ...own, rate: own.rate + (own.rate * percent) / 100n };
        const priced = price(own, quantity);
        fc.pre(givesAtLeast(newest, priced) && priced.amountReceived > 0n);
        const anew = own.kind === 'buy' ? price(newest, priced.quantity).amountSent : price(newest, priced.amountSent).amountReceived;
        expect(own.kind === 'buy' ? anew <= priced.amountSent : anew >= priced.amountReceived).toBe(true);
      }),
    );
  });
});

describe('the time of late money', () => {
  const late = (ms: number, id: string) => paymentOf({ ...MATCHED, id, paidAt: after(TIMER_MS + ms) });

  test('is that of the last late payment, and none when all came in time', () => {
    expect(lastLateAt(orderOf(), [paymentOf(MATCHED), late(1, 'a'), late(5_000, 'b')])).toEqual(after(TIMER_MS + 5_000));
    expect(lastLateAt(orderOf(), [paymentOf(MATCHED), late(0, 'a')])).toBeNull();
    expect(lastLateAt(orderOf(), [{ ...late(1, 'a'), state: 'case' }])).toBeNull();
  });

  test('is what the signer has read, however early another role recorded it', () => {
    const forged = paymentOf({ ...MATCHED, paidAt: after(0), recordedAt: after(0) });
    expect(lastLateAt(orderOf(), [datedAsRead(forged, after(TIMER_MS + 400_000))])).toEqual(after(TIMER_MS + 400_000));
  });

  test('may be ahead of ours by the tolerated skew', () => {
    const recorded = paymentOf({ ...MATCHED, recordedAt: after(TIMER_MS) });
    expect(lastLateAt(orderOf(), [datedAsRead(recorded, after(TIMER_MS + 300_000))])).toBeNull();
    expect(lastLateAt(orderOf(), [datedAsRead(recorded, after(TIMER_MS + 300_001))])).toEqual(after(TIMER_MS + 300_001));
  });

  test('counts a rate that was replaced up to three minutes before', () => {
    expect(latePricedFrom(after(180_000))).toEqual(after(0));
  });
});

test('late money is rejected unless some rate in force since gave as much', () => {
  const order = orderOf();
  const dearer = { ...PM_BUY, rate: PM_BUY.rate + 25n * RATE_ONE };
  expect(rejectLatePrice(order, [PM_BUY])).toBeNull();
  expect(rejectLatePrice(order, [dearer, PM_BUY])).toBeNull();
  expect(rejectLatePrice(order, [dearer])).toBe('late money is priced at a rate of before');
  expect(rejectLatePrice(order, [])).toBe('late money is priced at a rate of before');
});
