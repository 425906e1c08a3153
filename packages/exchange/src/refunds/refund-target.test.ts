import type { Settings } from '@quydoi/domain/settings';
import { payoutOf } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { nextRefundSeq, refundTarget } from './refund-target.ts';

const SETTINGS = {
  buy: new Map([['pm', { value: { value: '26000', fee: '0.1', percentFee: '0', maxFee: null, minQuantity: '1' } }]]),
  banks: new Map([['vcb', { payoutFee: '5500' }]]),
  site: { pmVerified: true },
} as unknown as Settings;

test('a refund that its fee consumes has no target', () => {
  expect(refundTarget(SETTINGS, { from: 'vnd', fromBalance: false }, 5_500n, { account: '0011', bank: 'vcb' }, [])).toBeNull();
  expect(refundTarget(SETTINGS, { from: 'vnd', fromBalance: false }, 5_501n, { account: '0011', bank: 'vcb' }, [])).toMatchObject({
    amount: 1n,
    fee: 5_500n,
  });
});

test('a target names the account, the next number and the charge of each transfer', () => {
  const target = refundTarget(SETTINGS, { from: 'pm', fromBalance: false }, 100_00n, { account: 'U1', bank: null }, [
    payoutOf({ seq: 7 }),
    payoutOf({ seq: 2, obligationKind: 'refund' }),
  ]);
  expect(target).toMatchObject({ destination: 'U1', destinationBank: null, seq: 3 });
  expect(target?.maxPayoutFee(100_00n)).toBe(50n);
});

test('refunds and returns are numbered together, apart from payouts', () => {
  expect(nextRefundSeq([])).toBe(1);
  expect(nextRefundSeq([payoutOf({ seq: 9 })])).toBe(1);
  const refunds = [payoutOf({ seq: 3, obligationKind: 'return' }), payoutOf({ seq: 2, obligationKind: 'refund' })];
  expect(nextRefundSeq(refunds)).toBe(4);
});
