import { expect, test } from 'vitest';
import { paymentNumberOf } from './payment-number.ts';

test.each([
  ['2222222222', 1],
  ['2222222223', 2],
  ['222222222Z', 32],
  ['2222222232', 33],
  ['2223ZZZZZY', 2_147_483_647],
  ['2223ZZZZZZ', 1],
  ['ZZZZZZZZZZ', 524_288],
])('the payment number of %s is %i: what it counts from 1 on, and from 1 again after 2147483647', (ref, number) => {
  expect(paymentNumberOf(ref)).toBe(number);
});
