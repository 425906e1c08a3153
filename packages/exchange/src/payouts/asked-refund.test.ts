import type { Settings } from '@quydoi/domain/settings';
import { orderOf, payoutOf } from '@quydoi/domain/testing/order';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { describe, expect, test } from 'vitest';
import { isAccountOf, isRefundOf } from './asked-refund.ts';

const PATTERN = '^[0-9]{13}$';
const BANKS = new Map([
  ['vcb', { isShow: true, accountPattern: PATTERN }],
  ['acb', { isShow: true, accountPattern: PATTERN }],
  ['tcb', { isShow: false, accountPattern: PATTERN }],
]);
const SETTINGS = { banks: BANKS } as unknown as Settings;
const ACCOUNT = '0011001234567';

const refund = (set: Partial<Payout> = {}) => payoutOf({ obligationKind: 'refund', destination: ACCOUNT, destinationBank: 'vcb', ...set });
const order = orderOf({ from: 'vnd' });
const isAccount = (input: object, payout = refund()) => isAccountOf(SETTINGS, order, input as Record<string, unknown>, payout);

describe('the account of a refund', () => {
  test('is recognised as it was entered', () => {
    expect(isAccount({ destination: ' 0011 0012 34567', destinationBank: 'vcb' })).toBe(true);
  });

  test.each([
    ['another account', { destination: '0011001234568', destinationBank: 'vcb' }],
    ['another bank', { destination: ACCOUNT, destinationBank: 'acb' }],
    ['no bank', { destination: ACCOUNT }],
    ['no account', { destinationBank: 'vcb' }],
    ['an account of another type', { destination: 11001234567, destinationBank: 'vcb' }],
  ])('is not %s', (_, input) => {
    expect(isAccount(input)).toBe(false);
  });

  test('is none once its bank is closed', () => {
    expect(isAccount({ destination: ACCOUNT, destinationBank: 'tcb' }, refund({ destinationBank: 'tcb' }))).toBe(false);
  });

  test('of a wallet has no bank', () => {
    const input = { destination: 'U7654321' };
    expect(isAccountOf(SETTINGS, orderOf({ from: 'pm' }), input, refund({ destination: 'U7654321', destinationBank: null }))).toBe(true);
  });
});

describe('an operator asked for', () => {
  const INPUT = { id: 'payment-1', destination: ACCOUNT, destinationBank: 'vcb' };
  const isAsked = (verb: string, payout: Payout, input: Record<string, unknown> = INPUT) =>
    isRefundOf(SETTINGS, { callId: 'call-1', verb, input, isConfirmed: false }, order, payout);
  const RETURN = refund({ obligationKind: 'return', obligationId: 'payment-1' });

  test('a refund of the order', () => {
    expect(isAsked('refundOrder', refund())).toBe(true);
    expect(isAsked('refundPayment', refund({ obligationId: 'payment-1' }))).toBe(false);
    expect(isAsked('refundOrder', refund({ destination: '0011001234568' }))).toBe(false);
  });

  test('the return of this payment', () => {
    expect(isAsked('refundPayment', RETURN)).toBe(true);
    expect(isAsked('refundPayment', { ...RETURN, obligationId: 'payment-2' })).toBe(false);
    expect(isAsked('refundOrder', RETURN)).toBe(false);
    expect(isAsked('refundPayment', RETURN, { ...INPUT, destinationBank: 'acb' })).toBe(false);
  });
});
