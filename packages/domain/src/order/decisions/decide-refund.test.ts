import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, payoutOf } from '../../../testing/order.ts';
import type { Change } from '../../change.ts';
import { FAST_TRANSFER_MAX_VND } from '../../constants.ts';
import { ORDER_STATUS_CODES } from '../../order-status.ts';
import type { ManualRefund, RefundTarget } from '../obligations/refund-steps.ts';
import type { Order } from '../order.ts';
import { decideRefund, decideRefundExcess, decideRefundedManually, decideRefundRetry, outstandingRefundOf, refundableOf } from './decide-refund.ts';

const PRICE = 2_607_975n;
const CTX = () => contextAt(after(60_000));
const HAND: ManualRefund = { reference: 'FT9', account: 'rail:vnd-collection', seq: 3 };

function targetOf(amount: bigint, set: Partial<RefundTarget> = {}): RefundTarget {
  return { amount, fee: 0n, destination: '0011001234567', destinationBank: 'vcb', maxPayoutFee: () => 0n, seq: 1, ...set };
}

function mismatchOf(amountPaid: bigint, set: Partial<Order> = {}): Order {
  return orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid, version: 2, eventCount: 3, ...set });
}

/** Sum of a change's entries per account. */
function movedBy({ postings }: Change): Record<string, bigint> {
  const moved: Record<string, bigint> = {};
  for (const { account, amount } of postings.flatMap(({ entries }) => entries)) moved[account] = (moved[account] ?? 0n) + amount;
  return Object.fromEntries(Object.entries(moved).filter(([, amount]) => amount !== 0n));
}

describe('a full refund', () => {
  test('is booked from suspense and releases the hold', () => {
    const change = decideRefund(mismatchOf(1_000_000n), 0n, targetOf(1_000_000n), CTX());
    expect(change.order?.after).toMatchObject({
      status: 'verifying_transaction',
      reason: 'refunding',
      amountRefunded: 1_000_000n,
      holding: 0n,
      version: 3,
    });
    expect(change.events).toMatchObject([{ n: 4, code: 'refund_started', params: { amount: '1000000', currency: 'vnd' } }]);
    expect(change.postings.map(({ kind }) => kind)).toEqual(['release', 'refund']);
    expect(change.payouts.map(({ after: payout }) => payout)).toMatchObject([
      {
        obligationKind: 'refund',
        network: 'bank',
        reserve: 'vnd',
        amount: 1_000_000n,
        held: 1_000_000n,
        fee: 0n,
        state: 'queued',
        seq: 1,
        part: 1,
        parts: 1,
      },
    ]);
    expect(movedBy(change)).toEqual({
      'held:pm': -100_50n,
      'rail:pm': 100_50n,
      'suspense:bank:vnd': 1_000_000n,
      'refund:vnd': -1_000_000n,
      'rail:vnd': -1_000_000n,
      'held:vnd': 1_000_000n,
    });
  });

  test('of a paid order is booked from the exchange position', () => {
    const paid = orderOf({ status: 'error', reason: 'no_tries_left', amountPaid: PRICE, paidAt: after(1) });
    const change = decideRefund(paid, 0n, targetOf(PRICE - 5_500n, { fee: 5_500n }), CTX());
    expect(change.order?.after).toMatchObject({ status: 'error', reason: 'refunding', amountRefunded: PRICE });
    expect(movedBy(change)).toMatchObject({ 'fx:vnd': PRICE, 'refund:vnd': -PRICE, 'held:vnd': PRICE - 5_500n });
  });

  test('includes the outstanding refund, which was booked before', () => {
    const order = orderOf({ status: 'error', amountPaid: PRICE + 9_000n, amountRefunded: 9_000n, paidAt: after(1) });
    const change = decideRefund(order, 9_000n, targetOf(PRICE + 9_000n, { seq: 2 }), CTX());
    expect(movedBy(change)).toMatchObject({ 'fx:vnd': PRICE, 'refund:vnd': -PRICE, 'held:vnd': PRICE + 9_000n });
  });

  test('is split into transfers, with the fee kept once and each held with its charge', () => {
    const gross = FAST_TRANSFER_MAX_VND + 1n;
    const target = targetOf(gross - 5_500n, { fee: 5_500n, maxPayoutFee: (amount) => amount / 100n, seq: 4 });
    const change = decideRefund(mismatchOf(gross), 0n, target, CTX());
    const payouts = change.payouts.map(({ after: payout }) => payout);
    expect(payouts.map(({ seq, part, parts }) => [seq, part, parts])).toEqual(payouts.map((_, index) => [4 + index, index + 1, payouts.length]));
    expect(payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0n)).toBe(gross);
    for (const { amount, held } of payouts) expect(held).toBe(amount + amount / 100n);
    const held = payouts.reduce((sum, payout) => sum + payout.held, 0n);
    expect(movedBy(change)).toMatchObject({ 'rail:vnd': -held, 'held:vnd': held });
  });

  test('of zero or of another sum is an invariant violation', () => {
    expect(() => decideRefund(mismatchOf(0n), 0n, targetOf(0n), CTX())).toThrow('refund of');
    expect(() => decideRefund(mismatchOf(10n), 0n, targetOf(9n), CTX())).toThrow('refund of');
    expect(() => decideRefund(mismatchOf(10n), 0n, targetOf(11n, { fee: -1n }), CTX())).toThrow('refund of');
    expect(() => decideRefund(mismatchOf(10n), 0n, targetOf(0n, { fee: 10n }), CTX())).toThrow('refund of');
  });
});

