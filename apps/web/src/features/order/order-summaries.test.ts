import { expect, test } from 'vitest';
import { SAMPLED_AT as NOW, sampleOrder as sample } from '../../../testing/sample-order.ts';
import { type OrderTurn, orderSummaries, rememberOrder, SUMMARIES_MAX, summaryOf } from './order-summaries.ts';

test.each([
  ['PENDING', 'yours'],
  ['TIMEROVER', 'ours'],
  ['CLAIMED', 'ours'],
  ['CLAIMEDREST', 'ours'],
  ['UNDERPAID', 'yours'],
  ['UNDERPAIDOVER', 'yours'],
  ['OVERPAID', 'yours'],
  ['LATE', 'yours'],
  ['RISK', 'ours'],
  ['DELIVERING', 'ours'],
  ['ERROR', 'ours'],
  ['EXCESSREFUND', 'ours'],
  ['DELIVERED', 'done'],
  ['EXPIRED', 'done'],
  ['REFUNDED', 'done'],
] satisfies [string, OrderTurn][])('%s is for: %s', (name, turn) => {
  expect(summaryOf(sample(name), NOW.getTime()).turn).toBe(turn);
});

test('a delivered order whose refund is under way is not done', () => {
  const order = sample('EXCESSREFUNDED');
  expect(summaryOf(order, NOW.getTime()).turn).toBe('done');
  const failed = { ...order, refund: order.refund && { ...order.refund, state: 'failed' as const } };
  expect(summaryOf(failed, NOW.getTime())).toMatchObject({ turn: 'ours', badgeId: 'order.refundingBadge', badge: 'yellow' });
});

test('a delivered order that holds another payment is for the customer, and says so, until it is refunded', () => {
  const order = sample('DELIVERED');
  const event = (code: 'extra_payment' | 'refunded') => ({ n: 9, code, at: NOW, params: { amount: '5', currency: 'vnd' } });
  const extra = { ...order, events: [...order.events, event('extra_payment')] };
  expect(summaryOf(extra, NOW.getTime())).toMatchObject({ turn: 'yours', badgeId: 'order.extraBadge', badge: 'yellow' });
  const refunded = { ...extra, events: [...extra.events, event('refunded')] };
  expect(summaryOf(refunded, NOW.getTime())).toMatchObject({ turn: 'done', badge: 'green' });
});

test('a summary has no destination, sender or instructions', () => {
  const text = JSON.stringify(summaryOf(sample('PENDING'), NOW.getTime()));
  expect(text).toContain('2607975');
  for (const secret of ['0011001234567', 'U1234567', 'NGUYEN VAN AN', '7KQ2M9XR4B']) expect(text).not.toContain(secret);
});

test('keeps the newest orders, each as it stood last', () => {
  const order = sample('PENDING');
  for (let n = 0; n < SUMMARIES_MAX + 3; n += 1) {
    rememberOrder({ ...order, ref: `REF${n}`, createdAt: new Date(NOW.getTime() + n) }, NOW.getTime());
  }
  rememberOrder({ ...sample('DELIVERED'), ref: 'REF10', createdAt: new Date(NOW.getTime() + 10) }, NOW.getTime());
  const summaries = Object.values(orderSummaries.get());
  expect(summaries).toHaveLength(SUMMARIES_MAX);
  expect(summaries.map(({ ref }) => ref)).not.toContain('REF2');
  expect(summaries.find(({ ref }) => ref === 'REF10')?.turn).toBe('done');
});
