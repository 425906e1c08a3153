import { expect, test } from 'vitest';
import { EVM_CHAINS } from './chains.ts';
import { finalNumber } from './finality.ts';

const { ethereum, bsc } = EVM_CHAINS;

test.each([
  ['ethereum: what is finalized', 1_000, 936, ethereum, 936],
  ['ethereum: nothing else, however long finality stalls', 9_000, 936, ethereum, 936],
  ['ethereum: nothing before the first', 1_000, null, ethereum, null],
  ['bsc: what is finalized and fifteen blocks deep', 1_000, 998, bsc, 985],
  ['bsc: what is deeper and finalized', 1_000, 900, bsc, 900],
  ['bsc: 240 blocks while finality stalls', 1_000, 700, bsc, 760],
  ['bsc: 240 blocks where the node knows no finality', 1_000, null, bsc, 760],
  ['bsc: nothing on a chain that has just begun', 10, null, bsc, null],
] as const)('%s', (_, latest, finalized, { finality }, expected) => {
  expect(finalNumber(latest, finalized, finality)).toBe(expected);
});
