import type { NetworkCode } from '@quydoi/domain/networks';
import type { Rail } from '@quydoi/rails/rail';
import type { PolledSource, Source } from '@quydoi/rails/source';
import { expect, test } from 'vitest';
import { findPolled, polledSources, readsNetwork } from './polled-sources.ts';
import { findWebhookSource } from './webhook-source.ts';

const source = (kind: Source['kind'], name: string) => ({ kind, name }) as Source;
const LIST = source('list', 'sepay');
const HOOK = source('webhook', 'sepay');
const HEAD = source('head', 'tron-head');
const rails = new Map([
  ['perfect-money', {}],
  ['bank', { sources: [LIST, HOOK] }],
  ['tron', { sources: [HEAD] }],
]) as unknown as ReadonlyMap<NetworkCode, Rail>;

test('all sources but webhooks are polled', () => {
  expect(polledSources({ rails })).toEqual([
    { network: 'bank', source: LIST },
    { network: 'tron', source: HEAD },
  ]);
});

test('a source is found by its network and name, as this process polls it', () => {
  expect(findPolled({ rails }, 'bank', { name: 'sepay' } as PolledSource)?.source).toBe(LIST);
  expect(findPolled({ rails }, 'tron', { name: 'sepay' } as PolledSource)).toBeUndefined();
  expect(findPolled({ rails }, 'bank', { name: 'tron-head' } as PolledSource)).toBeUndefined();
});

test('a webhook’s route is that of a webhook alone', () => {
  expect(findWebhookSource({ rails }, 'sepay')).toEqual({ network: 'bank', source: HOOK });
  expect(findWebhookSource({ rails }, 'tron-head')).toBeNull();
  expect(findWebhookSource({ rails }, 'other')).toBeNull();
});

test('a network is read where one of its own sources is polled', () => {
  expect(readsNetwork({ rails }, 'bank')).toBe(true);
  expect(readsNetwork({ rails: new Map([['bank', { sources: [LIST] }]]) as unknown as typeof rails }, 'tron')).toBe(false);
  expect(readsNetwork({ rails: new Map([['bank', { sources: [HOOK] }]]) as unknown as typeof rails }, 'bank')).toBe(false);
});
