import { expect, test } from 'vitest';
import { gasLeft } from './gas-left.ts';

test('what customers are promised of a coin pays no fees', () => {
  expect(gasLeft(130n, { total: 100n, leaving: 0n }, 0n)).toBe(30n);
  expect(gasLeft(130n, { total: 100n, leaving: 0n }, 50n)).toBe(30n);
});

test('of what may have left the wallet for customers the ledger tells how much is gas', () => {
  const reserve = { total: 100n, leaving: 40n };
  // Nothing has left: 30 are gas. All has left: 70 are.
  expect(gasLeft(130n, reserve, 20n)).toBe(30n);
  expect(gasLeft(130n, reserve, 50n)).toBe(50n);
  expect(gasLeft(130n, reserve, 90n)).toBe(70n);
});

test('a wallet that is short of what customers are promised has nothing for fees', () => {
  expect(gasLeft(90n, { total: 100n, leaving: 0n }, 50n)).toBe(0n);
});
