import { describe, expect, test } from 'vitest';
import type { PayoutRequest } from '../payout.ts';
import { readConfirm } from './index.ts';

const REQUEST: PayoutRequest = { key: 'QD-1', currency: 'pm', amount: 10_000n, destination: 'U7654321', destinationBank: null, memo: 'EX24A7K9Q2' };
const input = (name: string, value: string) => `<input name='${name}' type='hidden' value='${value}'>`;
const FIELDS = {
  Payee_Account_Name: 'Sean O&#39;Brien',
  Payee_Account: 'U7654321',
  Payer_Account: 'U1000001',
  PAYMENT_AMOUNT: '100.00',
  PAYMENT_BATCH_NUM: '700000001',
  PAYMENT_ID: 'QD-1',
};
const page = (fields: object) =>
  `<html><body><h1>Spend</h1>${Object.entries(fields)
    .map(([name, value]) => input(name, String(value)))
    .join('')}</body></html>`;
const read = (text: string, isOk = true) => readConfirm({ isOk, page: 'confirm.asp', text }, 'U7654321', REQUEST);
const error = (text: string) => `<html><body>Error: ${text}${input('ERROR', text)}</body></html>`;

test('a batch number means accepted', () => {
  expect(read(page(FIELDS))).toEqual({ state: 'accepted', reference: '700000001', fee: null });
  expect(read(page({ PAYMENT_BATCH_NUM: '1' }))).toMatchObject({ state: 'accepted' });
  expect(read(page({ ...FIELDS, PAYMENT_AMOUNT: '100' }))).toMatchObject({ state: 'accepted' });
});

test.each([
  ['Can not login with passed AccountID and PassPhrase', 'credentials'],
  ['API is disabled for this IP (10.0.0.1)', 'credentials'],
  ['API is disabled on this account', 'credentials'],
  ['Payer_Account is blocked', 'credentials'],
  ['Invalid Payer_Account', 'credentials'],
  ['Invalid PassPhrase.', 'credentials'],
  ['Invalid Payee_Account', 'destination'],
  ['NOT ENOUGH MONEY TO PAY', 'funds'],
  ['You have been banned from this service for excessive behaviour for 15 minute(s)', 'temporary'],
  ['Invalid Amount', 'other'],
  ['Something never seen', 'other'],
])('the error %j means refused: %s', (text, refusal) => {
  expect(read(error(text))).toEqual({ state: 'refused', refusal, detail: text });
});

describe('any other response has an unknown outcome', () => {
  test.each([
    ['nothing', ''],
    ['a captcha page', '<html><body><form><input type="hidden" name="challenge" value="1"><input name="captcha"></form></body></html>'],
    ['a gate that says Error', '<html><body>Error: too many requests</body></html>'],
    ['a plain error line without its field', 'Error: Not enough money to pay'],
    ['an answer that is cut off before the batch', page(FIELDS).slice(0, page(FIELDS).indexOf('PAYMENT_BATCH_NUM') + 40)],
    ['an empty batch', page({ ...FIELDS, PAYMENT_BATCH_NUM: '' })],
    ['a batch of zero', page({ ...FIELDS, PAYMENT_BATCH_NUM: '0' })],
    ['a batch that is no number', page({ ...FIELDS, PAYMENT_BATCH_NUM: 'pending' })],
    ['two batches', page(FIELDS) + page({ PAYMENT_BATCH_NUM: '700000002' })],
    ['a batch and an error', page({ ...FIELDS, ERROR: 'Not enough money to pay' })],
    ['a batch and an empty error', page({ ...FIELDS, ERROR: '' })],
    ['two errors', error('Not enough money to pay') + error('Invalid Payee_Account')],
    ['an empty error', error('')],
    ['an error that does not say what happened', error('Database timeout')],
    ['an error that asks for patience', error('Your previous request is still being processed. Please try again later.')],
    ['an error about frequency', error('Too many tries')],
    ['an error about maintenance', error('Temporarily unavailable due to maintenance')],
    ['another payee', page({ ...FIELDS, Payee_Account: 'U1111111' })],
    ['another amount', page({ ...FIELDS, PAYMENT_AMOUNT: '1000.00' })],
    ['another payment id', page({ ...FIELDS, PAYMENT_ID: 'QD-2' })],
    [
      'the answer of a check that moves nothing',
      page({ ...FIELDS, PAYMENT_BATCH_NUM: undefined }).replace(input('PAYMENT_BATCH_NUM', 'undefined'), ''),
    ],
  ])('%s', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ outcome: 'unknown' }));
  });

  test('an acceptance or refusal with a failing status', () => {
    expect(() => read(page(FIELDS), false)).toThrow(expect.objectContaining({ outcome: 'unknown' }));
    expect(() => read(error('Not enough money to pay'), false)).toThrow(expect.objectContaining({ outcome: 'unknown' }));
  });
});
