import { describe, expect, test } from 'vitest';
import { orderOf, paymentOf, payoutOf } from '../../testing/order.ts';
import { RATE_ONE } from '../rate.ts';
import type { FirstHandPayment } from '../transfer/first-hand.ts';
import { type RefundReviewEvidence, reviewRefund } from './review-refund.ts';

const OWN = { destination: '0011001234567', destinationBank: 'vcb' };
const OTHER = { destination: '0071009999999', destinationBank: 'vcb' };
const FOREIGN = 'refund to an account that is not the customer’s own';
const order = orderOf({ sender: OWN.destination, senderBank: OWN.destinationBank });
const refund = payoutOf({ id: 'refund-1', obligationKind: 'refund', network: 'bank', reserve: 'vnd', currency: 'vnd', ...OWN });

function evidence(set: Partial<RefundReviewEvidence> = {}): RefundReviewEvidence {
  return {
    order,
    payout: { ...refund, amount: 30_000_000n },
    siblings: [],
    records: [],
    sellRate: RATE_ONE,
    refundedToSubject: 0n,
    refundedInAll: 0n,
    dongReserve: 5_000_000_000n,
    ...set,
  };
}

describe('the account', () => {
  test('that the order declared needs no approval, at its own bank', () => {
    expect(reviewRefund(evidence())).toBeNull();
    expect(reviewRefund(evidence({ payout: { ...refund, amount: 30_000_000n, destinationBank: 'bidv' } }))).toBe(FOREIGN);
    const undeclared = orderOf({ sender: null, senderBank: null });
    expect(reviewRefund(evidence({ order: undeclared }))).toBe(FOREIGN);
  });

  test('of anybody else needs one beyond 5 000 000 đ an order in all', () => {
    const other = (amount: bigint) => ({ ...refund, ...OTHER, amount });
    expect(reviewRefund(evidence({ payout: other(5_000_000n) }))).toBeNull();
    expect(reviewRefund(evidence({ payout: other(5_000_001n) }))).toBe(FOREIGN);
    const earlier = { ...other(3_000_000n), id: 'refund-2', state: 'settled' as const };
    expect(reviewRefund(evidence({ payout: other(2_000_001n), siblings: [earlier] }))).toBe(FOREIGN);
    expect(reviewRefund(evidence({ payout: other(2_000_000n), siblings: [earlier] }))).toBeNull();
    for (const uncounted of [{ state: 'failed' }, { madeBy: 'operator' }, { ...OWN }, { obligationKind: 'order' }] as const)
      expect(reviewRefund(evidence({ payout: other(5_000_000n), siblings: [{ ...earlier, ...uncounted }] }))).toBeNull();
    const returned = { ...earlier, obligationKind: 'return' };
    expect(reviewRefund(evidence({ payout: other(2_000_001n), siblings: [returned] }))).toBe(FOREIGN);
  });

  test('is worth what operators buy the currency for; without a rate every refund needs an approval', () => {
    const sold = orderOf({ from: 'pm', to: 'vnd', sender: 'U7654321', senderBank: null });
    const payout = { ...refund, currency: 'pm', reserve: 'pm', network: 'perfect-money', destination: 'U9999999', destinationBank: null } as const;
    const sellRate = 25_350n * RATE_ONE;
    // 197.23 pm are worth 4 999 780.5 đ, and 197.24 pm 5 000 034 đ.
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, amount: 197_23n }, sellRate }))).toBeNull();
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, amount: 197_24n }, sellRate }))).toBe(FOREIGN);
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, amount: 1n }, sellRate: null }))).toBe(FOREIGN);
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, destination: 'U7654321', amount: 5_000_00n }, sellRate: null }))).toBeNull();
  });

  test('that paid needs none where an address alone names an account, if all of the money came from there', () => {
    const recordOf = (payer: string | null): FirstHandPayment => ({
      ...paymentOf({ payer }),
      source: 'chain',
      sourceId: 'x',
      journalledAs: null,
      use: null,
    });
    const sold = orderOf({ from: 'trc20', to: 'vnd', sender: null });
    const payout = { ...refund, currency: 'trc20', reserve: 'usdt-tron', network: 'tron', amount: 900_000_000n, destinationBank: null } as const;
    const sellRate = 26_050n * RATE_ONE;
    const review = (payers: (string | null)[], set = {}) =>
      reviewRefund(evidence({ order: sold, payout: { ...payout, ...set, destination: 'T1' }, sellRate, records: payers.map(recordOf) }));
    expect(review(['T1', 'T1'])).toBeNull();
    expect(review(['T1', 'T2'])).toBe(FOREIGN);
    expect(review([null])).toBe(FOREIGN);
    expect(review([])).toBe(FOREIGN);
    expect(review(['T1'], { destinationBank: 'vcb' })).toBe(FOREIGN);
  });
});

describe('refunds in dong within a day', () => {
  const payout = { ...refund, amount: 10_000_000n };

  test('need an approval beyond 50 000 000 đ to a subject', () => {
    expect(reviewRefund(evidence({ payout, refundedToSubject: 40_000_000n }))).toBeNull();
    expect(reviewRefund(evidence({ payout, refundedToSubject: 40_000_001n }))).toBe('above the day’s refunds of a subject');
  });

  test('need an approval beyond 5 % of the reserve', () => {
    expect(reviewRefund(evidence({ payout, refundedInAll: 240_000_000n }))).toBeNull();
    expect(reviewRefund(evidence({ payout, refundedInAll: 240_000_001n }))).toBe('above the day’s refunds of the reserve');
    expect(reviewRefund(evidence({ payout, refundedInAll: 0n, dongReserve: 199_999_999n }))).toBe('above the day’s refunds of the reserve');
  });

  test('of other currencies are not counted', () => {
    const sold = orderOf({ from: 'pm', to: 'vnd', sender: OWN.destination, senderBank: OWN.destinationBank });
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, currency: 'pm' }, refundedInAll: 5_000_000_000n }))).toBeNull();
  });
});
