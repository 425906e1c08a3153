import { expect, test } from 'vitest';
import { SAMPLED_AT, sampleOrder } from '../../../testing/sample-order.ts';
import { feeDongOf } from './fee-of.ts';

const ORDER = sampleOrder('PENDING');

test('the fee of a purchase in dong and its quantity at the rate add up to what is paid', () => {
  expect(feeDongOf(ORDER)).toBe(12_975n);
  expect(100n * 25_950n + 12_975n).toBe(ORDER.amountSent);
});

test.each([
  ['a sale', sampleOrder('SELL')],
  ['an order with a coupon', { ...ORDER, discount: 1n }],
  ['an order that was recalculated', { ...ORDER, events: [{ n: 2, code: 'recalculated' as const, at: SAMPLED_AT, params: {} }] }],
  ['an order without a fee', { ...ORDER, amountSent: 100n * 25_950n }],
])('%s has none', (_, order) => {
  expect(feeDongOf(order)).toBeNull();
});
