import type { OrderView } from '@quydoi/contract/orders/order-view';
import { HOUR_MS, SECOND_MS } from '@quydoi/domain/durations';
import { describe, expect, test } from 'vitest';
import { BUY_VIEW } from '../../../testing/views.ts';
import { orderWire } from './order-wire.ts';

/** The fields of the order as it is answered after a while. */
function answered(changes: Partial<OrderView>, afterMs = 0): Readonly<Record<string, unknown>> {
  const serverTime = new Date(BUY_VIEW.createdAt.getTime() + afterMs);
  return orderWire({ ...BUY_VIEW, serverTime, ...changes }, 'vi');
}

test('an order tells its coupon and what it saved: dong of a buy, what a swap receives more', () => {
  const of = (changes: Partial<OrderView>) => JSON.parse(JSON.stringify(answered({ coupon: 'TET2027', ...changes })));
  expect(of({ discount: 5_000n })).toMatchObject({ CouponCode: 'TET2027', Discount: 5_000 });
  expect(of({ kind: 'ex', from: 'trc20', to: 'pm', discount: 25n })).toMatchObject({ Discount: 0.25 });
  expect(of({ coupon: null })).toMatchObject({ CouponCode: '', Discount: 0 });
});

describe('the flags of an order', () => {
  test('it is pending in that status alone', () => {
    expect([answered({}).is_pending, answered({ status: 'paid' }).is_pending]).toEqual([true, false]);
  });

  test('it is over five minutes old from 300 seconds on', () => {
    expect([299_999, 300_000].map((afterMs) => answered({}, afterMs).is_over_5_minutes)).toEqual([false, true]);
  });

  test('it concerns USDT on either side', () => {
    const of = (from: OrderView['from'], to: OrderView['to']) => answered({ from, to }).is_usdt;
    expect([of('vnd', 'trc20'), of('erc20', 'vnd'), of('bep20', 'pm'), of('vnd', 'pm'), of('eth', 'vnd')]).toEqual([true, true, true, false, false]);
  });

  test('it has no hash until the payout has a transaction on its chain', () => {
    const hashOf = (changes: Partial<OrderView>) => {
      const { Hash, noHash } = answered(changes);
      return [Hash, noHash];
    };
    expect(hashOf({})).toEqual(['', true]);
    expect(hashOf({ payoutReference: 'ab'.repeat(32) })).toEqual(['ab'.repeat(32), false]);
    expect(hashOf({ to: 'pm', payoutReference: '498213377' })).toEqual(['', true]);
  });

  test('its accounts are hidden 48 hours after its end, unless money can still come in or something can be done', () => {
    const finalAt = BUY_VIEW.createdAt;
    const isHidden = (changes: Partial<OrderView>, afterMs: number) =>
      answered({ status: 'delivered', instructions: null, actions: [], finalAt, ...changes }, afterMs).is_hidden_info_transfer;
    expect([isHidden({}, 48 * HOUR_MS), isHidden({}, 48 * HOUR_MS + 1)]).toEqual([false, true]);
    expect(isHidden({ actions: ['review'] }, 49 * HOUR_MS)).toBe(true);
    expect(isHidden({ actions: ['requestRefund'] }, 49 * HOUR_MS)).toBe(false);
    expect(isHidden({ instructions: BUY_VIEW.instructions }, 49 * HOUR_MS)).toBe(false);
    expect(isHidden({ finalAt: null }, 49 * HOUR_MS)).toBe(false);
  });
});

test('the log is Unix seconds and text of each event, the oldest first, in the caller’s language', () => {
  const at = BUY_VIEW.createdAt;
  const later = new Date(at.getTime() + 61 * SECOND_MS);
  const events = [
    { n: 1, code: 'created', params: {}, at },
    { n: 2, code: 'paid', params: {}, at: later },
  ] as const;
  const order = { ...BUY_VIEW, events: [...events] };
  const [start, end] = [at, later].map((moment) => moment.getTime() / 1_000);
  expect(orderWire(order, 'vi').OrderLog).toBe(`${start}:Đơn hàng được tạo;${end}:Đã nhận đủ tiền`);
  expect(orderWire(order, 'en').OrderLog).toBe(`${start}:Order created;${end}:Payment received in full`);
});

test.each([
  ['delivering', null, [true, false]],
  ['waitingotp', null, [true, false]],
  ['retry_scheduled', new Date(0), [false, true]],
  ['delivered', null, [false, false]],
] as const)('%s, next try %s: is it processed, and tried again by itself', (status, retryAt, flags) => {
  const { Processing, AutoRetry } = answered({ status, retryAt });
  expect([Processing, AutoRetry]).toEqual(flags);
});
