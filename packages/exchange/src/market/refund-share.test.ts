import type { Settings } from '@quydoi/domain/settings';
import { expect, test } from 'vitest';
import { refundShareOf } from './refund-share.ts';

const SETTINGS = {
  buy: new Map([['pm', { value: { value: '26000', fee: '0.1', percentFee: '0', maxFee: null, minQuantity: '1' } }]]),
  banks: new Map([
    ['vcb', { payoutFee: '5500' }],
    ['acb', { payoutFee: 'free' }],
  ]),
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
