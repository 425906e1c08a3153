import { expect, test } from 'vitest';
import { after, contextAt, orderOf, START, TIMER_MS } from '../../../testing/order.ts';
import { decideCreate } from './decide-create.ts';

test('a new order has its hold and first event', () => {
  const change = decideCreate(orderOf(), after(TIMER_MS), contextAt(START, { actor: 'customer', cause: 'createOrder' }));
  expect(change.order).toEqual({ before: null, after: orderOf() });
  expect(change.events).toEqual([
    { orderId: 'order-1', n: 1, code: 'created', params: {}, actor: 'customer', cause: 'createOrder', payoutId: null, at: START },
  ]);
  expect(change.postings).toEqual([
    {
      id: 'id-1',
      kind: 'hold',
      orderId: 'order-1',
      entries: [
        { account: 'rail:pm', amount: -100_50n },
        { account: 'held:pm', amount: 100_50n },
      ],
    },
  ]);
});

test('a new order starts pending and unpaid for any terms', () => {
  const used = orderOf({ status: 'delivered', amountPaid: 5n, holding: 0n, version: 9, eventCount: 9, paidAt: START, payoutReference: 'x' });
  expect(decideCreate(used, after(TIMER_MS), contextAt(START)).order?.after).toEqual(orderOf());
});
