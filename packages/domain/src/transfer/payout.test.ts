import { expect, test } from 'vitest';
import { payoutOf } from '../../testing/order.ts';
import { siblingsOf } from './payout.ts';

test('the siblings of a payout are the others of its order', () => {
  const [one, other, third] = [payoutOf(), payoutOf({ id: 'payout-2', seq: 2 }), payoutOf({ id: 'refund-1', obligationKind: 'refund' })];
  expect(siblingsOf(one, [other, one, third])).toEqual([other, third]);
  expect(siblingsOf(one, [one])).toEqual([]);
});
