import { expect, test } from 'vitest';
import { cassoTimeToDate, isCassoSignature, readCassoHeader, signCasso } from './casso-wire.ts';

/** Computed from Casso's description of the algorithm, which its published sample confirms. */
const BODY = '{"error":0,"data":{"reference":"FT26001","id":7,"amount":1250000,"description":"EX24A7K9Q2","accountNumber":"12345678"}}';
const SIGNED = '12808d94232cc5dff719bfc3e2964c4a857f9e3183e62dffb9241c1dcaef3e013577f58073098caba84cf19127476c998455a15e3e81208bea899c8e03338093';

test('signs the body with its keys in order, whatever their order on the wire', () => {
  expect(signCasso('casso-key', '1767600000000', BODY)).toBe(SIGNED);
});

test('any of the keys may have signed', () => {
  expect(isCassoSignature(['new', 'casso-key'], '1767600000000', BODY, SIGNED)).toBe(true);
  expect(isCassoSignature(['new'], '1767600000000', BODY, SIGNED)).toBe(false);
  expect(isCassoSignature([], '1767600000000', BODY, SIGNED)).toBe(false);
});

test.each([
  ['another time', '1767600000001', BODY],
  ['another amount', '1767600000000', BODY.replace('1250000', '1250001')],
  ['no JSON', '1767600000000', 'x'],
  ['nothing', '1767600000000', ''],
  ['what is too deep', '1767600000000', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
  ['what is too long', '1767600000000', `${BODY}${' '.repeat(20_000)}`],
])('%s is not signed', (_, timestamp, body) => {
  expect(isCassoSignature(['casso-key'], timestamp, body, SIGNED)).toBe(false);
});

test('the header names time and signature', () => {
  expect(readCassoHeader(`t=1767600000000,v1=${SIGNED}`)).toEqual({ timestamp: '1767600000000', signature: SIGNED });
  for (const header of ['', 't=1', `v1=${SIGNED}`, `t=x,v1=${SIGNED}`, `t=1,v1=${SIGNED.slice(1)}`, `t=1,v1=${'z'.repeat(128)}`])
    expect(readCassoHeader(header)).toBeNull();
});

test.each([
  ['2026-01-05', '2026-01-04T17:00:00.000Z'],
  ['2026-01-05T00:00:00', '2026-01-04T17:00:00.000Z'],
  ['2026-01-05 15:36:21', '2026-01-05T08:36:21.000Z'],
  ['2026-01-05T08:36:21.000Z', '2026-01-05T08:36:21.000Z'],
  ['2026-02-30', null],
  ['', null],
])('%s is the time %s', (text, expected) => {
  expect(cassoTimeToDate(text)?.toISOString() ?? null).toBe(expected);
});
