import { expect, test } from 'vitest';
import { strayCoinsAt, worthLooking } from './stray-coins.ts';

test('dust, and balances that were not told, are worth no look', () => {
  expect(worthLooking(['a', 'b', 'c'], [9_999n, 10_000n])).toEqual([{ account: 'b', balance: 10_000n }]);
});

test('what is ours at an address is no stray coin, nor is the rest if it is dust', () => {
  const found = [
    { account: 'a', balance: 50_000n },
    { account: 'b', balance: 50_000n },
    { account: 'c', balance: 50_000n },
  ];
  const ours = new Map([
    ['a', 0n],
    ['b', 40_000n],
    ['c', 40_001n],
  ]);
  expect(strayCoinsAt(found, ours)).toEqual([
    { account: 'a', amount: 50_000n },
    { account: 'b', amount: 10_000n },
  ]);
});

test('of an address of which nobody knows what is ours nothing is told', () => {
  expect(strayCoinsAt([{ account: 'a', balance: 50_000n }], new Map())).toEqual([]);
});

test('the twenty addresses with the most are told of, the most first', () => {
  const found = Array.from({ length: 22 }, (_, n) => ({ account: `a${n}`, balance: 10_000n + BigInt((n * 5) % 22) }));
  const told = strayCoinsAt(found, new Map(found.map(({ account }) => [account, 0n])));
  expect(told.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, n) => 10_021n - BigInt(n)));
});
