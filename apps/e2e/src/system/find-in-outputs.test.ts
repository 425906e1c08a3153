import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSecrets } from '@quydoi/server/supervisor/role-env';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInFiles, secretsOf } from './find-in-outputs.ts';
import { keepAnswer } from './kept-answers.ts';

const CODE = '4711081547110815';
const SECRET = 'ab12'.repeat(8);
const ACCOUNT_ID = '7654321';
const TEXTS = [CODE, SECRET, ACCOUNT_ID];
const ORDER = { call: '/api/v1/histories', status: 200 };

let dataDir: string;
let builtDir: string;
const run = () => ({ dataDir, answersFile: join(dataDir, 'answers.jsonl') });
const search = () => findInFiles(run(), TEXTS, builtDir);

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quydoi-find-'));
  builtDir = join(dataDir, 'dist');
  for (const folder of ['logs', 'dist/client/assets']) mkdirSync(join(dataDir, folder), { recursive: true });
  writeFileSync(join(dataDir, 'logs/web.log'), '{"msg":"request","took":0.7654321,"at":17654321000}\n');
  writeFileSync(join(builtDir, 'client/assets/start.js'), 'const few=76543210;');
  keepAnswer(run(), { ...ORDER, status: 404, text: '{"status":"failed","error":"ORDER_NOT_FOUND"}' });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('nothing is found where nothing stands', async () => {
  expect(await search()).toEqual([]);
});

test('what is planted in a log, in the built site and in any answer is found', async () => {
  writeFileSync(join(dataDir, 'logs/signer.log'), `AccountID=${ACCOUNT_ID}&PassPhrase=sandbox-${SECRET}\n`);
  writeFileSync(join(builtDir, 'client/assets/order.js'), `const key="${SECRET}"`);
  keepAnswer(run(), { call: '/api/v1/try_evoucher', status: 422, text: `{"error":"VOUCHER_REFUSED","message":"${CODE}"}` });
  keepAnswer(run(), { call: '/trpc/orders.create', status: 500, text: `no "login" for ${SECRET}` });
  expect(await search()).toEqual([
    `${SECRET} in signer.log`,
    `${ACCOUNT_ID} in signer.log`,
    `${CODE} in the answer 422 to /api/v1/try_evoucher`,
    `${SECRET} in the answer 500 to /trpc/orders.create`,
    `${SECRET} in order.js of the built site`,
  ]);
});

test('an order tells its code to the holder of its key, in two fields and nowhere else', async () => {
  const revealing = JSON.stringify({ status: 'success', data: { PmVoucher: `0123456789;${CODE}`, evoucher_code: CODE, Memo: '' } });
  keepAnswer(run(), { ...ORDER, text: revealing, hasOrderKey: true });
  expect(await search()).toEqual([]);
  keepAnswer(run(), { ...ORDER, text: revealing.replace('"Memo":""', `"Memo":"${CODE}"`), hasOrderKey: true });
  expect(await search()).toEqual([`${CODE} in the answer 200 to /api/v1/histories`]);
});

test.each([
  { ...ORDER, hasOrderKey: false },
  { ...ORDER, call: '/api/v1/order_actions', hasOrderKey: true },
])('other answers may not tell it: %o', async (call) => {
  keepAnswer(run(), { ...call, text: JSON.stringify({ data: { PmVoucher: `0123456789;${CODE}` } }) });
  expect(await search()).toEqual([`${CODE} in the answer 200 to ${call.call}`]);
});

test('a search without answers, or without a built site, fails', async () => {
  await expect(findInFiles({ dataDir, answersFile: join(dataDir, 'none') }, TEXTS, builtDir)).rejects.toThrow('no answer');
  await expect(findInFiles(run(), TEXTS, join(dataDir, 'none'))).rejects.toThrow('no built site');
});

test('every secret of a sandbox is searched for, whatever its form', () => {
  const envs = ensureSecrets(join(dataDir, 'secrets'));
  const secrets = secretsOf({ dataDir });
  const { PM_ACCOUNT_ID = '', PM_PASSPHRASE = '', WEBMONEY_KEY = '', TRON_SEED = '' } = envs.signer;
  expect(PM_ACCOUNT_ID).toMatch(/^\d{7}$/);
  const unmarked = [PM_PASSPHRASE, WEBMONEY_KEY, TRON_SEED, envs.web.BITCOIN_XPUB ?? ''].map((text) => text.replace('sandbox-', ''));
  expect(secrets).toEqual(expect.arrayContaining([PM_ACCOUNT_ID, ...unmarked, (envs.web.ORDER_KEY_SECRETS ?? '').replace('k1:sandbox-', '')]));
  expect(secrets.filter((text) => text === '' || text.startsWith('sandbox-') || text.startsWith('k1:'))).toEqual([]);
  expect(new Set(secrets).size).toBe(secrets.length);
});
