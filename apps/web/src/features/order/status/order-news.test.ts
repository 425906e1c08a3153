import { expect, test } from 'vitest';
import { sampleOrder } from '../../../../testing/sample-order.ts';
import { newsBetween } from './order-news.ts';

/** A sample as the n-th version of one order. */
const version = (n: number, name: string) => ({ ...sampleOrder(name), ref: '7KQ2M9XR4B', version: n });

test.each([
  ['PENDING', 'SEEN', 'seen'],
  ['PENDING', 'PAID', 'paid'],
  ['SEEN', 'PAID', 'paid'],
  ['PAID', 'DELIVERING', null],
  ['DELIVERING', 'RETRY', null],
  ['DELIVERING', 'DELIVERED', 'delivered'],
  ['PENDING', 'UNDERPAID', 'underpaid'],
  ['SELLUNDERPAID', 'SELLTOPPEDUP', 'further'],
  ['SELLTOPPEDUP', 'SELLOVERPAID', 'overpaid'],
  ['PENDING', 'LATE', 'late'],
  ['PENDING', 'RISK', 'risk'],
  ['REFUNDING', 'REFUNDED', 'refunded'],
  ['PENDING', 'EXPIRED', 'cancelled'],
  ['PENDING', 'CLAIMED', null],
  ['PENDING', 'PENDING', null],
])('%s, then %s is news: %s', (before, after, news) => {
  expect(newsBetween(version(1, before), version(2, after))).toBe(news);
});

test('the first view is no news, nor is an answer that was overtaken', () => {
  expect(newsBetween(null, version(1, 'DELIVERED'))).toBeNull();
  expect(newsBetween(version(3, 'DELIVERED'), version(2, 'PAID'))).toBeNull();
});