describe('a refund of the excess', () => {
  test('marks the order paid at its terms', () => {
    const change = decideRefundExcess(mismatchOf(PRICE + 7n, { reason: 'overpaid' }), targetOf(7n), CTX());
    expect(change.order?.after).toMatchObject({ status: 'paid', reason: null, amountRefunded: 7n, amountSent: PRICE, holding: 100_50n });
    expect(change.events.map(({ code }) => code)).toEqual(['refund_started', 'paid']);
    expect(movedBy(change)).toEqual({
      'suspense:bank:vnd': PRICE + 7n,
      'fx:vnd': -PRICE,
      'refund:vnd': -7n,
      'rail:vnd': -7n,
      'held:vnd': 7n,
    });
  });

  test.each([
    ['more than the excess', 8n, {}],
    ['less than the excess', 6n, {}],
    ['the excess and a fee on top', 7n, { fee: 1n }],
    ['nothing but its fee', 0n, { fee: 7n }],
  ])('of %s is an invariant violation', (_, amount, set) => {
    expect(() => decideRefundExcess(mismatchOf(PRICE + 7n), targetOf(amount, set), CTX())).toThrow('refund of');
  });

  test('of an order that was paid exactly or too little is an invariant violation', () => {
    expect(() => decideRefundExcess(mismatchOf(PRICE), targetOf(0n), CTX())).toThrow('refund of');
    expect(() => decideRefundExcess(mismatchOf(PRICE - 1n), targetOf(-1n), CTX())).toThrow('refund of');
  });

  test('takes the hold again that the timer released', () => {
    const change = decideRefundExcess(mismatchOf(PRICE + 7n, { reason: 'overpaid', holding: 0n }), targetOf(7n), CTX());
    expect(movedBy(change)).toMatchObject({ 'rail:pm': -100_50n, 'held:pm': 100_50n });
  });
});

describe('a failed refund', () => {
  const failed = payoutOf({ obligationKind: 'refund', state: 'failed', amount: 900n, fee: 100n });

  test('is outstanding until another payout covers it', () => {
    const order = mismatchOf(1_000n, { amountRefunded: 1_000n, reason: 'refunding' });
    expect(outstandingRefundOf(order, [failed])).toBe(1_000n);
    expect(outstandingRefundOf(order, [failed, { ...failed, state: 'queued' }])).toBe(0n);
    expect(outstandingRefundOf(order, [failed, { ...failed, state: 'settled', obligationKind: 'return', obligationId: 'payment-2' }])).toBe(1_000n);
    expect(outstandingRefundOf(order, [failed, { ...failed, state: 'settled', obligationKind: 'order' }])).toBe(1_000n);
  });

  test('is retried without being owed twice', () => {
    const order = mismatchOf(1_000n, { amountRefunded: 1_000n, reason: 'refunding', holding: 0n });
    const change = decideRefundRetry(order, 1_000n, targetOf(1_000n, { seq: 2 }), CTX());
    expect(change.order?.after).toMatchObject({ amountRefunded: 1_000n, reason: 'refunding' });
    expect(change.events).toMatchObject([{ code: 'refund_started', params: { amount: '1000', currency: 'vnd' } }]);
    expect(change.payouts).toMatchObject([
      { before: null, after: { obligationKind: 'refund', state: 'queued', amount: 1_000n, held: 1_000n, seq: 2 } },
    ]);
    expect(movedBy(change)).toEqual({ 'rail:vnd': -1_000n, 'held:vnd': 1_000n });
  });

  test.each([
    ['more than is outstanding', 1_000n, 1_001n, 0n],
    ['less than is outstanding', 1_000n, 999n, 0n],
    ['what is outstanding and a fee on top', 1_000n, 1_000n, 1n],
    ['nothing, when nothing is outstanding', 0n, 0n, 0n],
  ])('is not retried with %s', (_, owed, amount, fee) => {
    const order = mismatchOf(1_000n, { amountRefunded: 1_000n, reason: 'refunding', holding: 0n });
    expect(() => decideRefundRetry(order, owed, targetOf(amount, { fee, seq: 2 }), CTX())).toThrow('refund of');
  });
});

