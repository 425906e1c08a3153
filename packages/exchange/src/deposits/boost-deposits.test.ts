import { expect, test } from 'vitest';
import type { SignerCtx } from '../payouts/signer.ts';
import { boostDeposits } from './boost-deposits.ts';

test.each([
  ['that this process has no rail of', {}],
  ['whose deposits cannot be boosted', { bitcoin: { code: 'bitcoin', payouts: { kind: 'signed' } } }],
  ['that this process does not pay out on', { bitcoin: { code: 'bitcoin', boosts: {} } }],
])('nothing is boosted on a network %s, and nothing more is due', async (_, rails) => {
  const ctx = { rails: new Map(Object.entries(rails)) } as unknown as SignerCtx;
  expect(await boostDeposits(ctx, 'bitcoin')).toBe(false);
});
