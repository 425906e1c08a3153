import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, TIMER_MS } from '../../../testing/order.ts';
import { EXPIRY_GRACE_SECONDS } from '../../constants.ts';
import { ORDER_STATUS_CODES } from '../../order-status.ts';
import type { Payment } from '../../transfer/payment.ts';
import { decideCancel, decideExpiry } from './decide-expiry.ts';

const READ = after(TIMER_MS + EXPIRY_GRACE_SECONDS * 1000);
const OVER = contextAt(after(TIMER_MS));

describe('the end of the timer', () => {
  test('cancels an unpaid order and releases its hold', () => {
    const change = decideExpiry(orderOf(), [], READ, OVER);
    expect(change?.order?.after).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n, finalAt: after(TIMER_MS) });
    expect(change?.events.map(({ code }) => code)).toEqual(['expired']);
    expect(change?.postings).toEqual([
      {
        id: 'id-1',
        kind: 'release',
        orderId: 'order-1',
        entries: [
          { account: 'held:pm', amount: -100_50n },
          { account: 'rail:pm', amount: 100_50n },
        ],
      },
    ]);
  });

  test('does nothing before the deadline, or before payments have been read two minutes past the deadline', () => {
    expect(decideExpiry(orderOf(), [], READ, contextAt(after(TIMER_MS - 1)))).toBeNull();
    expect(decideExpiry(orderOf(), [], new Date(READ.getTime() - 1), OVER)).toBeNull();
    expect(decideExpiry(orderOf(), [], new Date(0), contextAt(after(1_000 * TIMER_MS)))).toBeNull();
  });

  test('releases the hold of an undecided order and leaves the decision open', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: 5n });
    const change = decideExpiry(order, [], new Date(0), OVER);
    expect(change?.order?.after).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', holding: 0n, amountPaid: 5n, version: 2 });
    expect(change?.events).toEqual([]);
    expect(change?.postings.map(({ kind }) => kind)).toEqual(['release']);
    expect(decideExpiry({ ...order, holding: 0n }, [], READ, OVER)).toBeNull();
  });

  test('keeps the hold of an order with a final payment that is not matched yet, however late', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: null });
    const [final, unconfirmed] = (['unmatched', 'unconfirmed'] as const).map((state) => paymentOf({ state, orderId: order.id }));
    for (const payments of [[final], [final, unconfirmed]] as Payment[][]) {
      expect(decideExpiry(order, payments, after(100 * TIMER_MS), contextAt(after(100 * TIMER_MS)))).toBeNull();
    }
  });

  test('releases the hold of an order with an unconfirmed payment once payments have been read past the deadline, and goes on waiting', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: null });
    const payments = [paymentOf({ state: 'unconfirmed', orderId: order.id })];
    expect(decideExpiry(order, payments, new Date(READ.getTime() - 1), OVER)).toBeNull();
    const change = decideExpiry(order, payments, READ, OVER);
    expect(change?.order?.after).toMatchObject({ status: 'verifying_transaction', reason: null, holding: 0n });
    expect(change?.postings.map(({ kind }) => kind)).toEqual(['release']);
    expect(decideExpiry({ ...order, holding: 0n }, payments, READ, OVER)).toBeNull();
  });

  test('cancels an order whose unconfirmed payment was dropped, once payments have been read past the deadline', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: null });
    for (const payments of [[], [paymentOf({ state: 'dropped', orderId: order.id })]]) {
      expect(decideExpiry(order, payments, new Date(READ.getTime() - 1), OVER)).toBeNull();
      const change = decideExpiry(order, payments, READ, OVER);
      expect(change?.order?.after).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
      expect(change?.postings.map(({ kind }) => kind)).toEqual(['release']);
    }
  });

  test('never takes an order that counts money for an unpaid one', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: null, amountPaid: 5n });
    expect(decideExpiry(order, [], READ, OVER)).toBeNull();
  });

  test('leaves an undecided order open from which all payments were taken', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: 0n });
    expect(decideExpiry(order, [], READ, OVER)?.order?.after).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', holding: 0n });
  });

  test('cancels an order whose vouchers were refused, once payments have been read past the deadline', () => {
    const order = orderOf({ status: 'ERROR_EVOUCHER', reason: 'voucher_refused' });
    expect(decideExpiry(order, [], new Date(READ.getTime() - 1), OVER)).toBeNull();
    expect(decideExpiry(order, [], READ, OVER)?.order?.after).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
  });

  test('releases the hold of an order whose voucher may have been taken, and goes on waiting', () => {
    const order = orderOf({ status: 'ERROR_EVOUCHER', reason: 'voucher_unknown' });
    const change = decideExpiry(order, [], new Date(0), OVER);
    expect(change?.order?.after).toMatchObject({ status: 'ERROR_EVOUCHER', reason: 'voucher_unknown', holding: 0n });
    expect(change?.postings.map(({ kind }) => kind)).toEqual(['release']);
  });

  test.each(ORDER_STATUS_CODES.filter((status) => !['pending', 'verifying_transaction', 'ERROR_EVOUCHER'].includes(status)))(
    'does not change an order in status %s',
    (status) => {
      expect(decideExpiry(orderOf({ status }), [], READ, OVER)).toBeNull();
    },
  );
});

describe('cancelling', () => {
  test.each(['abandoned', 'superseded', 'expired'] as const)('%s: records the reason and releases the hold', (reason) => {
    const change = decideCancel(orderOf(), reason, contextAt(after(1)));
    expect(change.order?.after).toMatchObject({ status: 'cancelled', reason, holding: 0n, finalAt: after(1) });
    expect(change.events).toMatchObject([{ code: reason, n: 2 }]);
  });

  test('releases nothing when nothing is held', () => {
    expect(decideCancel(orderOf({ holding: 0n }), 'expired', contextAt(after(1))).postings).toEqual([]);
  });

  test.each(['paid', 'delivering', 'delivered', 'retry_scheduled', 'waitingotp', 'cancelled', 'forged'] as const)(
    'is not allowed for an order in status %s',
    (status) => {
      expect(() => decideCancel(orderOf({ status }), 'abandoned', contextAt(after(1)))).toThrow('cannot go');
    },
  );
});
