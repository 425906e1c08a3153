import { describe, expect, test } from 'vitest';
import { orderOf, paymentOf, payoutOf } from '../../../testing/order.ts';
import { PM_SELL } from '../../../testing/terms.ts';
import { RATE_ONE } from '../../price/rate.ts';
import type { FirstHandPayment } from '../../transfer/first-hand.ts';
import { type RefundReviewEvidence, refundLimits, reviewRefund } from './review-refund.ts';

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
    isAskedWithKey: true,
    ...set,
  };
}

const recordOf = (payer: string | null, amount = 900_000_000n): FirstHandPayment => ({
  ...paymentOf({ payer, amount }),
  source: 'chain',
  sourceId: 'x',
  journalledAs: null,
  firstReadAt: new Date(0),
  lastReadAt: new Date(0),
  use: null,
});

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

  test('of anybody else needs one however small, if it was not asked for with the order’s key', () => {
    const isAskedWithKey = false;
    expect(reviewRefund(evidence({ payout: { ...refund, ...OTHER, amount: 1n }, isAskedWithKey }))).toBe(FOREIGN);
    expect(reviewRefund(evidence({ isAskedWithKey }))).toBeNull();
  });

  test('is worth what operators buy the currency for; without a rate every refund needs an approval', () => {
    const sold = orderOf({ from: 'pm', to: 'vnd', sender: 'U7654321', senderBank: null });
    const payout = { ...refund, currency: 'pm', reserve: 'pm', network: 'perfect-money', destination: 'U9999999', destinationBank: null } as const;
    const sellRate = PM_SELL.rate;
    // 197.23 pm are worth 4 999 780.5 đ, and 197.24 pm 5 000 034 đ.
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, amount: 197_23n }, sellRate }))).toBeNull();
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, amount: 197_24n }, sellRate }))).toBe(FOREIGN);
    expect(reviewRefund(evidence({ order: sold, payout: { ...payout, amount: 1n }, sellRate: null }))).toBe(FOREIGN);
    expect(
      reviewRefund(
        evidence({ order: sold, payout: { ...payout, destination: 'U7654321', amount: 5_000_00n }, sellRate: null, records: [recordOf('U7654321')] }),
      ),
    ).toBeNull();
  });

  test.each([
    ['pm', 'perfect-money', 'U7654321', 'U9999999'],
    ['wmz', 'webmoney', 'Z123456789012', 'Z999999999999'],
  ] as const)('that the order declared, in %s, needs none only if it paid: the network tells who did', (from, network, own, other) => {
    const sold = orderOf({ from, to: 'vnd', sender: own, senderBank: null });
    const payout = { ...refund, currency: from, reserve: from, network, destination: own, destinationBank: null, amount: 5_000_00n };
    const review = (...records: FirstHandPayment[]) => reviewRefund(evidence({ order: sold, payout, sellRate: PM_SELL.rate, records }));
    expect(review(recordOf(own))).toBeNull();
    expect(review(recordOf(other))).toBe(FOREIGN);
    expect(review(recordOf(null))).toBe(FOREIGN);
    expect(review()).toBe(FOREIGN);
    expect(review(recordOf(own, 99_00n), recordOf(other, 1_00n))).toBeNull();
    expect(review(recordOf(own, 98_99n), recordOf(other, 1_01n))).toBe(FOREIGN);
  });

  test('that paid needs none where an address alone names an account, if all of the money came from there', () => {
    const sold = orderOf({ from: 'trc20', to: 'vnd', sender: null });
    const payout = { ...refund, currency: 'trc20', reserve: 'usdt-tron', network: 'tron', amount: 900_000_000n, destinationBank: null } as const;
    const sellRate = 26_050n * RATE_ONE;
    const review = (payers: (string | null)[], set = {}) =>
      reviewRefund(
        evidence({ order: sold, payout: { ...payout, ...set, destination: 'T1' }, sellRate, records: payers.map((payer) => recordOf(payer)) }),
      );
    expect(review(['T1', 'T1'])).toBeNull();
    expect(review(['T1', 'T2'])).toBe(FOREIGN);
    expect(review([null])).toBe(FOREIGN);
    expect(review([])).toBe(FOREIGN);
    expect(review(['T1'], { destinationBank: 'vcb' })).toBe(FOREIGN);
    // Anybody can send dust to the address. Up to one percent of the total is ignored, and its sender does not count as a payer.
    const withDust = (destination: string, ...dust: bigint[]) =>
      reviewRefund(
        evidence({
          order: sold,
          payout: { ...payout, destination },
          sellRate,
          records: [recordOf('T1', 990_000_000n), ...dust.map((amount) => recordOf('T2', amount))],
        }),
      );
    expect(withDust('T1', 1n)).toBeNull();
    expect(withDust('T1', 4_000_000n, 6_000_000n)).toBeNull();
    expect(withDust('T1', 4_000_000n, 6_000_001n)).toBe(FOREIGN);
    expect(withDust('T2', 1n)).toBe(FOREIGN);
    expect(withDust('T3')).toBe(FOREIGN);
  });
});

