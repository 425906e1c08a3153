import { bankTransfer, walletTransfer } from '@quydoi/exchange/testing/payment-facts';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { sortByAccount, sortByTold } from './own-accounts.ts';

const TOLD = new Set(['main', 'virtual']);

test('a payment is ours by the account that customers were told: of a virtual one and the one behind it, by the one told first', () => {
  const direct = bankTransfer({ account: 'main' });
  const virtual = bankTransfer({ account: 'main', subAccount: 'virtual' });
  const untold = bankTransfer({ account: 'main', subAccount: 'other' });
  const behind = bankTransfer({ account: 'other', subAccount: 'virtual' });
  expect(sortByTold([direct, virtual, untold, behind], TOLD)).toEqual({
    own: [direct, { ...virtual, account: 'main' }, untold, { ...behind, account: 'virtual' }],
    foreign: [],
  });
  expect(sortByTold([virtual], new Set(['virtual', 'main'])).own).toEqual([{ ...virtual, account: 'virtual' }]);
});

test('payments into accounts that nobody was told of are foreign', () => {
  const foreign = [bankTransfer({ account: 'other' }), bankTransfer({ account: 'other', subAccount: 'another' })];
  expect(sortByTold(foreign, TOLD)).toEqual({ own: [], foreign });
});

test('providers of wallets tell of ours alone, and no account is read', async () => {
  const facts = [walletTransfer({})];
  expect(await sortByAccount({} as Ctx, facts)).toEqual({ own: facts, foreign: [] });
});
