import { describe, expect, test } from 'vitest';
import { contextAt, orderOf, paymentOf, START } from '../../../testing/order.ts';
import { decideMatch } from './decide-payment.ts';
import { decideVoucherAccepted, decideVoucherRefused, decideVoucherUnknown } from './decide-voucher.ts';

const CTX = contextAt(new Date(START.getTime() + 60_000));
const ORDER = orderOf({ kind: 'sell', from: 'e-voucher', to: 'vnd', payInNetwork: 'perfect-money', amountSent: 100_00n, sender: null });
const UNDERPAID = { ...ORDER, status: 'verifying_transaction', reason: 'underpaid', amountPaid: 60_00n } as const;

describe('the issuer', () => {
  test('accepts a voucher: its amount is logged, and the order waits for the payment', () => {
    const { order, events, postings } = decideVoucherAccepted(ORDER, 100_00n, CTX);
    expect(order?.after).toMatchObject({ status: 'pending', amountPaid: 0n, version: ORDER.version + 1 });
    expect(events).toMatchObject([{ code: 'voucher_accepted', params: { amount: '100', currency: 'e-voucher' } }]);
    expect(postings).toEqual([]);
  });

  test.each([
    ['one of several: the order goes on', ORDER, 3, { status: 'pending', reason: null }],
    ['the last one: the order takes no more', ORDER, 0, { status: 'ERROR_EVOUCHER', reason: 'voucher_refused' }],
    [
      'the last one of an underpaid order, which is still the customer’s to decide',
      UNDERPAID,
      0,
      { status: 'verifying_transaction', reason: 'underpaid' },
    ],
  ] as const)('refuses %s', (_, order, left, after) => {
    const change = decideVoucherRefused(order, left, CTX);
    expect(change.order?.after).toMatchObject({ ...after, holding: order.holding });
    expect(change.events).toMatchObject([{ code: 'voucher_refused', params: { left: String(left) } }]);
  });

  test.each([
    [ORDER, { status: 'ERROR_EVOUCHER', reason: 'voucher_unknown' }],
    [UNDERPAID, { status: 'verifying_transaction', reason: 'underpaid' }],
  ] as const)('leaves it open whether a voucher was taken', (order, after) => {
    const change = decideVoucherUnknown(order, CTX);
    expect(change.order?.after).toMatchObject({ ...after, holding: order.holding });
    expect(change.events).toMatchObject([{ code: 'voucher_unknown' }]);
  });
});

test('a payment that comes after all pays an order that waits for its issuer’s history', () => {
  const order = { ...ORDER, status: 'ERROR_EVOUCHER', reason: 'voucher_unknown' } as const;
  const payment = paymentOf({ network: 'perfect-money', unit: 'pm', account: order.payInAccount, amount: 100_00n, memo: '', payer: null });
  expect(decideMatch(payment, order, CTX).order?.after).toMatchObject({ status: 'paid', reason: null, amountPaid: 100_00n });
});
