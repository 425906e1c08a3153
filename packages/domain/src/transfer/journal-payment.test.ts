import { expect, test } from 'vitest';
import { paymentOf } from '../../testing/order.ts';
import { decideReference } from './journal-payment.ts';

test('a payment without a reference takes the one that its source gives later, once', () => {
  const unnamed = paymentOf({ reference: '' });
  expect(decideReference(unnamed, 'FT26006001', 2)?.payments).toEqual([
    { before: unnamed, after: { ...unnamed, reference: 'FT26006001', occurrence: 2, version: unnamed.version + 1 } },
  ]);
  expect(decideReference(unnamed, '', 1)).toBeNull();
  expect(decideReference(paymentOf({ reference: 'FT1' }), 'FT2', 1)).toBeNull();
  expect(decideReference(paymentOf({ reference: 'FT1' }), '', 1)).toBeNull();
});
