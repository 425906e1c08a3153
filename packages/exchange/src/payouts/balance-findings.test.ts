import type { BalanceCheck } from '@quydoi/domain/operations/balance-check';
import { after, START } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { booksAround, isLongUnchecked, isNewDifference, isRecent } from './balance-findings.ts';

const CHECKED = { checkedAt: START };
const found = (difference: bigint, times: number): BalanceCheck => ({ told: 1n, difference, times, checkedAt: START, since: START, hasTold: true });

test('a balance is not looked at again before four fifths of the interval', () => {
  expect(isRecent(CHECKED, 10_000, after(7_999))).toBe(true);
  expect(isRecent(CHECKED, 10_000, after(8_000))).toBe(false);
  expect(isRecent(null, 10_000, START)).toBe(false);
});

test('a balance counts as unchecked after half an hour, or where it was never checked', () => {
  expect(isLongUnchecked(CHECKED, after(30 * 60_000 - 1))).toBe(false);
  expect(isLongUnchecked(CHECKED, after(30 * 60_000))).toBe(true);
  expect(isLongUnchecked(null, START)).toBe(true);
});

test('the ledger around a look spans what it had before and after, less what was leaving, and a tolerance', () => {
  expect(booksAround({ total: 100n, leaving: 30n }, { total: 90n, leaving: 10n }, 5n)).toEqual({ least: 65n, most: 105n });
  expect(booksAround({ total: 90n, leaving: 10n }, { total: 100n, leaving: 30n }, 0n)).toEqual({ least: 70n, most: 100n });
});

test('a difference is told once it is confirmed, and again when it is another', () => {
  expect(isNewDifference(found(-5n, 1), null)).toBe(false);
  expect(isNewDifference(found(-5n, 2), found(-5n, 1))).toBe(true);
  expect(isNewDifference(found(-5n, 3), found(-5n, 2))).toBe(false);
  expect(isNewDifference(found(-6n, 3), found(-5n, 2))).toBe(true);
  expect(isNewDifference(found(-5n, 2), null)).toBe(true);
  expect(isNewDifference(found(0n, 0), found(-5n, 2))).toBe(false);
});
