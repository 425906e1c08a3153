import { expect, test } from 'vitest';
import { after, contextAt, orderOf } from '../../../testing/order.ts';
import { deliveryPostings } from './delivery-postings.ts';

const CTX = contextAt(after(60_000));
const SOLD = { kind: 'sell', from: 'pm', to: 'vnd', reserve: 'vnd', amountReceived: 2_500_000n, holding: 2_510_000n, feeExchange: 0n } as const;

test('a delivery into a balance leaves the money in the reserve, and owes it to the customer', () => {
  const order = orderOf({ ...SOLD, toBalance: true, customerId: '7KQ2M9XR' });
  expect(deliveryPostings(order, 0n, CTX).map(({ kind, entries }) => [kind, entries])).toEqual([
    [
      'payout',
      [
        { account: 'held:vnd', amount: -2_510_000n },
        { account: 'rail:vnd', amount: 2_510_000n },
        { account: 'fx:vnd', amount: 2_500_000n },
        { account: 'customer:7KQ2M9XR:vnd', amount: -2_500_000n },
      ],
    ],
  ]);
});

test.each([{ customerId: null }, { to: 'pm' as const }])('there is no balance of nobody, or in what has none: %j', (set) => {
  const order = orderOf({ ...SOLD, toBalance: true, customerId: '7KQ2M9XR', ...set });
  expect(() => deliveryPostings(order, 0n, CTX)).toThrow('an order into a balance is of a customer with one');
});
