import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, TIMER_MS } from '../../testing/order.ts';
import type { Change } from '../change.ts';
import { ORDER_STATUS_CODES } from '../order-status.ts';
import { decideConfirm, decideRecord } from '../transfer/decide-deposit.ts';
import { decideDropped, decideUnconfirmed } from './decide-unconfirmed.ts';
import type { Order } from './order.ts';

const SEEN = paymentOf({ rail: 'tron', unit: 'usdt-tron', amount: 60_000_000n, confirmed: false, state: 'unconfirmed' });
const ORDER: Partial<Order> = { kind: 'ex', from: 'trc20', payInRail: 'tron' };
const WAITING = { ...ORDER, status: 'verifying_transaction', reason: null } as const;
const DEADLINE = after(TIMER_MS);
const BEFORE = contextAt(after(TIMER_MS - 1));
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
  const { id: _id, version: _version, state: _state, orderId: _order, caseCode: _case, recordedAt: _seen, ...fact } = SEEN;

  test('is journalled without postings, and booked once on confirmation', () => {
    const recorded = decideRecord({ ...fact, source: 'tron-head', sourceId: '1' }, 'payment-1', BEFORE);
    expect(recorded).toMatchObject({ payments: [{ before: null, after: { state: 'unconfirmed', confirmed: false } }], postings: [] });
    const confirmed = decideConfirm(SEEN, BEFORE);
    expect(confirmed).toMatchObject({ payments: [{ after: { state: 'unmatched', confirmed: true, version: SEEN.version + 1 } }] });
    expect(confirmed?.postings[0]?.entries).toEqual([
      { account: 'rail:usdt-tron-deposits', amount: 60_000_000n },
      { account: 'suspense:tron:usdt-tron', amount: -60_000_000n },
    ]);
    expect(decideConfirm({ ...SEEN, confirmed: true, state: 'matched' }, BEFORE)).toBeNull();
    expect(decideConfirm({ ...SEEN, state: 'dropped' }, BEFORE)).toMatchObject({ payments: [{ after: { state: 'unmatched', confirmed: true } }] });
  });

  test('makes a pending order wait and keep its hold', () => {
    const order = orderOf(ORDER);
    expect(outcomeOf(decideUnconfirmed(SEEN, order, BEFORE))).toEqual({
      status: 'verifying_transaction',
      reason: null,
      holding: order.held,
      payments: [['unconfirmed', order.id, SEEN.version + 1]],
      events: ['payment_unconfirmed'],
      postings: [],
    });
  });

  test('is logged in an order that waits for the missing amount, without other changes', () => {
    const order = orderOf({ ...WAITING, reason: 'underpaid', amountPaid: 1n });
    expect(outcomeOf(decideUnconfirmed(SEEN, order, BEFORE))).toMatchObject({
      status: 'verifying_transaction',
      reason: 'underpaid',
      events: ['payment_unconfirmed'],
    });
  });

  test.each(ORDER_STATUS_CODES.filter((status) => status !== 'pending' && status !== 'verifying_transaction'))(
    'is remembered with an order that is %s, which stays as it is',
    (status) => {
      const order = orderOf({ ...ORDER, status });
      expect(outcomeOf(decideUnconfirmed(SEEN, order, BEFORE))).toMatchObject({
        status: undefined,
        events: [],
        payments: [['unconfirmed', order.id, 2]],
      });
    },
  );

  test('is linked once, and not after confirmation', () => {
    expect(decideUnconfirmed({ ...SEEN, orderId: 'order-1' }, orderOf(ORDER), BEFORE)).toBeNull();
    expect(decideUnconfirmed({ ...SEEN, state: 'unmatched', confirmed: true }, orderOf(ORDER), BEFORE)).toBeNull();
  });
});

describe('a dropped payment', () => {
  const placed = { ...SEEN, orderId: 'order-1' };
  const far = after(TIMER_MS + 120_000);

  test('returns its order to pending while the timer runs', () => {
    expect(outcomeOf(decideDropped(placed, orderOf(WAITING), true, far, BEFORE))).toMatchObject({
      status: 'pending',
      payments: [['dropped', 'order-1', SEEN.version + 1]],
      events: ['payment_dropped'],
      postings: [],
    });
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
    ['another one is seen', {}, false],
    ['money has come for it', { reason: 'underpaid', amountPaid: 1n }, true],
    ['a person looks at it', { reason: 'risk', amountPaid: 1n }, true],
  ])('leaves its order as it is when %s', (_, set, isAlone) => {
    const order = orderOf({ ...WAITING, ...set });
    expect(outcomeOf(decideDropped(placed, order, isAlone, far, AFTER))).toMatchObject({
      status: 'verifying_transaction',
      reason: order.reason,
      holding: order.holding,
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
