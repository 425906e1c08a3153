import { createBankRail } from '@quydoi/rails/bank/index';
import type { FirstHand } from '@quydoi/rails/first-hand';
import { createTronRail } from '@quydoi/rails/tron/index';
import { depositAddresses, tronXpub } from '@quydoi/rails/tron/keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_MNEMONIC as mnemonic } from '../src/tron/options.ts';
import { ACCOUNT, at, openStage, type Stage, until, WALLET } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

function listOf(firstHand: FirstHand | undefined) {
  if (firstHand?.by !== 'list') throw new Error('no list');
  return firstHand.source;
}

function bankOf(apiToken: string) {
  const firstHand = { apiBaseUrl: stage.sandbox.url, apiToken };
  return listOf(createBankRail({ firstHand, timeoutMs: 20_000 }).firstHand);
}

test('the signer’s own token reads each bank transfer as the worker’s does, and no token of nobody', async () => {
  await stage.post('/transfer', { rail: 'bank', to: ACCOUNT, amount: 1_250_000, memo: 'EX24A7K9Q2' });
  const ours = await bankOf('signer-token').read(null, new Date());
  expect(ours.facts).toMatchObject([{ network: 'bank', account: ACCOUNT, amount: 1_250_000n, memo: 'EX24A7K9Q2', confirmed: true }]);
  const [list] = stage.bank.sources;
  expect(ours.facts).toEqual((await list.read(null, new Date())).facts);
  await expect(bankOf('forged').read(null, new Date())).rejects.toMatchObject({ trouble: 'credentials' });
});

test('the wallet’s history is what confirms a transfer to it', async () => {
  await stage.post('/transfer', { rail: 'perfect-money', to: WALLET, amount: '12.34', memo: 'EX24A7K9Q2' });
  const { facts } = await listOf(stage.pm.firstHand).read(null, new Date());
  expect(facts).toMatchObject([{ network: 'perfect-money', account: WALLET, amount: 1_234n, confirmed: true }]);
});

test('a node tells a deposit by its transaction once it is irreversible, and nothing of one that was made up', async () => {
  const { firstHand } = createTronRail({ node: { baseUrl: stage.sandbox.url }, timeoutMs: 20_000 });
  if (firstHand?.by !== 'reference') throw new Error('no node');
  const to = depositAddresses(tronXpub({ mnemonic })).derive(0);
  const { json } = await stage.post('/transfer', { rail: 'tron', to, amount: '25.5' });
  const reference = `${at(json.paid ?? [], 0).id}:0`;
  await until(async () => (await firstHand.find(reference, new Date())).length > 0);
  expect(await firstHand.find(reference, new Date())).toMatchObject([
    { network: 'tron', account: to, amount: 25_500_000n, reference, confirmed: true },
  ]);
  expect(await firstHand.find(`${'f'.repeat(64)}:0`, new Date())).toEqual([]);
  expect(await firstHand.find('none', new Date())).toEqual([]);
});
