import { afterEach, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS, type Provider, serve } from '../../testing/serve.ts';
import type { PayoutRequest } from '../payout.ts';
import { createPerfectMoneyRail } from './index.ts';
import { readCreation } from './voucher-create.ts';

const NUMBER = '0123456789';
const CODE = '0987654321234567';
const FIELDS = {
  Payer_Account: 'U1000001',
  PAYMENT_AMOUNT: '100.50',
  PAYMENT_BATCH_NUM: '700000001',
  VOUCHER_NUM: NUMBER,
  VOUCHER_CODE: CODE,
  VOUCHER_AMOUNT: '100.00',
};
const page = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `<input name='${name}' type='hidden' value='${value}'>`)
    .join('');
const read = (text: string, isOk = true) => readCreation({ isOk, page: 'ev_create.asp', text }, 'U1000001', 10_000n);

let provider: Provider | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

test('a whole voucher is accepted, its fee is what was paid beyond the face value', () => {
  const voucher = { number: NUMBER, code: CODE };
  expect(read(page(FIELDS))).toEqual({ state: 'accepted', reference: '700000001', fee: 50n, voucher });
  expect(read(page({ ...FIELDS, Payer_Account: ' u1000001', VOUCHER_AMOUNT: '100' }))).toMatchObject({ state: 'accepted' });
  for (const paid of ['', 'much', '99.99', '9'.repeat(30)])
    expect(read(page({ ...FIELDS, PAYMENT_AMOUNT: paid }))).toMatchObject({ state: 'accepted', fee: null });
});

test.each([
  ['no batch', { ...FIELDS, PAYMENT_BATCH_NUM: '' }],
  ['batch zero', { ...FIELDS, PAYMENT_BATCH_NUM: '0' }],
  ['a short number', { ...FIELDS, VOUCHER_NUM: '123456789' }],
  ['a short code', { ...FIELDS, VOUCHER_CODE: CODE.slice(1) }],
  ['a long code', { ...FIELDS, VOUCHER_CODE: `${CODE}1` }],
  ['no code', { ...FIELDS, VOUCHER_CODE: '' }],
  ['another amount', { ...FIELDS, VOUCHER_AMOUNT: '100.01' }],
  ['a negative amount', { ...FIELDS, VOUCHER_AMOUNT: '-100.00' }],
  ['no amount', { ...FIELDS, VOUCHER_AMOUNT: '' }],
  ['another wallet', { ...FIELDS, Payer_Account: 'U1000002' }],
  ['an error beside it', { ...FIELDS, ERROR: `ev ${CODE}` }],
  ['an unclear error', { ERROR: `Internal error ${CODE}` }],
  ['nothing', {}],
])('%s is unknown, and the code is not quoted', (_, fields) => {
  const caught = (() => {
    try {
      return read(page(fields));
    } catch (error) {
      return error as Error;
    }
  })();
  expect(caught).toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
  expect(JSON.stringify(caught) + (caught as Error).message + (caught as Error).stack).not.toContain(CODE);
});

test('another field with other values, and a failed response, are unknown', () => {
  expect(() => read(page(FIELDS) + page({ VOUCHER_CODE: '1111111111111111' }))).toThrow('ambiguously');
  expect(() => read(page(FIELDS), false)).toThrow('200');
});

test.each([
  ['Not enough money to pay', 'funds'],
  ['Invalid Payer_Account', 'credentials'],
  ['Can not login with passed AccountID and PassPhrase', 'credentials'],
  ['You have been banned for excessive behaviour for 3 minute(s)', 'temporary'],
  ['Invalid Amount', 'other'],
])('%s alone is refused as %s', (text, refusal) => {
  expect(read(page({ ERROR: text }))).toEqual({ state: 'refused', refusal, detail: text });
});

test.each(['Your previous request is still being processed. Please try again later.', 'Too many tries', 'Temporarily unavailable'])(
  '%s is no refusal: a voucher may have been created',
  (text) => {
    expect(() => read(page({ ERROR: text }))).toThrow(text.slice(0, 10));
  },
);

test('an error that quotes a voucher is shortened', () => {
  for (const quoted of [CODE, '0987 6543 2123 4567', '0987-6543-2123-4567', `${NUMBER}${CODE}`])
    expect(read(page({ ERROR: `Invalid Amount of ${quoted} (1.2.3.4)` }))).toMatchObject({ detail: 'Invalid Amount of … (1.2.3.4)' });
});

test('one request with wallet and amount alone; none for an impossible amount', async () => {
  provider = await serve((response) => response.writeHead(200).end(page(FIELDS)));
  const rail = createPerfectMoneyRail({
    baseUrl: provider.url,
    accountId: '42',
    passPhrase: 'p&w',
    payerAccount: 'u1000001',
    verified: true,
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
  const request: PayoutRequest = { key: 'QD-1', currency: 'e-voucher', amount: 10_000n, destination: 'evoucher', destinationBank: null, memo: 'm' };
  expect(await rail.payouts.send(request, new Date())).toMatchObject({ state: 'accepted' });
  await expect(rail.payouts.send({ ...request, amount: 0n }, new Date())).rejects.toMatchObject({ outcome: 'not-done' });
  expect(provider.asked).toHaveLength(1);
  expect(provider.asked[0]).toMatchObject({ method: 'POST', path: '/acct/ev_create.asp' });
  expect(Object.fromEntries(new URLSearchParams(provider.asked[0]?.body))).toEqual({
    AccountID: '42',
    PassPhrase: 'p&w',
    Payer_Account: 'U1000001',
    Amount: '100.00',
  });
});
