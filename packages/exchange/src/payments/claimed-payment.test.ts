import { orderOf, paymentOf } from '@quydoi/domain/testing/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { expect, test } from 'vitest';
import { findClaimed } from './claimed-payment.ts';

const SENDER = '0071001234567';
const ORDER = orderOf({ sender: SENDER, senderBank: 'vcb' });
const CLAIM = { reference: 'FT26006123456' };

const payment = (set: Partial<Payment> = {}) =>
  paymentOf({ state: 'case', caseCode: 'no_order', memo: `CK tu ${SENDER}`, reference: 'FT26006123456', ...set });
const findAmong = (...payments: Payment[]) => findClaimed(ORDER, CLAIM, payments, new Set(['0011004567890']));

test('the payment of the declared sender is found by the number that the claim names', () => {
  const other = payment({ id: 'other', memo: 'CK tu 0099999999999' });
  expect(findAmong(other, payment())).toEqual(payment());
});

test.each<[string, readonly Payment[]]>([
  ['there is none', [payment({ memo: 'CK tu 0099999999999' })]],
  ['there are two', [payment(), payment({ id: 'second' })]],
  ['it is a case for another reason', [payment({ caseCode: 'ambiguous' })]],
  ['it has another number', [payment({ reference: 'FT26006999999' })]],
])('it is left to an operator if %s', (_, payments) => {
  expect(findAmong(...payments)).toBeNull();
});
