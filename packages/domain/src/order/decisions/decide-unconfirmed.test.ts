import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, TIMER_MS } from '../../../testing/order.ts';
import type { Change } from '../../change.ts';
import { ORDER_STATUS_CODES } from '../../order-status.ts';
import { decideConfirm, decideRecord } from '../../transfer/journal-payment.ts';
import type { Order } from '../order.ts';
import { decideDropped, decideUnconfirmed } from './decide-unconfirmed.ts';

const UNCONFIRMED = paymentOf({ network: 'tron', unit: 'usdt-tron', amount: 60_000_000n, confirmed: false, state: 'unconfirmed' });
const ORDER: Partial<Order> = { kind: 'ex', from: 'trc20', payInNetwork: 'tron' };
const WAITING = { ...ORDER, status: 'verifying_transaction', reason: null } as const;
const DEADLINE = after(TIMER_MS);
const BEFORE = contextAt(after(TIMER_MS - 1));
const BLOCK_AT = after(TIMER_MS - 2);
const AFTER = contextAt(DEADLINE);

function outcomeOf(change: Change | null): Record<string, unknown> | null {
  if (change === null) return null;
  return {
    status: change.order?.after.status,
    reason: change.order?.after.reason,
    holding: change.order?.after.holding,
    payments: change.payments.map(({ after: { state, orderId, version } }) => [state, orderId, version]),
    events: change.events.map(({ code }) => code),
    postings: change.postings.map(({ kind }) => kind),
  };
}

describe('an unconfirmed payment', () => {
  const { id: _id, version: _version, state: _state, orderId: _order, caseCode: _case, recordedAt: _recordedAt, ...fact } = UNCONFIRMED;

  test('is journalled without postings, and booked once on confirmation', () => {
    const recorded = decideRecord({ ...fact, source: 'tron-head', sourceId: '1' }, 'payment-1', BEFORE);
    expect(recorded).toMatchObject({ payments: [{ before: null, after: { state: 'unconfirmed', confirmed: false } }], postings: [] });
    const confirmed = decideConfirm(UNCONFIRMED, BLOCK_AT, BEFORE);
    expect(confirmed).toMatchObject({
      payments: [{ after: { state: 'unmatched', confirmed: true, paidAt: BLOCK_AT, version: UNCONFIRMED.version + 1 } }],
    });
    expect(confirmed?.postings[0]?.entries).toEqual([
      { account: 'rail:usdt-tron-deposits', amount: 60_000_000n },
      { account: 'suspense:tron:usdt-tron', amount: -60_000_000n },
    ]);
    expect(decideConfirm({ ...UNCONFIRMED, confirmed: true, state: 'matched' }, BLOCK_AT, BEFORE)).toBeNull();
    expect(decideConfirm({ ...UNCONFIRMED, state: 'dropped' }, BLOCK_AT, BEFORE)).toMatchObject({
      payments: [{ after: { state: 'unmatched', confirmed: true } }],
    });
  });

  test('makes a pending order wait and keep its hold', () => {
    const order = orderOf(ORDER);
    expect(outcomeOf(decideUnconfirmed(UNCONFIRMED, order, BEFORE))).toEqual({
      status: 'verifying_transaction',
      reason: null,
      holding: order.held,
      payments: [['unconfirmed', order.id, UNCONFIRMED.version + 1]],
      events: ['payment_unconfirmed'],
      postings: [],
    });
    expect(decideUnconfirmed(UNCONFIRMED, order, BEFORE)?.events).toMatchObject([{ params: { amount: '60', currency: 'trc20' } }]);
  });

  test('is logged in an order that waits for the missing amount, without other changes', () => {
    const order = orderOf({ ...WAITING, reason: 'underpaid', amountPaid: 1n });
    expect(outcomeOf(decideUnconfirmed(UNCONFIRMED, order, BEFORE))).toMatchObject({
      status: 'verifying_transaction',
      reason: 'underpaid',
      events: ['payment_unconfirmed'],
    });
  });

  test.each(ORDER_STATUS_CODES.filter((status) => status !== 'pending' && status !== 'verifying_transaction'))(
    'is linked to an order in status %s without changing the order',
    (status) => {
      const order = orderOf({ ...ORDER, status });
      expect(outcomeOf(decideUnconfirmed(UNCONFIRMED, order, BEFORE))).toMatchObject({
        status: undefined,
        events: [],
        payments: [['unconfirmed', order.id, 2]],
      });
    },
  );

  test('is linked once, and not after confirmation', () => {
    expect(decideUnconfirmed({ ...UNCONFIRMED, orderId: 'order-1' }, orderOf(ORDER), BEFORE)).toBeNull();
    expect(decideUnconfirmed({ ...UNCONFIRMED, state: 'unmatched', confirmed: true }, orderOf(ORDER), BEFORE)).toBeNull();
  });
});

describe('a dropped payment', () => {
  const placed = { ...UNCONFIRMED, orderId: 'order-1' };
  const far = after(TIMER_MS + 120_000);

  test('returns its order to pending while the timer runs', () => {
    expect(outcomeOf(decideDropped(placed, orderOf(WAITING), true, far, BEFORE))).toMatchObject({
      status: 'pending',
      payments: [['dropped', 'order-1', UNCONFIRMED.version + 1]],
      events: ['payment_dropped'],
      postings: [],
    });
  });

  test('expires an order that has given its hold back, however far the chain is read', () => {
    const order = orderOf({ ...WAITING, holding: 0n });
    expect(outcomeOf(decideDropped(placed, order, true, after(0), AFTER))).toMatchObject({ status: 'cancelled', reason: 'expired', postings: [] });
  });

  test('expires its order when the timer has ended and the chain has been read past the deadline', () => {
    expect(outcomeOf(decideDropped(placed, orderOf(WAITING), true, far, AFTER))).toMatchObject({
      status: 'cancelled',
      reason: 'expired',
      holding: 0n,
      events: ['payment_dropped', 'expired'],
      postings: ['release'],
    });
    expect(outcomeOf(decideDropped(placed, orderOf(WAITING), true, after(TIMER_MS + 119_999), AFTER))).toMatchObject({ status: 'pending' });
  });

  test.each<[string, Partial<Order>, boolean]>([
    ['another payment is unconfirmed', {}, false],
    ['the order has a confirmed payment', { reason: 'underpaid', amountPaid: 1n }, true],
    ['the order has a confirmed payment, and nothing keeps it', { amountPaid: 1n }, true],
    ['the order is held as a risk', { reason: 'risk', amountPaid: 1n }, true],
  ])('does not move its order when %s', (_, set, isAlone) => {
    const order = orderOf({ ...WAITING, ...set });
    expect(outcomeOf(decideDropped(placed, order, isAlone, far, AFTER))).toMatchObject({
      status: 'verifying_transaction',
      reason: order.reason,
      holding: order.holding,
      payments: [['dropped', 'order-1', UNCONFIRMED.version + 1]],
      events: ['payment_dropped'],
    });
  });

  test('without an order, or of an order that moved on, is only marked', () => {
    for (const order of [null, orderOf({ ...ORDER, status: 'delivered' })]) {
      expect(outcomeOf(decideDropped(placed, order, true, far, AFTER))).toMatchObject({ status: undefined, payments: [['dropped', 'order-1', 2]] });
    }
  });

  test('is not dropped after confirmation', () => {
    expect(decideDropped({ ...placed, state: 'unmatched', confirmed: true }, orderOf(WAITING), true, far, AFTER)).toBeNull();
    expect(decideDropped({ ...placed, state: 'dropped' }, orderOf(WAITING), true, far, AFTER)).toBeNull();
  });
});
