import { expect, test } from 'vitest';
import { sendPayouts } from './send-payouts.ts';
import { settleAttempts } from './settle-attempts.ts';
import type { SignerCtx } from './signer.ts';

test.each([
  ['that this process has no rail of', {}],
  ['that this process does not pay out on', { tron: { code: 'tron' } }],
])('nothing is sent or settled on a network %s, and nothing more is due', async (_, rails) => {
  const ctx = { rails: new Map(Object.entries(rails)) } as unknown as SignerCtx;
  expect([await sendPayouts(ctx, 'tron'), await settleAttempts(ctx, 'tron')]).toEqual([false, false]);
});
