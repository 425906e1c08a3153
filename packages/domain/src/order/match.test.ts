import { describe, expect, test } from 'vitest';
import { after, orderOf, paymentOf, TIMER_MS } from '../../testing/order.ts';
import { HOUR_MS } from '../durations.ts';
import { findMatch, isInTime, isWithinLateWindow, payInUnit, refsOf } from './match.ts';

const SENDER = '0071001234567';

describe('findMatch', () => {
  test('the one order that the memo names, whatever its amount, sender or status', () => {
    for (const order of [orderOf(), orderOf({ status: 'delivered' }), orderOf({ status: 'cancelled', reason: 'expired' })]) {
      expect(findMatch(paymentOf({ amount: 1n, payer: SENDER }), [order], [])).toEqual({ found: order });
    }
  });

  test('nobody when the memo names two', () => {
    const orders = [orderOf(), orderOf({ id: 'order-2', ref: 'BCDEFGHJKL' })];
    expect(findMatch(paymentOf(), orders, [])).toEqual({ found: null, caseCode: 'ambiguous' });
  });

  test('an order that is paid by another rail or in another unit is not meant', () => {
    const named = [orderOf({ payInRail: 'webmoney' }), orderOf({ id: 'order-2', from: 'pm' })];
    expect(findMatch(paymentOf(), named, [])).toEqual({ found: null, caseCode: 'no_order' });
    const right = orderOf({ id: 'order-3' });
    expect(findMatch(paymentOf(), [...named, right], [])).toEqual({ found: right });
  });

  test('without a memo the exact amount of a known sender, if exactly one order fits', () => {
    const order = orderOf({ sender: SENDER });
    const payment = paymentOf({ memo: '', payer: SENDER });
    expect(findMatch(payment, [], [order])).toEqual({ found: order });
    expect(findMatch(payment, [], [order, orderOf({ id: 'order-2', sender: SENDER })])).toEqual({ found: null, caseCode: 'ambiguous' });
  });

  test.each([
    ['another sender', { payer: '0071007654321' }],
    ['no sender', { payer: null }],
    ['another amount', { payer: SENDER, amount: 2_607_974n }],
    ['another unit', { payer: SENDER, unit: 'pm' as const }],
  ])('without a memo nothing less: %s', (_, set) => {
    expect(findMatch(paymentOf({ memo: '', ...set }), [], [orderOf({ sender: SENDER })])).toEqual({ found: null, caseCode: 'no_order' });
  });

  test('an order that does not know its sender is not matched to a payment that does not either', () => {
    expect(findMatch(paymentOf({ memo: '', payer: null }), [], [orderOf({ sender: null })])).toEqual({ found: null, caseCode: 'no_order' });
  });
});

test('the references of a memo are all its windows that could be one', () => {
  expect(refsOf(paymentOf({ memo: 'mbvcb.123.7kq2m9xr4b' }))).toContain('7KQ2M9XR4B');
  expect(refsOf(paymentOf({ memo: 'hello' }))).toEqual([]);
});

test('an order is paid in the unit of what is sent', () => {
  expect(payInUnit(orderOf())).toBe('vnd');
  expect(payInUnit(orderOf({ from: 'e-voucher' }))).toBe('pm');
  expect(payInUnit(orderOf({ from: 'trc20' }))).toBe('usdt-tron');
});

test('in time is up to the timer’s last millisecond, and a clock behind ours does not matter', () => {
  const order = orderOf();
  expect(isInTime(paymentOf({ paidAt: after(TIMER_MS) }), order)).toBe(true);
  expect(isInTime(paymentOf({ paidAt: after(TIMER_MS + 1) }), order)).toBe(false);
  expect(isInTime(paymentOf({ paidAt: after(-24 * HOUR_MS) }), order)).toBe(true);
});

test('the late window is 48 hours from creation, by when we saw the money', () => {
  const order = orderOf();
  expect(isWithinLateWindow(paymentOf({ recordedAt: after(48 * HOUR_MS) }), order)).toBe(true);
  expect(isWithinLateWindow(paymentOf({ recordedAt: after(48 * HOUR_MS + 1), paidAt: after(0) }), order)).toBe(false);
});
