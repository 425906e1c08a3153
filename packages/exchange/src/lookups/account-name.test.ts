import { createHash } from 'node:crypto';
import type { AccountNameInput } from '@quydoi/contract/lookups';
import { testCaller } from '@quydoi/exchange/testing/callers';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { accountName } from './account-name.ts';

const BANK = { accountPattern: '^[0-9A-Z]{4,19}$', isShow: true };
const CTX = { settings: async () => ({ banks: new Map([['tcb', BANK]]) }) } as unknown as Ctx;

/** Looks up a holder whose name is not cached. @returns the answer, and the accounts whose look-up was requested */
async function ask(input: AccountNameInput) {
  const asked: string[] = [];
  const deps = {
    findLookup: async () => null,
    nameBudgets: {
      async ask(_caller: unknown, type: string, account: string) {
        asked.push(`${type} ${account}`);
      },
      refuseSpent() {},
    },
  };
  return { ...(await accountName(CTX, deps, testCaller(), input)), asked };
}

test('numbers shorter than five characters are not looked up, however many blanks are between them', async () => {
  expect(await ask({ type: 'tcb', accountNumber: '1 2 3 4' })).toEqual({ accountName: 'ACCOUNT_NAME_INVALID', asked: [] });
  expect(await ask({ type: 'tcb', accountNumber: ' 1 2 3 4 5 ' })).toEqual({ accountName: 'WAITING', asked: ['tcb 12345'] });
});

test('`more` is a checksum of type and number; without it nothing is compared', async () => {
  const input = { type: 'tcb', accountNumber: '12345' };
  const more = createHash('sha256').update('tcb:12345').digest('hex');
  for (const good of [undefined, '', more]) expect(await ask({ ...input, more: good })).toMatchObject({ accountName: 'WAITING' });
  await expect(ask({ ...input, more: more.toUpperCase() })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
});
