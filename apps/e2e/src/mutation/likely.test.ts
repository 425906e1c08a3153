import { expect, test } from 'vitest';
import { likelyFirst } from './likely.ts';

const orderOf = (...candidates: Parameters<typeof likelyFirst>[0]) =>
  likelyFirst(candidates, 'packages/exchange/src/deposits/sweep-deposits.ts').map(({ file }) => file);

test('tests named like the changed file or its folder are first', () => {
  expect(orderOf({ file: 'tests/payouts.test.ts' }, { file: 'tests/deposit-fees.test.ts' }, { file: 'tests/sweep-deposits.test.ts' })).toEqual([
    'tests/sweep-deposits.test.ts',
    'tests/deposit-fees.test.ts',
    'tests/payouts.test.ts',
  ]);
});

test('among equals the one that noticed the change before comes first, then the quickest', () => {
  const [slow, quick, noticed] = [
    { file: 'a.test.ts', duration: 900 },
    { file: 'b.test.ts', duration: 20 },
    { file: 'c.test.ts', duration: 5_000, failed: true },
  ];
  expect(orderOf(slow, quick, noticed)).toEqual(['c.test.ts', 'b.test.ts', 'a.test.ts']);
});
