import { expect, test } from 'vitest';
import { type BuildOptions, signTokens } from './build.ts';
import { tronKeys } from './keys.ts';
import type { TronNode } from './node.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const CUSTOMER = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const OPTIONS: BuildOptions = {
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  feeLimitSunMax: 100_000_000,
  validityMs: 300_000,
  headSkewMsMax: 300_000,
};
const KEYS = 200;

/** A node that always says the same. Everything else of it fails. */
const node = {
  head: async () => ({ number: 70_000_000, id: 'c'.repeat(64), at: NOW.getTime() - 57_000 }),
  call: async () => ({ energy: 64_285, words: [] }),
  prices: async () => ({ energySun: 100, byteSun: 1_000 }),
  trxSun: async () => 500_000_000,
} as Partial<TronNode> as TronNode;

test('the same transfer under two hundred keys in one millisecond is two hundred transactions, each the same again', async () => {
  const { hotWallet } = tronKeys({ seed: '5e'.repeat(32) });
  const sign = (n: number) =>
    signTokens(node, OPTIONS, hotWallet, { key: `k${n}`, to: CUSTOMER, amount: 12_345_678n, suspension: async () => null }, NOW);
  const ids = new Set<string>();
  for (let n = 0; n < KEYS; n += 1) ids.add((await sign(n)).txid);
  expect(ids.size).toBe(KEYS);
  for (const n of [0, KEYS - 1]) expect(ids).toContain((await sign(n)).txid);
});
