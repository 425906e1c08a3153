import { expect, test } from 'vitest';
import { orderOf, paymentOf, payoutOf } from '../../../testing/order.ts';
import { rejectGivenBack } from './reject-given-back.ts';

const paying = paymentOf({ state: 'matched', orderId: 'order-1' });
const refund = payoutOf({ id: 'refund-1', obligationKind: 'refund', amount: 900n, fee: 100n, state: 'settled' });

test('money that refunds carry beyond what the order counts is not paid out', () => {
  for (const set of [{ state: 'queued', tries: 1 }, { state: 'attempting' }, { state: 'settled' }] as const) {
    expect(rejectGivenBack({ amountRefunded: 999n }, [payoutOf(), { ...refund, ...set }], [paying])).toBe('refunded more than the order counts');
    expect(rejectGivenBack({ amountRefunded: 1_000n }, [payoutOf(), { ...refund, ...set }], [paying])).toBeNull();
  }
  for (const set of [
    { state: 'queued', tries: 0 },
    { state: 'failed', tries: 1 },
  ] as const)
    expect(rejectGivenBack(orderOf(), [payoutOf(), { ...refund, ...set }], [paying])).toBeNull();
});

test('a payment on its way back does not count', () => {
  const back = payoutOf({ id: 'return-1', obligationKind: 'return', obligationId: paying.id, state: 'settled' });
  expect(rejectGivenBack(orderOf(), [payoutOf(), back], [paying])).toBe('a payment that counts is given back');
  expect(rejectGivenBack(orderOf(), [payoutOf(), back], [paying, { ...paying, id: 'payment-2' }])).toBe('a payment that counts is given back');
  expect(rejectGivenBack(orderOf(), [payoutOf(), { ...back, state: 'failed' }], [paying])).toBeNull();
  expect(rejectGivenBack(orderOf(), [payoutOf(), back], [{ ...paying, state: 'returned' }])).toBeNull();
  expect(rejectGivenBack(orderOf(), [payoutOf(), { ...back, obligationId: 'payment-2' }], [paying])).toBeNull();
  expect(rejectGivenBack(orderOf(), [payoutOf(), { ...back, obligationKind: 'order' }], [paying])).toBeNull();
});
