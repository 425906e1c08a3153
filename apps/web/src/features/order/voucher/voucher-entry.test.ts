import { expect, test } from 'vitest';
import { checkEntry, EMPTY_ENTRY, errorsToShow, fieldOfCode, groupedCode, refusedLeftOf, withText } from './voucher-entry.ts';

const NUMBER = '0123456789';
const CODE = '0011223344556677';
const BOTH = { number: NUMBER, code: '0011 2233 4455 6677' };

test.each(['number', 'code'] as const)('a text with number and code that comes to the %s fills both', (field) => {
  expect(withText(EMPTY_ENTRY, field, `${NUMBER} ${CODE}`)).toEqual(BOTH);
  expect(withText({ number: '1', code: '2' }, field, `Number: ${NUMBER}\nCode: 0011-2233-4455-6677`)).toEqual(BOTH);
  expect(withText(EMPTY_ENTRY, field, `E-Voucher: ${NUMBER} / Activation code: ${CODE} 12 USD`)).toEqual(BOTH);
});

test('any other text stays as it was typed, in its own field', () => {
  expect(withText(BOTH, 'number', '01234 56789')).toEqual({ ...BOTH, number: '01234 56789' });
  expect(withText(EMPTY_ENTRY, 'code', CODE)).toEqual({ number: '', code: CODE });
});

test('what is sent has no spaces', () => {
  expect(checkEntry({ number: ' 01234 56789 ', code: '0011 2233 4455 6677' })).toEqual({ voucher: { number: NUMBER, code: CODE }, errors: {} });
});

test.each([
  [{ number: '123456789', code: CODE }, { number: 'VOUCHER_INVALID' }],
  [{ number: NUMBER, code: `${CODE}1` }, { code: 'VOUCHER_CODE_INVALID' }],
  [EMPTY_ENTRY, { number: 'VOUCHER_INVALID', code: 'VOUCHER_CODE_INVALID' }],
])('%o is malformed', (entry, errors) => {
  expect(checkEntry(entry)).toEqual({ voucher: null, errors });
});

test('an error is shown for the text that was checked, and goes with it', () => {
  const checked = { number: '123', code: '456' };
  const { errors } = checkEntry(checked);
  expect(errorsToShow(errors, checked, checked)).toEqual({ number: 'VOUCHER_INVALID', code: 'VOUCHER_CODE_INVALID' });
  const corrected = { ...checked, number: '1234' };
  expect(errorsToShow(checkEntry(corrected).errors, corrected, checked)).toEqual({ code: 'VOUCHER_CODE_INVALID' });
  expect(errorsToShow(checkEntry(EMPTY_ENTRY).errors, EMPTY_ENTRY, checked)).toEqual({});
  expect(errorsToShow(checkEntry(EMPTY_ENTRY).errors, EMPTY_ENTRY, null)).toEqual({});
});

test('the server’s errors stand at their fields', () => {
  expect([undefined, 'VOUCHER_INVALID', 'VOUCHER_CODE_INVALID', 'VOUCHER_REFUSED'].map(fieldOfCode)).toEqual([null, 'number', 'code', null]);
});

test('codes are shown in groups of four', () => {
  expect([groupedCode(CODE), groupedCode(NUMBER), groupedCode('')]).toEqual(['0011 2233 4455 6677', '0123 4567 89', '']);
});

test('the answer to a voucher says how many may still be refused', () => {
  expect(refusedLeftOf({ code: 'VOUCHER_REFUSED', params: { left: '4' } })).toBe(4);
  expect(refusedLeftOf({ code: 'TOO_MANY_REQUESTS', params: {} })).toBeNull();
  expect(refusedLeftOf(null)).toBeNull();
});
