import type { Settings } from '@quydoi/domain/settings';
import { orderOf } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { manualPayoutReason } from './manual-payout-reason.ts';

const ON = new Map(['bank', 'perfect-money', 'bitcoin'].map((network) => [network, { on: true }]));

const reasonOf = (set: Parameters<typeof orderOf>[0], rails: ReadonlyMap<string, unknown> = ON) =>
  manualPayoutReason(orderOf(set), { rails } as unknown as Settings);

const sale = (amountReceived: bigint, destinationBank: string | null = 'vcb') => {
  return { from: 'pm', to: 'vnd', payOutNetwork: 'bank', reserve: 'vnd', destinationBank, amountReceived } as const;
};

test('a payout is automatic while its network is on', () => {
  expect(reasonOf({})).toBeNull();
  expect(reasonOf({}, new Map([['perfect-money', { on: false }]]))).toBe('rail_off');
  expect(reasonOf({}, new Map())).toBe('rail_off');
});

test('a bank is paid automatically where a fast transfer reaches it', () => {
  expect(reasonOf(sale(1_000_000n))).toBeNull();
  for (const bank of [null, 'nowhere', 'vdb']) expect(reasonOf(sale(1_000_000n, bank))).toBe('no_fast_transfer');
});

test.each([
  [10_000n, null],
  [9_999n, 'over_limit'],
  [200_000_000_000n, null],
  [200_000_000_001n, 'over_limit'],
])('a payout of %d satoshi, in parts within the limits of a transfer: %s', (amountReceived, reason) => {
  expect(reasonOf({ to: 'btc', payOutNetwork: 'bitcoin', reserve: 'btc', amountReceived })).toBe(reason);
});