test('a refund below the smallest transfer of its network needs an approval, to any account', () => {
  const review = (set: Partial<typeof refund>) => reviewRefund(evidence({ payout: { ...refund, ...set } }));
  expect(review({ amount: 49_999n })).toBe('below the smallest transfer');
  expect(review({ amount: 1n, ...OTHER })).toBe('below the smallest transfer');
  expect(review({ amount: 50_000n })).toBeNull();
  const wallet = { currency: 'pm', reserve: 'pm', network: 'perfect-money', ...OWN } as const;
  expect(review({ ...wallet, amount: 1n })).toBeNull();
});

describe('limits within a day', () => {
  const payout = { ...refund, amount: 10_000_000n };
  const limitsOf = (set: Partial<RefundReviewEvidence> = {}) =>
    refundLimits(evidence({ payout, ...set }), 5_000_000_000n).map(({ party, amount, within, most }) => [party, amount, within, most]);
  const TO_SUBJECT = [`refunds:vnd:${order.subject}`, 10_000_000n, 'day', 50_000_000n];
  const IN_ALL = ['refunds:vnd', 10_000_000n, 'day', 250_000_000n];
  const NUMBER_TO_SUBJECT = [`refund-count:vnd:subject:${order.subject}`, 1n, 'day', 10n];
  const numberTo = ({ destinationBank, destination }: Pick<typeof payout, 'destinationBank' | 'destination'>) => [
    `refund-count:vnd:account:${destinationBank}:${destination}`,
    1n,
    'day',
    20n,
  ];

  test('of dong are 50 000 000 đ to a subject and 5 % of the reserve, ten refunds to a subject and twenty to an account', () => {
    expect(limitsOf()).toEqual([TO_SUBJECT, IN_ALL, NUMBER_TO_SUBJECT, numberTo(payout)]);
    expect(refundLimits(evidence({ payout }), 199_999_999n)[1]?.most).toBe(9_999_999n);
  });

  test('of refunds to others’ accounts are 50 000 000 đ worth, in every currency', () => {
    expect(limitsOf({ payout: { ...payout, ...OTHER } })).toEqual([
      TO_SUBJECT,
      IN_ALL,
      NUMBER_TO_SUBJECT,
      numberTo({ ...payout, ...OTHER }),
      ['refunds-elsewhere', 10_000_000n, 'day', 50_000_000n],
    ]);
    const sold = orderOf({ from: 'pm', to: 'vnd', sender: 'U7654321', senderBank: null });
    const pm = { ...refund, currency: 'pm', reserve: 'pm', network: 'perfect-money', destinationBank: null, amount: 197_24n } as const;
    const sellRate = PM_SELL.rate;
    expect(limitsOf({ order: sold, payout: { ...pm, destination: 'U7654321' }, sellRate, records: [recordOf('U7654321')] })).toEqual([]);
    expect(limitsOf({ order: sold, payout: { ...pm, destination: 'U9999999' }, sellRate })).toEqual([
      ['refunds-elsewhere', 5_000_034n, 'day', 50_000_000n],
    ]);
    expect(limitsOf({ order: sold, payout: { ...pm, destination: 'U9999999' }, sellRate: null })).toEqual([]);
  });

  test('say which of them a refund exceeds', () => {
    const reasons = refundLimits(evidence({ payout: { ...payout, ...OTHER } }), 5_000_000_000n).map(({ reason }) => reason);
    expect(reasons).toEqual([
      expect.stringMatching('of a subject'),
      expect.stringMatching('of the reserve'),
      expect.stringMatching('number of refunds of a subject'),
      expect.stringMatching('number of refunds to an account'),
      expect.stringMatching('to accounts that are not the customers’ own'),
    ]);
  });
});
