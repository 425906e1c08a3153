import { describe, expect, test } from 'vitest';
import { isSmsCode, newCodeSecret, smsCodeEnd, smsCodeOf, startOfStep, stepAt, totpStepOf, totpUri } from './codes.ts';

/** Base32 of `12345678901234567890`, the secret of the vectors of RFC 4226 (appendix D) and RFC 6238 (appendix B). */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

describe('codes of an app', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %i s: %s, as RFC 6238 has them', (seconds, code, step) => {
    expect(totpStepOf(SECRET, code, at(seconds))).toBe(step);
  });

  test('count half a minute before and after, under their own step', () => {
    expect([0, 29, 30, 59, 60, 89, 90].map((seconds) => totpStepOf(SECRET, '287082', at(seconds)))).toEqual([1, 1, 1, 1, 1, 1, null]);
  });

  test.each(['287083', '28708', '2870820', '', 'abcdef', '２８７０８２', '287082 '])('%s counts for nothing', (code) => {
    expect(totpStepOf(SECRET, code, at(59))).toBeNull();
  });
});

describe('a code that is sent by SMS', () => {
  // RFC 4226, appendix D.
  test.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])('is %s at step %#', (code) => {
    const step = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].indexOf(code);
    expect(smsCodeOf(SECRET, step)).toBe(code);
    expect(isSmsCode(SECRET, step, code, startOfStep(step))).toBe(true);
    expect(isSmsCode(SECRET, step + 1, code, startOfStep(step + 1))).toBe(false);
  });

  test('counts for five minutes after its half minute', () => {
    const step = stepAt(at(59));
    expect([startOfStep(step), smsCodeEnd(step)]).toEqual([at(30), at(360)]);
    expect([59, 359, 360].map((seconds) => isSmsCode(SECRET, step, '287082', at(seconds)))).toEqual([true, true, false]);
  });

  test.each(['287083', '28708', '', 'abcdef', '２８７０８２'])('is not %j', (code) => {
    expect(isSmsCode(SECRET, 1, code, at(59))).toBe(false);
  });
});

test('a secret is 160 random bits in base32', () => {
  expect(newCodeSecret((size) => new TextEncoder().encode('12345678901234567890').subarray(0, size))).toBe(SECRET);
});

test('an app is told the account, the issuer and the secret', () => {
  const uri = new URL(totpUri(SECRET, 'lan@example.vn'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Quy Đổi:lan@example.vn']);
  expect(Object.fromEntries(uri.searchParams)).toEqual({ issuer: 'Quy Đổi', secret: SECRET, algorithm: 'SHA1', digits: '6', period: '30' });
});
