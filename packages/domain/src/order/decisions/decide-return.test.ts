import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, payoutOf } from '../../../testing/order.ts';
import { PAYMENT_STATES } from '../../transfer/payment.ts';
import type { RefundTarget } from '../obligations/refund-steps.ts';
import { decideReturn, decideReturnAgain, decideReturnedManually, isCase, isReturnOf, outstandingReturnOf } from './decide-return.ts';

const CTX = () => contextAt(after(60_000));
const EXTRA = paymentOf({ id: 'payment-2', state: 'case', caseCode: 'extra', orderId: 'order-1', amount: 700_000n });
const DELIVERED = orderOf({ status: 'delivered', finalAt: after(1), paidAt: after(1) });
const TARGET: RefundTarget = {
  amount: 694_500n,
  fee: 5_500n,
  destination: '0011001234567',
  destinationBank: 'vcb',
  maxPayoutFee: () => 0n,
  seq: 2,
};

describe('a payment that its order could not take', () => {
  test('is returned by a payout without moving the order', () => {
    const change = decideReturn(EXTRA, DELIVERED, TARGET, CTX());
    expect(change.order?.after).toMatchObject({ status: 'delivered', amountRefunded: 0n, finalAt: after(1) });
    expect(change.payments.map(({ after: payment }) => payment)).toMatchObject([{ state: 'returned', orderId: 'order-1', version: 2 }]);
    expect(change.payouts.map(({ after: payout }) => payout)).toMatchObject([
      { obligationKind: 'return', obligationId: 'payment-2', amount: 694_500n, fee: 5_500n, held: 694_500n, seq: 2, network: 'bank', reserve: 'vnd' },
    ]);
    expect(change.events).toMatchObject([{ code: 'refund_started', params: { amount: '694500', currency: 'vnd' } }]);
    expect(change.postings.flatMap(({ entries }) => entries)).toEqual([
      { account: 'suspense:bank:vnd', amount: 700_000n },
      { account: 'refund:vnd', amount: -700_000n },
      { account: 'rail:vnd', amount: -694_500n },
      { account: 'held:vnd', amount: 694_500n },
    ]);
  });

  test('is retried after a failure without being owed twice', () => {
    const returned = { ...EXTRA, state: 'returned' as const };
    const failed = payoutOf({ obligationKind: 'return', obligationId: 'payment-2', state: 'failed', amount: 694_500n, fee: 5_500n });
    expect(outstandingReturnOf(returned, [failed])).toBe(700_000n);
    expect(outstandingReturnOf(returned, [failed, { ...failed, state: 'attempting' }])).toBe(0n);
    expect(outstandingReturnOf(returned, [{ ...failed, obligationKind: 'refund', obligationId: 'order-1' }])).toBe(0n);
    expect(outstandingReturnOf(returned, [{ ...failed, obligationId: 'payment-3' }])).toBe(0n);
    expect(outstandingReturnOf(EXTRA, [failed])).toBe(0n);
    const change = decideReturnAgain(returned, DELIVERED, { ...TARGET, seq: 3 }, CTX());
    expect(change.postings.flatMap(({ entries }) => entries).map(({ account }) => account)).toEqual(['rail:vnd', 'held:vnd']);
    expect(change.payments).toMatchObject([{ before: returned, after: { id: 'payment-2', state: 'returned', version: returned.version + 1 } }]);
    expect(change.payouts).toMatchObject([
      { before: null, after: { obligationKind: 'return', obligationId: 'payment-2', amount: 694_500n, seq: 3 } },
    ]);
    expect(change.events).toMatchObject([{ code: 'refund_started', params: { amount: '694500', currency: 'vnd' } }]);
  });

  test('can be returned manually', () => {
    const hand = { reference: 'FT9', account: 'rail:vnd-collection', seq: 1 } as const;
    const change = decideReturnedManually(EXTRA, DELIVERED, 0n, hand, CTX());
    expect(change.postings.flatMap(({ entries }) => entries)).toEqual([
      { account: 'suspense:bank:vnd', amount: 700_000n },
      { account: 'rail:vnd-collection', amount: -700_000n },
    ]);
    expect(change.payouts.map(({ after: payout }) => payout)).toMatchObject([
      { state: 'settled', obligationKind: 'return', obligationId: 'payment-2', amount: 700_000n },
    ]);
    const params = { amount: '700000', currency: 'vnd', reference: 'FT9' };
    expect(change.events).toMatchObject([{ code: 'refunded', params, payoutId: change.payouts[0]?.after.id }]);
    const owed = decideReturnedManually({ ...EXTRA, state: 'returned' }, DELIVERED, 700_000n, hand, CTX());
    expect(owed.postings[0]?.entries[0]).toEqual({ account: 'refund:vnd', amount: 700_000n });
    const rest = decideReturnedManually({ ...EXTRA, state: 'returned' }, DELIVERED, 300_000n, hand, CTX());
    expect(rest.postings[0]?.entries).toEqual([
      { account: 'refund:vnd', amount: 300_000n },
      { account: 'rail:vnd-collection', amount: -300_000n },
    ]);
    expect(rest.payouts).toMatchObject([{ after: { amount: 300_000n } }]);
    expect([...owed.postings, ...rest.postings].map(({ kind }) => kind)).toEqual(['refund', 'refund']);
    const alone = decideReturnedManually({ ...EXTRA, orderId: null }, null, 0n, hand, CTX());
    expect(alone).toMatchObject({ order: null, events: [], payouts: [] });
    expect([owed, alone].map(({ postings }) => postings[0]?.orderId)).toEqual(['order-1', null]);
    expect(alone.payments.map(({ after: payment }) => payment.state)).toEqual(['returned']);
  });
});

test('only confirmed payments that wait for an operator are cases', () => {
  expect(PAYMENT_STATES.filter((state) => isCase(paymentOf({ state })))).toEqual(['unmatched', 'case']);
  expect(isCase(paymentOf({ state: 'case', confirmed: false }))).toBe(false);
  expect(isCase(paymentOf({ state: 'case', orderId: 'order-1' }))).toBe(true);
  expect(isCase(paymentOf({ state: 'unmatched', orderId: 'order-1' }))).toBe(false);
});

test('a payment is returned by payouts of that kind alone', () => {
  expect(isReturnOf(payoutOf({ obligationKind: 'return', obligationId: EXTRA.id }), EXTRA)).toBe(true);
  expect(isReturnOf(payoutOf({ obligationKind: 'refund', obligationId: EXTRA.id }), EXTRA)).toBe(false);
  expect(isReturnOf(payoutOf({ obligationKind: 'return', obligationId: 'payment-9' }), EXTRA)).toBe(false);
});
