import { describe, expect, test } from 'vitest';
import { orderOf } from '../../testing/order.ts';
import { PM_BUY } from '../../testing/terms.ts';
import { NO_FEE } from '../price/fee.ts';
import type { PriceTerms } from '../price/quote.ts';
import { RATE_ONE } from '../price/rate.ts';
import type { Order } from './order.ts';
import { holdPostings, repriced } from './reprice.ts';

const VERIFIED = { pmVerified: true };

describe('new terms of an order', () => {
  const swap: Order = orderOf({ kind: 'ex', from: 'trc20', to: 'pm', quantity: 100_000_000n, cashAmount: 2_535_000n });
  const terms: PriceTerms = { kind: 'ex', from: 'trc20', to: 'pm', rate: RATE_ONE, fee: NO_FEE, bankFee: 0n };

  test('hold the payout and the provider’s maximum charge on top', () => {
    const facts = { terms, rateVersion: 9, fees: VERIFIED };
    expect(repriced(swap, 99_500_000n, facts)).toMatchObject({ amountReceived: 99_50n, held: 99_50n + 50n, rate: RATE_ONE, rateVersion: 9 });
    expect(repriced(swap, 99_500_000n, { ...facts, fees: { pmVerified: false } })).toMatchObject({ held: 99_50n + 1_99n });
  });

  test('have one rate for the whole quantity', () => {
    const mixed = { ...swap, excessQuantity: 5n, excessRateVersion: 8 };
    expect(repriced(mixed, 99_500_000n, { terms, rateVersion: 9, fees: VERIFIED })).toMatchObject({ excessQuantity: 0n, excessRateVersion: null });
  });

  test('are worth in dong what a buy costs, a sell pays, and for a swap its share of the old worth, rounded up', () => {
    const fees = VERIFIED;
    const bought = repriced(orderOf(), 50_00n, { terms: PM_BUY, rateVersion: 9, fees });
    expect(bought.cashAmount).toBe(bought.amountSent);
    const sell: PriceTerms = { kind: 'sell', from: 'trc20', to: 'vnd', rate: 25_350n * RATE_ONE, fee: NO_FEE, bankFee: 5_500n };
    const sold = repriced(orderOf({ kind: 'sell', from: 'trc20', to: 'vnd' }), 100_000_000n, { terms: sell, rateVersion: 9, fees });
    expect(sold.cashAmount).toBe(2_529_500n);
    expect(repriced(swap, 99_500_001n, { terms, rateVersion: 9, fees }).cashAmount).toBe(2_522_326n);
  });
});

describe('adjusting a hold', () => {
  const order = orderOf({ holding: 100_50n });

  test('holds the missing part, releases the surplus, and posts nothing when it is right', () => {
    const post = (held: bigint) => holdPostings(order, held, 'id-1').map(({ kind, orderId, entries }) => ({ kind, orderId, entries }));
    expect(post(100_51n)).toEqual([
      {
        kind: 'rehold',
        orderId: 'order-1',
        entries: [
          { account: 'rail:pm', amount: -1n },
          { account: 'held:pm', amount: 1n },
        ],
      },
    ]);
    expect(post(100_49n)).toEqual([
      {
        kind: 'release',
        orderId: 'order-1',
        entries: [
          { account: 'rail:pm', amount: 1n },
          { account: 'held:pm', amount: -1n },
        ],
      },
    ]);
    expect(post(100_50n)).toEqual([]);
  });
});
