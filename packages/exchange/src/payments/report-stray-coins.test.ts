import type { NetworkCode } from '@quydoi/domain/networks';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { reportStrayCoins } from './report-stray-coins.ts';

test.each<[string, NetworkCode, object]>([
  ['whose rail cannot tell them', 'tron', {}],
  ['that has no coin', 'bank', { strayCoins: {} }],
])('stray coins are looked for on no network %s, and the job asks for no further run', async (_, network, rail) => {
  const ctx = { rails: new Map([[network, rail]]) } as unknown as Ctx;
  expect(await reportStrayCoins(ctx, network)).toBe(false);
  expect(await reportStrayCoins({ ...ctx, rails: new Map() }, network)).toBe(false);
});
