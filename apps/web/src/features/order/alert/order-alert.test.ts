import type { OrderView } from '@quydoi/contract/orders/order-view';
import { expect, test } from 'vitest';
import { sampleOrders } from '../../../../dev/sample-orders.ts';
import { alertBetween, mayBringNews, type OrderAlert } from './order-alert.ts';

const SAMPLES = new Map(sampleOrders(new Date('2026-11-22T05:00:00Z')).map((order) => [order.ref, order]));

/** A sample as the n-th version of one order. */
function version(n: number, name: string): OrderView {
  const order = SAMPLES.get(`SAMPLE-${name}`);
  if (!order) throw new Error(`no sample ${name}`);
  return { ...order, ref: '7KQ2M9XR4B', version: n };
}

test.each([
  ['PENDING', 'SEEN', 'arrived'],
  ['PENDING', 'PAID', 'arrived'],
  ['SEEN', 'PAID', null],
  ['PAID', 'DELIVERING', null],
  ['DELIVERING', 'RETRY', null],
  ['DELIVERING', 'DELIVERED', 'delivered'],
  ['PENDING', 'UNDERPAID', 'decision'],
  ['UNDERPAID', 'PAID', 'arrived'],
  ['SELLUNDERPAID', 'SELLTOPPEDUP', 'arrived'],
  ['SELLTOPPEDUP', 'SELLUNDERPAIDOVER', 'decision'],
  ['LATE', 'REFUNDING', 'arrived'],
  ['REFUNDING', 'REFUNDED', 'refunded'],
  ['PENDING', 'EXPIRED', null],
  ['PENDING', 'PENDING', null],
] satisfies [string, string, OrderAlert | null][])('%s, then %s tells: %s', (before, after, alert) => {
  expect(alertBetween(version(1, before), version(2, after))).toBe(alert);
});

test('the first view tells nothing, nor does an answer that was overtaken', () => {
  expect(alertBetween(null, version(1, 'DELIVERED'))).toBeNull();
  expect(alertBetween(version(3, 'DELIVERED'), version(2, 'PAID'))).toBeNull();
});

test.each([
  ['PENDING', true],
  ['VOUCHERUNKNOWN', true],
  ['VOUCHERENDED', false],
  ['DELIVERED', false],
  ['EXPIRED', false],
])('%s may bring news: %s', (name, isExpected) => {
  expect(mayBringNews(version(1, name))).toBe(isExpected);
});
