import { describe, expect, test } from 'vitest';
import { after, orderOf, START, TIMER_MS } from '../../testing/order.ts';
import { REVIEW_WINDOW_DAYS } from '../constants.ts';
import { DAY_MS } from '../durations.ts';
import { ORDER_STATUS_CODES } from '../order-status.ts';
import { actionsOf, awaitsPayment, hasDecision, needsDetails } from './actions.ts';

describe('actions', () => {
  test('an unpaid order can be cancelled with its key', () => {
    expect(actionsOf(orderOf(), 'full', START)).toEqual(['cancel']);
    expect(actionsOf(orderOf(), 'public', START)).toEqual([]);
  });

  test('an order with a payment, or in any other status, cannot be cancelled', () => {
    expect(actionsOf(orderOf({ amountPaid: 1n }), 'full', START)).toEqual([]);
    for (const status of ORDER_STATUS_CODES.filter((each) => each !== 'pending')) {
      expect(actionsOf(orderOf({ status }), 'full', START)).not.toContain('cancel');
    }
  });

  test('a delivered order can be reviewed within the review window, also by reference alone', () => {
    const delivered = orderOf({ status: 'delivered', finalAt: START });
    for (const access of ['full', 'public'] as const) {
      expect(actionsOf(delivered, access, after(REVIEW_WINDOW_DAYS * DAY_MS))).toEqual(['review']);
      expect(actionsOf(delivered, access, after(REVIEW_WINDOW_DAYS * DAY_MS + 1))).toEqual([]);
    }
    for (const status of ORDER_STATUS_CODES.filter((each) => each !== 'delivered')) {
      expect(actionsOf(orderOf({ status, finalAt: START }), 'public', START)).toEqual([]);
    }
  });

  test.each([
    ['underpaid', ['topUp', 'acceptRecalculation', 'requestRefund'], ['acceptRecalculation', 'requestRefund']],
    ['overpaid', ['acceptRecalculation', 'refundExcess', 'requestRefund'], ['acceptRecalculation', 'refundExcess', 'requestRefund']],
    ['late', ['acceptRecalculation', 'requestRefund'], ['acceptRecalculation', 'requestRefund']],
    ['risk', [], []],
    ['refunding', [], []],
    [null, [], []],
  ] as const)('a mismatch (%s) offers these actions while the timer runs and after', (reason, running, over) => {
    const order = orderOf({ status: 'verifying_transaction', reason, amountPaid: 1n });
    expect(actionsOf(order, 'full', after(TIMER_MS - 1))).toEqual(running);
    expect(actionsOf(order, 'full', after(TIMER_MS))).toEqual(over);
    expect(actionsOf(order, 'public', START)).toEqual([]);
    expect(hasDecision(running)).toBe(running.length > 0);
  });

  test('a voucher pays an order until the timer ends, by reference alone, and tops it up', () => {
    const unpaid = orderOf({ from: 'e-voucher', to: 'vnd' });
    const underpaid = { ...unpaid, status: 'verifying_transaction', reason: 'underpaid', amountPaid: 1n } as const;
    const offered = (order: typeof unpaid, now: Date) => (['public', 'full'] as const).map((access) => actionsOf(order, access, now));
    expect(offered(unpaid, after(TIMER_MS - 1))).toEqual([['submitVoucher'], ['submitVoucher', 'cancel']]);
    expect(offered(unpaid, after(TIMER_MS))).toEqual([[], ['cancel']]);
    expect(offered(underpaid, after(TIMER_MS - 1))).toEqual([['submitVoucher'], ['submitVoucher', 'acceptRecalculation', 'requestRefund']]);
    expect(offered(underpaid, after(TIMER_MS))).toEqual([[], ['acceptRecalculation', 'requestRefund']]);
  });

  test('a new price, a top-up and a refund each decide a mismatch, and nothing else does', () => {
    for (const action of ['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund'] as const) expect(hasDecision([action])).toBe(true);
    expect(hasDecision(['cancel', 'review', 'submitVoucher'])).toBe(false);
  });

  test('mismatch actions are offered only while the mismatch lasts', () => {
    for (const status of ORDER_STATUS_CODES.filter((each) => each !== 'verifying_transaction')) {
      expect(hasDecision(actionsOf(orderOf({ status, reason: 'overpaid', amountPaid: 1n, finalAt: START }), 'full', START))).toBe(false);
    }
  });

  test('every action except a review needs the order’s details', () => {
    expect(needsDetails([])).toBe(false);
    expect(needsDetails(['review'])).toBe(false);
    expect(needsDetails(['review', 'requestRefund'])).toBe(true);
  });
});

describe('payment instructions', () => {
  test('are shown while the order is unpaid', () => {
    expect(awaitsPayment(orderOf(), after(TIMER_MS + 1))).toBe(true);
  });

  test('are shown for the missing amount until the timer ends', () => {
    const underpaid = orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: 1n });
    expect(awaitsPayment(underpaid, after(TIMER_MS - 1))).toBe(true);
    expect(awaitsPayment(underpaid, after(TIMER_MS))).toBe(false);
    for (const reason of ['overpaid', 'late', 'risk'] as const) expect(awaitsPayment({ ...underpaid, reason }, START)).toBe(false);
  });

  test('are shown in no other status', () => {
    for (const status of ORDER_STATUS_CODES.filter((each) => each !== 'pending' && each !== 'verifying_transaction')) {
      expect(awaitsPayment(orderOf({ status, reason: 'underpaid' }), START)).toBe(false);
    }
  });
});
