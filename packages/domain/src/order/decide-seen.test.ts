import { describe, expect, test } from 'vitest';
import { after, decidingAt, orderOf, paymentOf, TIMER_MS } from '../../testing/order.ts';
import type { Change } from '../change.ts';
import { ORDER_STATUS_CODES } from '../order-status.ts';
import { decideConfirm, decideRecord } from './decide-payment.ts';
import { decideSeen, decideVanished } from './decide-seen.ts';
import type { Order } from './order.ts';

const SEEN = paymentOf({ rail: 'tron', unit: 'usdt-tron', amount: 60_000_000n, final: false, state: 'seen' });
const ORDER: Partial<Order> = { kind: 'ex', from: 'trc20', payInRail: 'tron' };
const WAITING = { ...ORDER, status: 'verifying_transaction', reason: null } as const;
const DEADLINE = after(TIMER_MS);
const BEFORE = decidingAt(after(TIMER_MS - 1));
const AFTER = decidingAt(DEADLINE);

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

describe('a payment that can still be undone', () => {
  const { id: _id, version: _version, state: _state, orderId: _order, caseCode: _case, seenAt: _seen, ...fact } = SEEN;

  test('is journalled and not booked; booked once when it is final', () => {
    const recorded = decideRecord({ ...fact, source: 'tron-head', sourceId: '1' }, 'payment-1', BEFORE);
    expect(recorded).toMatchObject({ payments: [{ before: null, after: { state: 'seen', final: false } }], postings: [] });
    const confirmed = decideConfirm(SEEN, BEFORE);
    expect(confirmed).toMatchObject({ payments: [{ after: { state: 'unmatched', final: true, version: SEEN.version + 1 } }] });
    expect(confirmed?.postings[0]?.entries).toEqual([
      { account: 'rail:usdt-tron-deposits', amount: 60_000_000n },
      { account: 'suspense:tron:usdt-tron', amount: -60_000_000n },
    ]);
    expect(decideConfirm({ ...SEEN, final: true, state: 'matched' }, BEFORE)).toBeNull();
    expect(decideConfirm({ ...SEEN, state: 'vanished' }, BEFORE)).toMatchObject({ payments: [{ after: { state: 'unmatched', final: true } }] });
  });

  test('makes an unpaid order wait with its hold', () => {
    const order = orderOf(ORDER);
    expect(outcomeOf(decideSeen(SEEN, order, BEFORE))).toEqual({
      status: 'verifying_transaction',
      reason: null,
      holding: order.held,
      payments: [['seen', order.id, SEEN.version + 1]],
      events: ['payment_seen'],
      postings: [],
    });
  });

  test('is told to an order that waits for the rest, and changes nothing of it', () => {
    const order = orderOf({ ...WAITING, reason: 'underpaid', amountPaid: 1n });
    expect(outcomeOf(decideSeen(SEEN, order, BEFORE))).toMatchObject({
      status: 'verifying_transaction',
      reason: 'underpaid',
      events: ['payment_seen'],
    });
  });

  test.each(ORDER_STATUS_CODES.filter((status) => status !== 'pending' && status !== 'verifying_transaction'))(
    'is remembered with an order that is %s, which stays as it is',
    (status) => {
      const order = orderOf({ ...ORDER, status });
      expect(outcomeOf(decideSeen(SEEN, order, BEFORE))).toMatchObject({ status: undefined, events: [], payments: [['seen', order.id, 2]] });
    },
  );

  test('is told once, and not when it is final', () => {
    expect(decideSeen({ ...SEEN, orderId: 'order-1' }, orderOf(ORDER), BEFORE)).toBeNull();
    expect(decideSeen({ ...SEEN, state: 'unmatched', final: true }, orderOf(ORDER), BEFORE)).toBeNull();
  });
});

describe('a seen payment that vanished', () => {
  const placed = { ...SEEN, orderId: 'order-1' };
  const far = after(TIMER_MS + 120_000);

  test('puts its order back to pending while the timer runs', () => {
    expect(outcomeOf(decideVanished(placed, orderOf(WAITING), true, far, BEFORE))).toMatchObject({
      status: 'pending',
      payments: [['vanished', 'order-1', SEEN.version + 1]],
      events: ['payment_vanished'],
      postings: [],
    });
  });

  test('ends its order when the timer is over and the chain has been read past it', () => {
    expect(outcomeOf(decideVanished(placed, orderOf(WAITING), true, far, AFTER))).toMatchObject({
      status: 'cancelled',
      reason: 'expired',
      holding: 0n,
      events: ['payment_vanished', 'expired'],
      postings: ['release'],
    });
    expect(outcomeOf(decideVanished(placed, orderOf(WAITING), true, after(TIMER_MS + 119_999), AFTER))).toMatchObject({ status: 'pending' });
  });

  test.each<[string, Partial<Order>, boolean]>([
    ['another one is seen', {}, false],
    ['money has come for it', { reason: 'underpaid', amountPaid: 1n }, true],
    ['a person looks at it', { reason: 'risk', amountPaid: 1n }, true],
  ])('leaves its order as it is when %s', (_, set, isAlone) => {
    const order = orderOf({ ...WAITING, ...set });
    expect(outcomeOf(decideVanished(placed, order, isAlone, far, AFTER))).toMatchObject({
      status: 'verifying_transaction',
      reason: order.reason,
      holding: order.holding,
      events: ['payment_vanished'],
    });
  });

  test('of no order, or of one that went on, is only marked', () => {
    for (const order of [null, orderOf({ ...ORDER, status: 'delivered' })]) {
      expect(outcomeOf(decideVanished(placed, order, true, far, AFTER))).toMatchObject({ status: undefined, payments: [['vanished', 'order-1', 2]] });
    }
  });

  test('is not given up when it is final by now', () => {
    expect(decideVanished({ ...placed, state: 'unmatched', final: true }, orderOf(WAITING), true, far, AFTER)).toBeNull();
    expect(decideVanished({ ...placed, state: 'vanished' }, orderOf(WAITING), true, far, AFTER)).toBeNull();
  });
});
