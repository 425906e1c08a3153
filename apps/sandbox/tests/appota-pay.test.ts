import { createBankRail } from '@quydoi/rails/bank/index';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bankHolderOf } from '../src/bank/holder-name.ts';
import { openStage, type Stage } from '../testing/stage.ts';

const ACCOUNT = '0011001234567';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

function find(account: string, bank: string, more: { secretKey?: string } = {}) {
  const appotaPay = { ...stage.options.networks.bank.appotaPay, baseUrl: stage.sandbox.url, ...more };
  return createBankRail({ appotaPay, timeoutMs: 20_000 }).lookup.find(account, bank, new Date());
}

test('names of holders are found as VietQR.io finds them, under AppotaPay’s own bank codes', async () => {
  expect(await find(ACCOUNT, 'vcb')).toEqual({ state: 'found', name: bankHolderOf('970436', ACCOUNT) });
  expect(await find(ACCOUNT, 'tcb')).toEqual(await stage.bank.lookup.find(ACCOUNT, 'tcb', new Date()));
  expect(await find('0011001230000', 'vcb')).toEqual({ state: 'invalid' });
  expect(await find(ACCOUNT, 'bochk')).toEqual({ state: 'unavailable' });
});

test('another secret key is refused', async () => {
  expect(await find(ACCOUNT, 'vcb', { secretKey: 'other' })).toEqual({ state: 'unavailable' });
});

test.each(['unreachable', 'forbidden', 'unknown', 'bad-signature'])('%s: the name is unavailable once', async (kind) => {
  await stage.fault('appota-pay', kind);
  expect(await find(ACCOUNT, 'vcb')).toEqual({ state: 'unavailable' });
  expect(await find(ACCOUNT, 'vcb')).toMatchObject({ state: 'found' });
  expect(await stage.hits('appota-pay', kind)).toBe(1);
});
