import { expect, test } from 'vitest';
import { activateVoucher, readActivation } from './voucher-activate.ts';

const NUMBER = '0123456789';
const CODE = '0987654321234567';
const FIELDS = {
  VOUCHER_NUM: NUMBER,
  VOUCHER_AMOUNT: '25.5',
  VOUCHER_AMOUNT_CURRENCY: '1',
  Payee_Account: 'U1000001',
  PAYMENT_BATCH_NUM: '700000002',
};
const page = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `<input name='${name}' type='hidden' value='${value}'>`)
    .join('');
const read = (text: string, isOk = true) => readActivation({ isOk, page: 'ev_activate.asp', text }, 'U1000001', NUMBER);

test('batch, face value and number mean activated', () => {
  expect(read(page(FIELDS))).toEqual({ state: 'activated', reference: '700000002', amount: 2_550n });
  expect(read(page({ ...FIELDS, VOUCHER_AMOUNT_CURRENCY: 'USD', Payee_Account: 'u1000001 ' }))).toMatchObject({ state: 'activated' });
  const { VOUCHER_AMOUNT_CURRENCY: _, Payee_Account: __, ...least } = FIELDS;
  expect(read(page(least))).toMatchObject({ state: 'activated' });
});

test.each([
  ['in another currency', { VOUCHER_AMOUNT_CURRENCY: '2' }],
  ['into another wallet', { Payee_Account: 'E1000001' }],
])('an activation %s has taken the voucher', (detail, set) => {
  expect(read(page({ ...FIELDS, ...set }))).toEqual({ state: 'taken', reference: '700000002', detail });
});

test.each([
  ['an empty currency', { ...FIELDS, VOUCHER_AMOUNT_CURRENCY: '' }],
  ['another voucher', { ...FIELDS, VOUCHER_NUM: '0123456780' }],
  ['a number without its zero', { ...FIELDS, VOUCHER_NUM: '123456789' }],
  ['no number', { ...FIELDS, VOUCHER_NUM: '' }],
  ['no batch', { ...FIELDS, PAYMENT_BATCH_NUM: '' }],
  ['no amount', { ...FIELDS, VOUCHER_AMOUNT: '' }],
  ['amount zero', { ...FIELDS, VOUCHER_AMOUNT: '0.00' }],
  ['an absurd amount', { ...FIELDS, VOUCHER_AMOUNT: '9'.repeat(30) }],
  ['a negative amount', { ...FIELDS, VOUCHER_AMOUNT: '-5.00' }],
  ['an error beside it', { ...FIELDS, ERROR: 'Invalid ev_number or ev_code' }],
  ['an error beside a number', { VOUCHER_NUM: NUMBER, ERROR: 'Invalid ev_number or ev_code' }],
  ['an unclear error', { ERROR: `database error at ${CODE}` }],
  ['nothing', {}],
])('%s is unknown, and neither number nor code is quoted', (_, fields) => {
  const caught = (() => {
    try {
      return read(page(fields));
    } catch (error) {
      return error as Error;
    }
  })();
  expect(caught).toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
  expect((caught as Error).stack).not.toMatch(new RegExp(`${NUMBER}|${CODE}`));
});

test('a failed response is unknown', () => {
  expect(() => read(page(FIELDS), false)).toThrow('200');
});

test.each([
  ['Invalid ev_number', 'code'],
  ['Invalid ev_code', 'code'],
  ['Invalid ev_number or ev_code', 'code'],
  ['invalid EV_number OR ev_code.', 'code'],
  ['You have been banned from this service for excessive behaviour for 5 minute(s)', 'temporary'],
  ['Too many tries', 'temporary'],
  ['Can not login with passed AccountID and PassPhrase', 'credentials'],
  ['API is disabled on this account', 'credentials'],
  ['Wrong currency of Payee_Account', 'currency'],
  ['Invalid Payee_Account', 'other'],
])('%s is refused as %s', (text, refusal) => {
  expect(read(page({ ERROR: text }))).toEqual({ state: 'refused', refusal, detail: text });
});

test('a refusal that quotes the pair is shortened', () => {
  const outcome = read(page({ ERROR: `Invalid ev_number or ev_code: ${NUMBER} ${CODE}` }));
  expect(outcome).toEqual({ state: 'refused', refusal: 'code', detail: 'Invalid ev_number or ev_code: …' });
});

test('what cannot be a voucher is refused without a request', async () => {
  const call = () => Promise.reject(new Error('asked'));
  for (const voucher of [
    { number: '123456789', code: CODE },
    { number: NUMBER, code: '1'.repeat(15) },
    { number: `${NUMBER}\n`, code: CODE },
    { number: '', code: '' },
  ])
    expect(await activateVoucher(call, 'U1000001', voucher)).toMatchObject({ state: 'refused', refusal: 'code' });
});