describe('a manual refund', () => {
  test('of everything cancels the order', () => {
    const change = decideRefundedManually(mismatchOf(1_000n), 0n, HAND, CTX());
    expect(change.order?.after).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 1_000n, holding: 0n, finalAt: CTX().now });
    expect(movedBy(change)).toMatchObject({ 'suspense:bank:vnd': 1_000n, 'rail:vnd-collection': -1_000n, 'held:pm': -100_50n });
    expect(change.payouts.map(({ after: payout }) => payout)).toMatchObject([{ state: 'settled', amount: 1_000n, held: 0n, seq: 3 }]);
    expect(change.events).toMatchObject([{ code: 'refunded', params: { reference: 'FT9', amount: '1000' } }]);
  });

  test('of an outstanding refund clears the liability and keeps a delivered order delivered', () => {
    const order = orderOf({ status: 'delivered', amountPaid: PRICE + 7n, amountRefunded: 7n, holding: 0n, paidAt: after(1), finalAt: after(2) });
    const change = decideRefundedManually(order, 7n, HAND, CTX());
    expect(change.order?.after).toMatchObject({ status: 'delivered', amountRefunded: 7n, finalAt: after(2) });
    expect(movedBy(change)).toEqual({ 'refund:vnd': 7n, 'rail:vnd-collection': -7n });
    expect(change.postings.map(({ kind }) => kind)).toEqual(['refund']);
    expect(
      outstandingRefundOf(
        order,
        change.payouts.map(({ after: payout }) => payout),
      ),
    ).toBe(0n);
    expect(() => decideRefundedManually(order, 0n, HAND, CTX())).toThrow('nothing to refund');
  });
});

test('money is refundable during a mismatch or after a failed payout', () => {
  const refundable = ORDER_STATUS_CODES.filter((status) => refundableOf(orderOf({ status, amountPaid: 5n, amountRefunded: 2n })) > 0n);
  expect(refundable.sort()).toEqual(['error', 'handmake', 'verifying_transaction']);
  expect(refundableOf(mismatchOf(5n, { amountRefunded: 2n }))).toBe(3n);
});

test('accounts for all money after any sequence of payments and refunds', () => {
  const cases = fc.record({
    paid: fc.bigInt({ min: 2n, max: 3n * FAST_TRANSFER_MAX_VND }),
    share: fc.double({ min: 0, max: 0.999, noNaN: true }),
    isPaid: fc.boolean(),
    keeps: fc.bigInt({ min: 0n, max: 10_000n }),
    isOwed: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, ({ paid, share, isPaid, keeps, isOwed }) => {
      const before = isPaid ? (paid * BigInt(Math.floor(share * 1_000))) / 1_000n : 0n;
      const owed = isOwed ? before : 0n;
      const order = mismatchOf(paid, {
        amountRefunded: before,
        paidAt: isPaid ? after(1) : null,
        status: isPaid ? 'error' : 'verifying_transaction',
      });
      const gross = paid - before + owed;
      const fee = gross > keeps ? keeps : 0n;
      const change = decideRefund(order, owed, targetOf(gross - fee, { fee }), CTX());
      const rows = change.payouts.map(({ after: payout }) => payout);
      const moved = movedBy(change);
      expect(moved['refund:vnd']).toBe(before - paid);
      expect(moved['held:vnd']).toBe(rows.reduce((sum, { held }) => sum + held, 0n));
      expect(outstandingRefundOf({ ...order, amountRefunded: paid }, rows)).toBe(before - owed);
    }),
  );
});
