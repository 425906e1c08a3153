import { describe, expect, test } from 'vitest';
import { after, orderOf, paymentOf, TIMER_MS } from '../../testing/order.ts';
import { CLOCK_SKEW_SECONDS } from '../constants.ts';
import { HOUR_MS } from '../durations.ts';
import { candidateRefs, exceedsOwnRate, findMatch, isInTime, isWithinLateWindow, ownRateQuantity, payInUnit } from './match.ts';

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
    const ofPm = { network: 'perfect-money', unit: 'pm' } as const;
    const voucher = orderOf({ kind: 'sell', from: 'e-voucher', to: 'vnd', payInNetwork: 'perfect-money' });
    expect(findMatch(paymentOf(ofPm), [voucher], [])).toMatchObject({ caseCode: 'wrong_network' });
    expect(findMatch(paymentOf(ofPm), [voucher, { ...voucher, id: 'order-2' }], [])).toEqual({ found: null, caseCode: 'ambiguous' });
  });

  test('ignores orders on another network or in another unit', () => {
    const named = [orderOf({ payInNetwork: 'webmoney' }), orderOf({ id: 'order-2', from: 'pm' })];
    expect(findMatch(paymentOf(), named, [])).toEqual({ found: null, caseCode: 'no_order' });
    const right = orderOf({ id: 'order-3' });
    expect(findMatch(paymentOf(), [...named, right], [])).toEqual({ found: right });
  });

  test('takes no transfer for an order that is paid by a voucher: an operator decides', () => {
    const order = orderOf({ kind: 'sell', from: 'e-voucher', to: 'vnd', payInNetwork: 'perfect-money' });
    const transfer = paymentOf({ network: 'perfect-money', unit: 'pm' });
    expect(findMatch(transfer, [order], [])).toEqual({ found: null, caseCode: 'wrong_network', meant: order });
    expect(findMatch(transfer, [{ ...order, from: 'pm' }], [])).toMatchObject({ found: { from: 'pm' } });
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
    ['an order made after it', { payer: SENDER, paidAt: new Date(orderOf().createdAt.getTime() - 1_000) }],
  ])('does not match without a memo for %s', (_, set) => {
    expect(findMatch(paymentOf({ memo: '', ...set }), [], [orderOf({ sender: SENDER })])).toEqual({ found: null, caseCode: 'no_order' });
  });

  test('matches an order of the same second: providers tell whole seconds', () => {
    const order = orderOf({ sender: SENDER, createdAt: new Date('2026-01-06T02:00:00.999Z') });
    const payment = paymentOf({ memo: '', payer: SENDER, paidAt: new Date('2026-01-06T02:00:00Z') });
    expect(findMatch(payment, [], [order])).toEqual({ found: order });
  });

  test.each([
    ['made in the minute that the provider tells', '02:00:40', '02:01:30', true],
    ['made in the next minute', '02:01:00', '02:01:30', false],
    ['made when it had been recorded', '02:00:40', '02:00:39', false],
  ])('a payment of which no seconds are told, and an order %s', (_, madeAt, recorded, isMatched) => {
    const at = (time: string) => new Date(`2026-01-06T${time}Z`);
    const order = orderOf({ from: 'pm', payInNetwork: 'perfect-money', sender: SENDER, createdAt: at(madeAt) });
    const times = { paidAt: at('02:00:00'), recordedAt: at(recorded) };
    const payment = paymentOf({ network: 'perfect-money', unit: 'pm', memo: '', payer: SENDER, ...times });
    expect(findMatch(payment, [], [order]).found).toEqual(isMatched ? order : null);
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

describe('isInTime', () => {
  const order = orderOf();
  const late = after(TIMER_MS + 1);
  const at = (paidAt: Date, recordedAt = after(HOUR_MS)) => isInTime(paymentOf({ paidAt, recordedAt }), order);

  test('includes the timer’s last millisecond, by the provider’s time', () => {
    expect([at(after(TIMER_MS)), at(late)]).toEqual([true, false]);
  });

  test('tolerates a provider clock that is up to five minutes slow', () => {
    expect([at(after(-5 * 60_000)), at(after(-5 * 60_000 - 1))]).toEqual([true, false]);
  });

  test('a time long before the creation tells nothing: arrival decides', () => {
    expect([at(after(-24 * HOUR_MS), after(TIMER_MS)), at(after(-24 * HOUR_MS), late)]).toEqual([true, false]);
  });

  test('a payment is not later than its arrival, whatever the provider’s clock says', () => {
    expect(at(after(HOUR_MS + 12_000), after(12_000))).toBe(true);
  });

  test('a payment on a chain that was seen before its block is made with the block, unless clocks differ', () => {
    const seen = (paidAt: Date) => isInTime(paymentOf({ network: 'bitcoin', paidAt, recordedAt: after(TIMER_MS - 1) }), order);
    const skewMs = CLOCK_SKEW_SECONDS * 1_000;
    expect([seen(after(TIMER_MS - 1 + skewMs)), seen(after(TIMER_MS + skewMs))]).toEqual([true, false]);
  });

  test('a bank time that names only the day tells nothing: arrival decides', () => {
    const createdAt = new Date('2026-01-06T16:50:00Z');
    const order = orderOf({ createdAt, expiresAt: new Date('2026-01-06T17:20:00Z') });
    const midnight = new Date('2026-01-06T17:00:00Z');
    const inTime = (network: 'bank' | 'tron', paidAt: Date, recordedAt: string) =>
      isInTime(paymentOf({ network, paidAt, recordedAt: new Date(recordedAt) }), order);
    expect(inTime('bank', midnight, '2026-01-06T17:19:00Z')).toBe(true);
    expect(inTime('bank', midnight, '2026-01-06T18:00:00Z')).toBe(false);
    expect(inTime('bank', new Date('2026-01-06T17:00:01Z'), '2026-01-06T18:00:00Z')).toBe(true);
    expect(inTime('tron', midnight, '2026-01-06T18:00:00Z')).toBe(true);
  });

  test('the time of a block is exact at any midnight', () => {
    const midnight = new Date('2026-01-07T00:00:00Z');
    const order = orderOf({ createdAt: new Date('2026-01-06T23:50:00Z'), expiresAt: new Date('2026-01-07T00:20:00Z') });
    const payment = paymentOf({ network: 'tron', paidAt: midnight, recordedAt: new Date('2026-01-07T01:00:00Z') });
    expect(isInTime(payment, order)).toBe(true);
  });
});

test('an order’s own rate applies to what was ordered, and on chains to the tolerance', () => {
  expect(ownRateQuantity(orderOf())).toBe(100_00n);
  expect(ownRateQuantity(orderOf({ kind: 'sell', from: 'trc20', quantity: 100_000_000n, amountSent: 100_000_000n }))).toBe(100_500_000n);
  expect(ownRateQuantity(orderOf({ kind: 'sell', from: 'pm', quantity: 100_00n, amountSent: 100_00n }))).toBe(100_00n);
  expect(ownRateQuantity(orderOf({ from: 'trc20', quantity: 100_00n, amountSent: 100_000_000n }))).toBe(100_00n);
});

test('more than an order’s price is beyond its own rate, on chains more than the price and the tolerance', () => {
  const exceeds = (set: Parameters<typeof orderOf>[0]) => exceedsOwnRate(orderOf(set));
  expect([exceeds({ amountPaid: 2_607_975n }), exceeds({ amountPaid: 2_607_976n })]).toEqual([false, true]);
  const onChain = { from: 'trc20', amountSent: 100_000_000n } as const;
  expect([exceeds({ ...onChain, amountPaid: 100_500_000n }), exceeds({ ...onChain, amountPaid: 100_500_001n })]).toEqual([false, true]);
});

test('the late window is 48 hours from creation, by the time the payment was recorded', () => {
  const order = orderOf();
  expect(isWithinLateWindow(paymentOf({ recordedAt: after(48 * HOUR_MS) }), order)).toBe(true);
  expect(isWithinLateWindow(paymentOf({ recordedAt: after(48 * HOUR_MS + 1), paidAt: after(0) }), order)).toBe(false);
});
