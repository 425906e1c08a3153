import { describe, expect, test } from 'vitest';
import { after, orderOf, paymentOf, TIMER_MS } from '../../testing/order.ts';
import { HOUR_MS } from '../durations.ts';
import { candidateRefs, findMatch, isInTime, isWithinLateWindow, payInUnit } from './match.ts';

const SENDER = '0071001234567';

describe('findMatch', () => {
  test('finds the order named by the memo, regardless of amount, sender and status', () => {
    for (const order of [orderOf(), orderOf({ status: 'delivered' }), orderOf({ status: 'cancelled', reason: 'expired' })]) {
      expect(findMatch(paymentOf({ amount: 1n, payer: SENDER }), [order], [])).toEqual({ found: order });
    }
  });

  test('is ambiguous when the memo names two orders', () => {
    const orders = [orderOf(), orderOf({ id: 'order-2', ref: 'BCDEFGHJKL' })];
    expect(findMatch(paymentOf(), orders, [])).toEqual({ found: null, caseCode: 'ambiguous' });
  });

  test('ignores orders on another rail or in another unit', () => {
    const named = [orderOf({ payInNetwork: 'webmoney' }), orderOf({ id: 'order-2', from: 'pm' })];
    expect(findMatch(paymentOf(), named, [])).toEqual({ found: null, caseCode: 'no_order' });
    const right = orderOf({ id: 'order-3' });
    expect(findMatch(paymentOf(), [...named, right], [])).toEqual({ found: right });
  });

  test('falls back to exact amount and known sender, if exactly one order fits', () => {
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
  ])('does not match without a memo for %s', (_, set) => {
    expect(findMatch(paymentOf({ memo: '', ...set }), [], [orderOf({ sender: SENDER })])).toEqual({ found: null, caseCode: 'no_order' });
  });

  test('does not match an order without sender to a payment without payer', () => {
    expect(findMatch(paymentOf({ memo: '', payer: null }), [], [orderOf({ sender: null })])).toEqual({ found: null, caseCode: 'no_order' });
  });
});

test('candidate references are all well-formed windows of the memo', () => {
  expect(candidateRefs(paymentOf({ memo: 'mbvcb.123.7kq2m9xr4b' }))).toContain('7KQ2M9XR4B');
  expect(candidateRefs(paymentOf({ memo: 'hello' }))).toEqual([]);
});

test('an order is paid in the unit of its source currency', () => {
  expect(payInUnit(orderOf())).toBe('vnd');
  expect(payInUnit(orderOf({ from: 'e-voucher' }))).toBe('pm');
  expect(payInUnit(orderOf({ from: 'trc20' }))).toBe('usdt-tron');
});

test('isInTime includes the timer’s last millisecond and tolerates a slow provider clock', () => {
  const order = orderOf();
  expect(isInTime(paymentOf({ paidAt: after(TIMER_MS) }), order)).toBe(true);
  expect(isInTime(paymentOf({ paidAt: after(TIMER_MS + 1) }), order)).toBe(false);
  expect(isInTime(paymentOf({ paidAt: after(-24 * HOUR_MS) }), order)).toBe(true);
});

test('the late window is 48 hours from creation, by the time the payment was recorded', () => {
  const order = orderOf();
  expect(isWithinLateWindow(paymentOf({ recordedAt: after(48 * HOUR_MS) }), order)).toBe(true);
  expect(isWithinLateWindow(paymentOf({ recordedAt: after(48 * HOUR_MS + 1), paidAt: after(0) }), order)).toBe(false);
});
