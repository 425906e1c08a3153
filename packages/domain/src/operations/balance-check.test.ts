import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../durations.ts';
import { checkBalance, hasRecovered, isConfirmed, isShort, isZeroTold } from './balance-check.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const books = (least: bigint, most = least, foundLate = 0n) => ({ least, most, foundLate });

describe('a balance', () => {
  test.each([900n, 950n, 1_000n])('%d within what the ledger had agrees', (told) => {
    expect(checkBalance(told, books(900n, 1_000n), null, NOW)).toMatchObject({ told, difference: 0n, times: 0, checkedAt: NOW, since: null });
  });

  test('below it is short once it was so twice in a row', () => {
    const first = checkBalance(899n, books(900n, 1_000n), null, NOW);
    expect([first.difference, isShort(first, 0n)]).toEqual([-1n, false]);
    const second = checkBalance(800n, books(900n, 1_000n), first, NOW);
    expect([second.difference, second.times, isShort(second, 0n)]).toEqual([-100n, 2, true]);
    expect([isShort(second, -100n), isShort(second, -99n)]).toEqual([false, true]);
    expect(checkBalance(900n, books(900n), second, NOW)).toMatchObject({ difference: 0n, times: 0 });
  });

  test('above it is real only if payments that were found late do not explain it', () => {
    const first = checkBalance(1_200n, books(1_000n), null, NOW);
    expect(first).toMatchObject({ difference: 200n, times: 1 });
    const explained = checkBalance(1_300n, books(1_200n, 1_200n, 200n), first, NOW);
    expect([explained.times, isConfirmed(explained)]).toEqual([1, false]);
    const real = checkBalance(1_300n, books(1_100n, 1_100n, 100n), first, NOW);
    expect([real.times, isConfirmed(real), isShort(real, 0n)]).toEqual([2, true, false]);
  });

  test('that was short is well again once it was so twice in a row, or within what operators accepted', () => {
    const check = (difference: bigint) => ({ told: 0n, difference, times: 2, checkedAt: NOW, since: NOW, hasTold: true });
    expect(hasRecovered(check(0n), null, 0n)).toBe(false);
    expect(hasRecovered(check(0n), check(-1n), 0n)).toBe(false);
    expect(hasRecovered(check(-1n), check(0n), 0n)).toBe(false);
    expect(hasRecovered(check(5n), check(0n), 0n)).toBe(true);
    expect(hasRecovered(check(-100n), check(-101n), -100n)).toBe(false);
    expect(hasRecovered(check(-100n), check(-99n), -100n)).toBe(true);
  });

  test('differs since the first of the checks in a row that found it so', () => {
    const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
    const first = checkBalance(899n, books(900n), null, NOW);
    const second = checkBalance(800n, books(900n), first, later(5));
    expect([first.since, second.since, checkBalance(700n, books(900n), second, later(10)).since]).toEqual([NOW, NOW, NOW]);
    expect(checkBalance(1_000n, books(900n), second, later(10)).since).toEqual(later(10));
    const well = checkBalance(900n, books(900n), second, later(10));
    expect([well.since, checkBalance(899n, books(900n), well, later(15)).since]).toEqual([null, later(15)]);
  });

  test('that was above and is now below begins anew', () => {
    const above = checkBalance(1_200n, books(1_000n), null, NOW);
    expect(checkBalance(800n, books(1_000n), above, NOW)).toMatchObject({ difference: -200n, times: 1 });
  });
});

test('zero is told once another balance was, and for as long as it is a difference', () => {
  expect(isZeroTold(null)).toBe(false);
  expect(isZeroTold(checkBalance(0n, books(0n), null, NOW))).toBe(false);
  expect(isZeroTold(checkBalance(0n, books(5n), null, NOW))).toBe(true);
  const had = checkBalance(5n, books(5n), null, NOW);
  const emptied = checkBalance(0n, books(5n), had, NOW);
  expect([isZeroTold(had), isZeroTold(emptied)]).toEqual([true, true]);
  expect(isConfirmed(checkBalance(0n, books(5n), emptied, NOW))).toBe(true);
  const agreed = checkBalance(0n, books(0n), had, NOW);
  expect([isZeroTold(agreed), isZeroTold(checkBalance(0n, books(0n), agreed, NOW))]).toEqual([true, true]);
});
