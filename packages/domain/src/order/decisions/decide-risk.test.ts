import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, TIMER_MS } from '../../../testing/order.ts';
import { PM_BUY } from '../../../testing/terms.ts';
import type { PriceTerms } from '../../price/quote.ts';
import { RATE_ONE } from '../../price/rate.ts';
import type { Order } from '../order.ts';
import { decideClearRisk, decideForged } from './decide-risk.ts';

const PRICE = 2_607_975n;
const CTX = contextAt(after(60_000));
const IN_TIME = [paymentOf({ state: 'matched', orderId: 'order-1' })];
const TOO_LATE = [paymentOf({ state: 'matched', orderId: 'order-1', paidAt: after(TIMER_MS + 1) })];
const DEARER: PriceTerms = { ...PM_BUY, rate: 26_000n * RATE_ONE };

function riskyOf(set: Partial<Order> = {}): Order {
  return orderOf({ status: 'verifying_transaction', reason: 'risk', amountPaid: PRICE, ...set });
}

describe('a cleared order', () => {
  test('with the exact sum is paid and has its hold', () => {
    for (const [holding, kinds] of [
      [100_50n, ['match']],
      [0n, ['rehold', 'match']],
    ] as const) {
      const change = decideClearRisk(riskyOf({ holding }), IN_TIME, CTX, { canRehold: true, newest: PM_BUY });
      expect(change.order?.after).toMatchObject({ status: 'paid', reason: null, holding: 100_50n });
      expect(change.events.map(({ code }) => code)).toEqual(['risk_cleared', 'paid']);
      expect(change.postings.map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  test('with a late payment is paid when the newest rate gives no less', () => {
    for (const payments of [TOO_LATE, [...IN_TIME, ...TOO_LATE]]) {
      const change = decideClearRisk(riskyOf({ holding: 0n }), payments, CTX, { canRehold: true, newest: PM_BUY });
      expect(change.order?.after).toMatchObject({ status: 'paid', reason: null, holding: 100_50n });
    }
  });

  test('keeps the hold and the price that it has, even when there are no others', () => {
    const change = decideClearRisk(riskyOf(), IN_TIME, CTX, { canRehold: false, newest: null });
    expect(change.order?.after).toMatchObject({ status: 'paid', reason: null, holding: 100_50n });
  });

  test.each([
    ['too little', { amountPaid: PRICE - 1n }, IN_TIME, {}, 'underpaid'],
    ['too much', { amountPaid: PRICE + 1n }, IN_TIME, {}, 'overpaid'],
    ['a late payment, at a price that moved against the customer', {}, TOO_LATE, { newest: DEARER }, 'late'],
    ['one such payment of several', {}, [...IN_TIME, ...TOO_LATE], { newest: DEARER }, 'late'],
    ['a late payment of another sum', { amountPaid: PRICE - 1n }, TOO_LATE, {}, 'late'],
    ['a late payment, and no rate', {}, TOO_LATE, { newest: null }, 'late'],
    ['a late payment, and a hold that cannot be taken again', { holding: 0n }, TOO_LATE, { canRehold: false }, 'late'],
    ['a hold that cannot be taken again', { holding: 0n }, IN_TIME, { canRehold: false }, 'late'],
    ['a released hold at a price that moved against the customer', { holding: 0n }, IN_TIME, { newest: DEARER }, 'late'],
  ] as const)('with %s waits for the customer’s decision', (_, set, payments, facts, reason) => {
    const change = decideClearRisk(riskyOf(set), payments, CTX, { canRehold: true, newest: PM_BUY, ...facts });
    expect(change.order?.after).toMatchObject({ status: 'verifying_transaction', reason });
    expect(change.events).toMatchObject([{ code: 'risk_cleared' }, { code: 'payment_mismatch', params: { reason } }]);
    expect(change.postings).toEqual([]);
  });
});

test('a forged payment is written off and its order ends', () => {
  const change = decideForged(riskyOf(), IN_TIME, 'rail:vnd-collection', CTX);
  expect(change.order?.after).toMatchObject({ status: 'forged', holding: 0n, finalAt: after(60_000) });
  expect(change.payments.map(({ after: payment }) => payment)).toMatchObject([{ state: 'forged', version: 2, orderId: 'order-1' }]);
  expect(change.events.map(({ code }) => code)).toEqual(['payment_forged']);
  expect(change.postings.map(({ kind }) => kind)).toEqual(['release', 'adjust']);
  expect(change.postings.flatMap(({ entries }) => entries)).toEqual([
    { account: 'held:pm', amount: -100_50n },
    { account: 'rail:pm', amount: 100_50n },
    { account: 'suspense:bank:vnd', amount: PRICE },
    { account: 'rail:vnd-collection', amount: -PRICE },
  ]);
});
