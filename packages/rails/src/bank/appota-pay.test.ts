import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Http } from '../http.ts';
import { createAppotaPayLookup, readAccountInfo } from './appota-pay-lookup.ts';
import { appotaPayToken, isAppotaPaySignature, signAppotaPay } from './appota-pay-wire.ts';

const KEYS = { partnerCode: 'QUYDOI', apiKey: 'api-key', secretKey: 'appota-secret' };
const NOW = new Date('2026-01-05T08:00:00Z');
const ACCOUNT = '0011001234567';

test('signs the example of the documentation, in the order of its keys', () => {
  const example = 'accountNo=132100132400000&accountType=account&bankCode=TPBANK&partnerRefId=P199212928';
  const fields = { bankCode: 'TPBANK', accountNo: '132100132400000', accountType: 'account', partnerRefId: 'P199212928', note: undefined };
  const signature = createHmac('sha256', 'secret').update(example).digest('hex');
  expect(signAppotaPay('secret', fields)).toBe(signature);
  expect(isAppotaPaySignature('secret', fields, signature)).toBe(true);
  for (const wrong of [null, undefined, '', `${signature}0`, signature.replace(/^./, signature.startsWith('0') ? '1' : '0')])
    expect(isAppotaPaySignature('secret', fields, wrong)).toBe(false);
});

test('the token is a JWT of ten minutes', () => {
  const [header, payload, signature] = appotaPayToken(KEYS, NOW).split('.');
  const read = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
  expect(read(header)).toEqual({ typ: 'JWT', alg: 'HS256', cty: 'appotapay-api;v=1' });
  expect(read(payload)).toEqual({ iss: 'QUYDOI', jti: 'api-key-1767600000', api_key: 'api-key', exp: 1_767_600_600 });
  expect(signature).toBe(createHmac('sha256', KEYS.secretKey).update(`${header}.${payload}`).digest('base64url'));
});

/** AppotaPay's answer of a name, signed. */
function named(accountName: string, accountNo: string | number = ACCOUNT, key = KEYS.secretKey) {
  const signature = signAppotaPay(key, { accountName, accountNo, errorCode: 0 });
  return { status: 200, text: JSON.stringify({ errorCode: 0, accountInfo: { accountNo, accountName, bankCode: 'VCB' }, signature }) };
}
const failed = (errorCode: number, status = 200) => ({ status, text: JSON.stringify({ errorCode, message: 'x' }) });

describe('an answer', () => {
  test.each([
    ['a name', named(' NGUYEN  VAN A '), { state: 'found', name: 'NGUYEN VAN A' }],
    ['the number without its zeros', named('LE THI B', 11_001_234_567), { state: 'found', name: 'LE THI B' }],
    ['a name of another account', named('LE THI B', '999'), { state: 'unavailable' }],
    ['a name under another key', named('LE THI B', ACCOUNT, 'other'), { state: 'unavailable' }],
    ['an empty name', named(' '), { state: 'unavailable' }],
    ['a wrong account', failed(200), { state: 'invalid' }],
    ['a malformed account', failed(161), { state: 'invalid' }],
    ['an unknown bank', failed(190), { state: 'unavailable' }],
    ['maintenance', failed(40), { state: 'unavailable' }],
    ['an unknown error', failed(99), { state: 'unavailable' }],
    ['refused keys', failed(14, 401), { state: 'unavailable' }],
    ['an outage', failed(200, 503), { state: 'unavailable' }],
    ['a page', { status: 200, text: '<html>' }, { state: 'unavailable' }],
  ])('%s', (_, answer, expected) => {
    expect(readAccountInfo(KEYS.secretKey, ACCOUNT, answer)).toEqual(expected);
  });
});

test('asks with a signature and a new id each time, only for banks that AppotaPay knows', async () => {
  const asked: Record<string, string>[] = [];
  const http: Http = {
    get: () => Promise.reject(new Error('not used')),
    postForm: () => Promise.reject(new Error('not used')),
    postXml: () => Promise.reject(new Error('not used')),
    postJson: async (path, body, headers) => {
      expect([path, headers]).toEqual(['api/v1/service/transfer/bank/account/info', { 'X-APPOTAPAY-AUTH': expect.stringMatching(/^Bearer ey/) }]);
      asked.push(body as Record<string, string>);
      return named('LE THI B');
    },
  };
  const lookup = createAppotaPayLookup({ ...KEYS, codeOf: (bank) => (bank === 'vcb' ? 'VCB' : null) }, http);
  expect(await lookup.find(ACCOUNT, 'vcb', NOW)).toEqual({ state: 'found', name: 'LE THI B' });
  await lookup.find(ACCOUNT, 'vcb', new Date(NOW.getTime() + 1));
  expect(await lookup.find(ACCOUNT, 'other', NOW)).toEqual({ state: 'unavailable' });
  expect(await lookup.find('12', 'vcb', NOW)).toEqual({ state: 'invalid' });
  const [first, second] = asked;
  expect(asked).toHaveLength(2);
  expect(first?.partnerRefId).not.toBe(second?.partnerRefId);
  const { signature, ...fields } = first ?? {};
  expect(fields).toMatchObject({ accountNo: ACCOUNT, accountType: 'account', bankCode: 'VCB' });
  expect(isAppotaPaySignature(KEYS.secretKey, fields, signature)).toBe(true);
});
