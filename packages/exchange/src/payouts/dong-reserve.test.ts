import { after, START } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { believedReserve } from './dong-reserve.ts';

const told = (amount: bigint, checkedAt = START) => ({ told: amount, checkedAt });

test('a reserve is what the ledger says, or less when its provider has just told less', () => {
  expect(believedReserve(100n, undefined, START)).toBe(100n);
  expect(believedReserve(100n, told(99n), START)).toBe(99n);
  expect(believedReserve(100n, told(101n), START)).toBe(100n);
});

test('a provider is believed for 15 minutes', () => {
  expect(believedReserve(100n, told(1n), after(15 * 60_000))).toBe(1n);
  expect(believedReserve(100n, told(1n), after(15 * 60_000 + 1))).toBe(100n);
});
