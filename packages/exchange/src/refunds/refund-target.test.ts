import type { Settings } from '@quydoi/domain/settings';
import { payoutOf } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { nextRefundSeq, refundShareOf, refundTarget } from './refund-target.ts';

const SETTINGS = {
  buy: new Map([['pm', { value: { value: '26000', fee: '0.1', percentFee: '0', maxFee: null, minQuantity: '1' } }]]),
  banks: new Map([
    ['vcb', { payoutFee: '5500' }],
    ['acb', { payoutFee: 'free' }],
  ]),
  site: { pmVerified: true },
} as unknown as Settings;

test.each([
  ['the customer’s bank takes its fee', 'vnd', 'vcb', { amount: 94_500n, fee: 5_500n }],
  ['no bank is known yet', 'vnd', null, { amount: 100_000n, fee: 0n }],
  ['the bank is not listed', 'vnd', 'tcb', { amount: 100_000n, fee: 0n }],
  ['the bank’s fee is no number', 'vnd', 'acb', { amount: 100_000n, fee: 0n }],
  ['a currency costs what buying it does', 'pm', null, { amount: 99_990n, fee: 10n }],
  ['a currency that is not bought costs nothing', 'trc20', null, { amount: 100_000n, fee: 0n }],
] as const)('a refund is shared when %s', (_, from, bank, share) => {
  expect(refundShareOf(SETTINGS, { from, fromBalance: false }, 100_000n, bank)).toEqual(share);
});

test('a refund to the balance costs nothing', () => {
  expect(refundShareOf(SETTINGS, { from: 'pm', fromBalance: true }, 100_000n, null)).toEqual({ amount: 100_000n, fee: 0n });
});

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
