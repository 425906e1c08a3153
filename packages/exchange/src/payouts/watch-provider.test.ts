import { expect, test } from 'vitest';
import type { SignerCtx } from './signer.ts';
import { watchProvider, watchSuspension } from './watch-provider.ts';

test.each([
  ['that this process has no rail of', {}],
  ['that this process does not pay out on', { tron: { code: 'tron' } }],
])('nothing is asked of a network %s', async (_, rails) => {
  const ctx = { rails: new Map(Object.entries(rails)) } as unknown as SignerCtx;
  expect(await watchProvider(ctx, 'tron')).toBe(false);
  expect(await watchSuspension(ctx, 'tron')).toBe(false);
});

test.each([
  ['sends its transfers by a provider', { kind: 'keyed', suspension: () => Promise.reject(new Error('asked')) }],
  ['cannot be suspended', { kind: 'signed' }],
])('a network that %s is not asked whether it is suspended', async (_, payouts) => {
  const ctx = { rails: new Map([['tron', { code: 'tron', payouts }]]) } as unknown as SignerCtx;
  expect(await watchSuspension(ctx, 'tron')).toBe(false);
});
