import { expect, test } from 'vitest';
import { orderOf } from '../../testing/order.ts';
import { mismatchEvent } from './steps.ts';

test.each([
  ['underpaid', { amount: '7975', currency: 'vnd' }],
  ['overpaid', { amount: '-7975', currency: 'vnd' }],
  ['late', {}],
] as const)('the event of an order that is %s tells of the difference: %j', (reason, difference) => {
  const order = orderOf({ amountSent: 2_607_975n, amountPaid: 2_600_000n });
  expect(mismatchEvent(order, reason)).toEqual({ code: 'payment_mismatch', params: { reason, ...difference } });
});
