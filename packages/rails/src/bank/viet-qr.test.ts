import { describe, expect, test } from 'vitest';
import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import { createVietQr, readVietQr } from './viet-qr.ts';

/** Time of look-ups, which only WebMoney's depend on. */
const NOW = new Date('2026-01-05T10:00:00Z');

const answer = (code: string, data: unknown = null, status = 200) => ({ status, text: JSON.stringify({ code, desc: 'Account not found', data }) });

describe('readVietQr', () => {
  test.each([
    ['a name', answer('00', { accountName: ' NGUYEN  VAN A\n' }), { state: 'found', name: 'NGUYEN VAN A' }],
    ['no data', answer('00'), { state: 'unavailable' }],
    ['an empty name', answer('00', { accountName: ' ' }), { state: 'unavailable' }],
    ['an absurd name', answer('00', { accountName: 'A'.repeat(201) }), { state: 'unavailable' }],
    ['a malformed number', answer('21'), { state: 'invalid' }],
    ['no such account', answer('42'), { state: 'invalid' }],
    ['an unknown bank', answer('22'), { state: 'unavailable' }],
    ['a bank that is not served', answer('41'), { state: 'unavailable' }],
    ['busy sources', answer('45'), { state: 'unavailable' }],
    ['an unknown code, whatever it says', answer('99'), { state: 'unavailable' }],
    ['a name under an error', answer('99', { accountName: 'X' }), { state: 'unavailable' }],
    ['a wrong key', answer('42', null, 401), { state: 'unavailable' }],
    ['a spent quota', answer('42', null, 429), { state: 'unavailable' }],
    ['an outage', { status: 503, text: 'Service Unavailable' }, { state: 'unavailable' }],
    ['a page', { status: 200, text: '<html></html>' }, { state: 'unavailable' }],
    ['nothing', { status: 200, text: '' }, { state: 'unavailable' }],
    ['null', { status: 200, text: 'null' }, { state: 'unavailable' }],
    ['a number as code', { status: 200, text: '{"code":0}' }, { state: 'unavailable' }],
  ])('%s', (_, given, expected) => {
    expect(readVietQr(given)).toEqual(expected);
  });
});

describe('find', () => {
  const asked: unknown[] = [];
  const http: Http = {
    get: () => Promise.reject(new Error('not used')),
    postForm: () => Promise.reject(new Error('not used')),
    postXml: () => Promise.reject(new Error('not used')),
    postJson: async (path, body, headers) => {
      asked.push([path, body, headers]);
      if ((body as { bin: string }).bin === 'down') throw new RailError('bank', 'unreachable', 'not-done', 'down');
      return answer('00', { accountName: 'LE THI B' });
    },
  };
  const bins: Record<string, string> = { vcb: '970436', down: 'down' };
  const lookup = createVietQr({ clientId: 'c', apiKey: 'k', binOf: (bank) => bins[bank] ?? null }, http);

  test('sends the BIN and our credentials', async () => {
    expect(await lookup.find('0011001234567', 'vcb', NOW)).toEqual({ state: 'found', name: 'LE THI B' });
    expect(asked).toEqual([['v2/lookup', { bin: '970436', accountNumber: '0011001234567' }, { 'x-client-id': 'c', 'x-api-key': 'k' }]]);
  });

  test('makes no request that the provider cannot answer', async () => {
    asked.length = 0;
    expect(await lookup.find('0011001234567', null, NOW)).toEqual({ state: 'unavailable' });
    expect(await lookup.find('0011001234567', 'other', NOW)).toEqual({ state: 'unavailable' });
    expect(await lookup.find('NICKNAME1', 'vcb', NOW)).toEqual({ state: 'unavailable' });
    expect(await lookup.find('12345', 'vcb', NOW)).toEqual({ state: 'unavailable' });
    expect(await lookup.find('../../etc', 'vcb', NOW)).toEqual({ state: 'invalid' });
    expect(await lookup.find('123', 'vcb', NOW)).toEqual({ state: 'invalid' });
    expect(asked).toEqual([]);
  });

  test('an unreachable provider is unavailable', async () => {
    expect(await lookup.find('0011001234567', 'down', NOW)).toEqual({ state: 'unavailable' });
  });
});
