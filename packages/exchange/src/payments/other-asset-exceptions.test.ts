import type { AssetArrival } from '@quydoi/rails/source';
import { expect, test } from 'vitest';
import { otherAssetExceptions } from './other-asset-exceptions.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

const POLLED = { network: 'ethereum', source: { name: 'ethereum-blocks' } } as PolledNetworkSource;
const NOW = new Date('2026-01-06T23:59:59Z');

const arrival = (set: Partial<AssetArrival> = {}): AssetArrival => {
  return { account: 'a', asset: 'DAI', amount: 5n, txid: 't1', reference: 't1:0', payer: null, ...set } as AssetArrival;
};
const exceptionsOf = (arrivals: readonly AssetArrival[]) => otherAssetExceptions(POLLED, arrivals, NOW);

test('arrivals of one asset at one address are one exception a day, with their sum', () => {
  const [first, ...others] = exceptionsOf([arrival({ payer: 'p' }), arrival({ amount: 7n }), arrival()]);
  expect(first).toEqual({
    network: 'ethereum',
    source: 'ethereum-blocks',
    kind: 'other_asset',
    sourceId: 'a DAI 2026-01-06',
    account: 'a',
    asset: 'DAI',
    amount: '17',
    detail: 't1:0 from p and 2 more',
  });
  expect(others).toEqual([]);
});

test('each address and each asset are exceptions of their own', () => {
  const told = exceptionsOf([arrival(), arrival({ account: 'b' }), arrival({ asset: 'USDC' })]);
  expect(told.map(({ sourceId, detail }) => [sourceId, detail])).toEqual([
    ['a DAI 2026-01-06', 't1:0'],
    ['b DAI 2026-01-06', 't1:0'],
    ['a USDC 2026-01-06', 't1:0'],
  ]);
  expect(exceptionsOf([])).toEqual([]);
});

test('forged tokens without end are twenty exceptions and one for the rest', () => {
  const forged = Array.from({ length: 23 }, (_, n) => arrival({ account: `a${n}`, asset: 'FAKE' }));
  expect(exceptionsOf(forged.slice(0, 20))).toHaveLength(20);
  const told = exceptionsOf(forged);
  expect(told).toHaveLength(21);
  expect(told.at(-1)).toEqual({
    network: 'ethereum',
    source: 'ethereum-blocks',
    kind: 'other_asset',
    sourceId: 'beyond 20 2026-01-06',
    account: null,
    asset: null,
    amount: null,
    detail: '3 more in one page, as t1:0 at a20',
  });
});
