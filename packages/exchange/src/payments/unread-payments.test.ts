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

const foundOf = (...records: FirstHandPayment[]) => new Map(records.map((record) => [record.journalledAs ?? '', record]));

test('payments that payouts wait for are read until they are found', () => {
  expect(unreadPayments([], [A, B], foundOf(recordOf(A)))).toEqual([B]);
});

test('a payment that was found without its memo is read again until it is used', () => {
  const record = recordOf(A, { memo: '' });
  expect(unreadPayments([], [A], foundOf(record))).toEqual([A]);
  expect(unreadPayments([], [A], foundOf({ ...record, use: { paymentId: 'a', orderId: 'order-1' } }))).toEqual([]);
});

test('payments just journalled are read in any case, each once', () => {
  expect(unreadPayments([A], [A, B], foundOf())).toEqual([A, B]);
  expect(unreadPayments([A], [], foundOf(recordOf(A)))).toEqual([A]);
});
