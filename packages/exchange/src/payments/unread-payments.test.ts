import { paymentOf } from '@quydoi/domain/testing/order';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { expect, test } from 'vitest';
import { unreadPayments } from './unread-payments.ts';

const recordOf = (payment: Payment, set: Partial<FirstHandPayment> = {}): FirstHandPayment => {
  const read = { firstReadAt: payment.paidAt, lastReadAt: payment.paidAt, journalledAs: payment.id };
  return { ...payment, ...read, source: 'list', sourceId: payment.id, use: null, ...set };
};
const A = paymentOf({ id: 'a', reference: 'FT1' });
const B = paymentOf({ id: 'b', reference: 'FT2' });

test('payments that payouts wait for are read until they are found', () => {
  expect(unreadPayments([], [A, B], [recordOf(A)])).toEqual([B]);
});

test('a payment that was found without its memo is read again until it is used', () => {
  const record = recordOf(A, { memo: '' });
  expect(unreadPayments([], [A], [record])).toEqual([A]);
  expect(unreadPayments([], [A], [{ ...record, use: { paymentId: 'a', orderId: 'order-1' } }])).toEqual([]);
});

test('payments just journalled are read in any case, each once', () => {
  expect(unreadPayments([A], [A, B], [])).toEqual([A, B]);
  expect(unreadPayments([A], [], [recordOf(A)])).toEqual([A]);
});
