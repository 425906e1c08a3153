import { afterEach, describe, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS, type Provider, serve } from '../../testing/serve.ts';
import type { PayoutRequest } from '../payout.ts';
import { createBankRail } from './index.ts';
import { descriptionOf } from './pay-os.ts';
import { signPayOs } from './pay-os-wire.ts';

const KEY = 'checksum';
const NOW = new Date('2026-01-05T09:00:00Z');
const REQUEST: PayoutRequest = {
  key: '7KQ2M9XR4B-1-1',
  currency: 'vnd',
  amount: 1_250_000n,
  destination: ' 0071000123456 ',
  destinationBank: 'vcb',
  memo: '7KQ2M9XR4B',
};

const transaction = {
  id: 't1',
  referenceId: REQUEST.key,
  amount: 1_250_000,
  description: '7KQ2M9XR4B',
  toBin: '970436',
  toAccountNumber: '0071000123456',
  toAccountName: 'NGUYEN VAN A',
  reference: 'FT26005',
  transactionDatetime: '2026-01-05T15:30:00+07:00',
  errorMessage: null,
  errorCode: null,
  state: 'SUCCEEDED',
};
const payout = (state: string | null, approvalState: string, more: object = {}) => ({
  id: 'p1',
  referenceId: REQUEST.key,
  transactions: state === null ? [] : [{ ...transaction, state, ...more }],
  category: null,
  approvalState,
  createdAt: '2026-01-05T08:00:00.000Z',
});
const page = (payouts: object[], hasMore = false) => ({ payouts, pagination: { limit: 100, offset: 0, total: 1, count: 1, hasMore } });

interface Said {
  status?: number;
  text?: string;
  data?: Record<string, unknown>;
  signature?: string | null;
}

let provider: Provider | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

/** A payOS that answers POST and GET as told, signed unless told otherwise. */
async function open(post: Said, get: Said = { data: page([]) }, sourceAccount?: string) {
  provider = await serve((response, request) => {
    const said = request.method === 'POST' ? post : get;
    const signature = said.signature === undefined ? said.data && signPayOs(KEY, said.data) : said.signature;
    const text = said.text ?? JSON.stringify({ code: '00', desc: 'success', data: said.data });
    response.writeHead(said.status ?? 200, signature ? { 'x-signature': signature } : {}).end(text);
  });
  const payOs = { baseUrl: provider.url, clientId: 'client', apiKey: 'key', checksumKey: KEY, ...(sourceAccount ? { sourceAccount } : {}) };
  return createBankRail({ payOs, timeoutMs: ANSWER_TIMEOUT_MS }).payouts;
}
const refused = (code: string, desc: string, status = 200): Said => ({ status, text: JSON.stringify({ code, desc, data: null }) });

test('the rail has the capabilities that it has options for', () => {
  const vietQr = { baseUrl: 'http://127.0.0.1:1', clientId: 'c', apiKey: 'k' };
  const payOs = { ...vietQr, checksumKey: 's' };
  expect(Object.keys(createBankRail({ timeoutMs: 1 }))).toEqual(['code']);
  expect(Object.keys(createBankRail({ payOs, timeoutMs: 1 }))).toEqual(['code', 'payouts']);
  expect(Object.keys(createBankRail({ vietQr, timeoutMs: 1 }))).toEqual(['code', 'lookup']);
  expect(createBankRail({ payOs, timeoutMs: 1 }).payouts.maxFee(10n)).toBe(0n);
});

describe('send', () => {
  test('makes one signed request, with our key as idempotency key and reference', async () => {
    const payouts = await open({ data: payout('RECEIVED', 'PROCESSING') });
    expect(await payouts.send(REQUEST, new Date())).toEqual({ state: 'accepted', reference: 'p1', fee: null });
    expect(provider?.asked).toHaveLength(1);
    const { method, path, headers, body } = provider?.asked[0] ?? { body: '', headers: {}, method: '', path: '' };
    const sent = { referenceId: REQUEST.key, amount: 1_250_000, description: '7KQ2M9XR4B', toBin: '970436', toAccountNumber: '0071000123456' };
    expect({ method, path }).toEqual({ method: 'POST', path: '/v1/payouts' });
    expect(JSON.parse(body)).toEqual(sent);
    expect(headers).toMatchObject({
      'x-client-id': 'client',
      'x-api-key': 'key',
      'x-idempotency-key': REQUEST.key,
      'x-signature': signPayOs(KEY, sent),
    });
  });

  test('makes no request for an impossible payout', async () => {
    const payouts = await open({});
    for (const more of [{ destinationBank: null }, { destinationBank: 'nobank' }, { destination: '12' }, { destination: '0071-000' }])
      expect(await payouts.send({ ...REQUEST, ...more }, new Date())).toMatchObject({ state: 'refused', refusal: 'destination' });
    for (const more of [{ amount: 0n }, { amount: 500_000_000n }, { key: '' }, { key: 'a b' }, { key: 'k'.repeat(51) }])
      await expect(payouts.send({ ...REQUEST, ...more }, new Date())).rejects.toMatchObject({ outcome: 'not-done' });
    expect(provider?.asked).toEqual([]);
  });

  test.each([
    ['no signature', { data: payout('RECEIVED', 'PROCESSING'), signature: null }, 'signature'],
    ['a wrong signature', { data: payout('RECEIVED', 'PROCESSING'), signature: signPayOs('other', payout('RECEIVED', 'PROCESSING')) }, 'signature'],
    [
      'a signature of another answer',
      { data: payout('SUCCEEDED', 'COMPLETED'), signature: signPayOs(KEY, payout('RECEIVED', 'PROCESSING')) },
      'signature',
    ],
    ['a failed payout that nobody signed', { data: payout('FAILED', 'FAILED'), signature: null }, 'signature'],
    ['another amount', { data: payout('RECEIVED', 'PROCESSING', { amount: 1_250_001 }) }, 'malformed'],
    ['another account', { data: payout('RECEIVED', 'PROCESSING', { toAccountNumber: '1' }) }, 'malformed'],
    ['another bank', { data: payout('RECEIVED', 'PROCESSING', { toBin: '970415' }) }, 'malformed'],
    ['another key', { data: { ...payout('RECEIVED', 'PROCESSING'), referenceId: 'x' } }, 'malformed'],
    ['two transfers', { data: { ...payout('RECEIVED', 'PROCESSING'), transactions: [transaction, transaction] } }, 'malformed'],
    ['no data', { text: '{"code":"00","desc":"success","data":null}' }, 'malformed'],
    ['a yes with a failing status', { status: 400, data: payout('RECEIVED', 'PROCESSING') }, 'malformed'],
    ['a page', { text: '<html>' }, 'malformed'],
    ['nothing', { text: '' }, 'malformed'],
    ['a gate', { status: 403, text: '<html>Access denied</html>' }, 'unreachable'],
    ['an address that is not on the allow-list', refused('403', 'IP is not allowed', 403), 'unreachable'],
    ['a redirect', { status: 301, text: '' }, 'unreachable'],
    ['a failure', { status: 502, text: 'Bad Gateway' }, 'unreachable'],
    ['a failure that says no', { ...refused('601', 'Insufficient balance', 500) }, 'unreachable'],
    ['too many requests', { status: 429, text: '{"code":"429"}' }, 'busy'],
    ['refused keys', refused('401', 'Client Id hoặc API Key không đúng', 401), 'credentials'],
    ['refused keys with status 200', refused('401', 'Unauthorized'), 'credentials'],
    ['a key that is invalid or expired', refused('601', 'API key không hợp lệ hoặc đã hết hạn'), 'credentials'],
    ['that key, whatever its text says', refused('601', 'Insufficient balance'), 'credentials'],
    ['a page that answers 401', { status: 401, text: '<html>Unauthorized</html>' }, 'unreachable'],
    ['a no that says nothing about money', refused('20', 'Something went wrong'), 'refused'],
    ['a key that was used', refused('409', 'Idempotency key was used for another payout', 409), 'refused'],
  ] as [string, Said, string][])('%s is unknown', async (_, said, trouble) => {
    const payouts = await open(said);
    await expect(payouts.send(REQUEST, new Date())).rejects.toMatchObject({ trouble, outcome: 'unknown' });
  });

  test('refuses a payout that the provider’s signed response reports as ended', async () => {
    const payouts = await open({ data: payout('FAILED', 'FAILED', { errorMessage: 'closed account', errorCode: 'X1' }) });
    expect(await payouts.send(REQUEST, new Date())).toEqual({ state: 'refused', refusal: 'other', detail: 'X1 closed account' });
  });

  describe('an explicit refusal', () => {
    test.each([
      ['Số dư tài khoản chi không đủ', 'funds'],
      ['Insufficient balance', 'funds'],
      ['Tài khoản thụ hưởng không tồn tại', 'destination'],
      ['toAccountNumber is invalid', 'destination'],
      ['Invalid toBin', 'destination'],
    ])('%j is "%s" if the list does not have the payout either', async (desc, refusal) => {
      const payouts = await open(refused('20', desc));
      expect(await payouts.send(REQUEST, new Date())).toEqual({ state: 'refused', refusal, detail: `20 ${desc}` });
      expect(provider?.asked.map(({ method }) => method)).toEqual(['POST', 'GET']);
    });

    test('counts as accepted if an earlier call with this key was accepted', async () => {
      const payouts = await open(refused('20', 'Insufficient balance'), { data: page([payout('PROCESSING', 'PROCESSING')]) });
      expect(await payouts.send(REQUEST, new Date())).toMatchObject({ state: 'accepted', reference: 'p1' });
    });

    test('is unknown if the list cannot be read', async () => {
      for (const list of [
        { status: 503, text: '' },
        { data: page([]), signature: null },
      ]) {
        const payouts = await open(refused('20', 'Insufficient balance'), list);
        await expect(payouts.send(REQUEST, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
        await provider?.close();
      }
    });
  });
});

describe('find', () => {
  const find = async (get: Said, request = REQUEST) => (await open({}, get)).find(request, NOW, NOW);

  test('requests the list filtered by our reference', async () => {
    expect(await find({ data: page([]) })).toEqual({ state: 'absent' });
    expect(provider?.asked[0]?.path).toBe('/v1/payouts?referenceId=7KQ2M9XR4B-1-1&limit=100&offset=0');
  });

  test('reads a paid payout’s bank reference and time', async () => {
    const at = new Date('2026-01-05T08:30:00Z');
    expect(await find({ data: page([payout('SUCCEEDED', 'COMPLETED')]) })).toEqual({ state: 'paid', reference: 'FT26005', fee: 0n, at });
  });

  test('falls back to id and creation time for a paid payout without reference and time', async () => {
    const bare = payout('SUCCEEDED', 'COMPLETED', { reference: null, transactionDatetime: null });
    const at = new Date('2026-01-05T08:00:00Z');
    expect(await find({ data: page([bare]) })).toEqual({ state: 'paid', reference: 't1', fee: 0n, at });
  });

  test.each([
    ['RECEIVED', 'PROCESSING', 'pending'],
    ['RECEIVED', 'APPROVED', 'pending'],
    ['RECEIVED', 'SCHEDULED', 'pending'],
    ['RECEIVED', 'COMPLETED', 'pending'],
    ['PROCESSING', 'PROCESSING', 'pending'],
    ['PROCESSING', 'REJECTED', 'pending'],
    ['ON_HOLD', 'PROCESSING', 'pending'],
    ['ON_HOLD', 'SUBMITTED', 'pending'],
    ['ON_HOLD', 'FAILED', 'pending'],
    ['SOMETHING_NEW', 'COMPLETED', 'pending'],
    ['RECEIVED', 'SOMETHING_NEW', 'pending'],
    [null, 'PROCESSING', 'pending'],
    ['RECEIVED', 'SUBMITTED', 'waiting-otp'],
    ['RECEIVED', 'DRAFTING', 'waiting-otp'],
    [null, 'SUBMITTED', 'waiting-otp'],
    ['RECEIVED', 'REJECTED', 'refused'],
    ['RECEIVED', 'CANCELLED', 'refused'],
    [null, 'FAILED', 'refused'],
    ['FAILED', 'FAILED', 'refused'],
    ['FAILED', 'PARTIAL_COMPLETED', 'refused'],
    ['CANCELLED', 'CANCELLED', 'refused'],
    ['SUCCEEDED', 'PROCESSING', 'paid'],
    ['REVERSED', 'COMPLETED', 'reversed'],
  ])('transfer %s, approval %s: %s', async (state, approval, expected) => {
    expect(await find({ data: page([payout(state, approval)]) })).toMatchObject({ state: expected });
  });

  test('ignores other references, whatever the filter lets through', async () => {
    const others = [
      { ...payout('SUCCEEDED', 'COMPLETED'), referenceId: `${REQUEST.key}1` },
      { ...payout('SUCCEEDED', 'COMPLETED'), referenceId: 'x' },
    ];
    expect(await find({ data: page(others) })).toEqual({ state: 'absent' });
    expect(await find({ data: page([...others, payout('PROCESSING', 'PROCESSING')]) })).toEqual({ state: 'pending' });
  });

  test('reports a list that does not end as an error, never as absent', async () => {
    await expect(find({ data: page([], true) })).rejects.toMatchObject({ trouble: 'malformed' });
    expect(provider?.asked.map(({ path }) => path).slice(0, 2)).toEqual([
      '/v1/payouts?referenceId=7KQ2M9XR4B-1-1&limit=100&offset=0',
      '/v1/payouts?referenceId=7KQ2M9XR4B-1-1&limit=100&offset=100',
    ]);
  });

  test('prefers a live payout over a refused one of the same reference; two live ones are an error', async () => {
    const ended = { ...payout('FAILED', 'FAILED'), id: 'p0' };
    expect(await find({ data: page([ended, payout('SUCCEEDED', 'COMPLETED')]) })).toMatchObject({ state: 'paid' });
    const twice = [payout('SUCCEEDED', 'COMPLETED'), { ...payout('PROCESSING', 'PROCESSING'), id: 'p2' }];
    await expect(find({ data: page(twice) })).rejects.toMatchObject({ trouble: 'duplicated' });
  });

  test.each([
    ['another amount', { data: page([payout('SUCCEEDED', 'COMPLETED', { amount: 1 })]) }, 'malformed'],
    ['another account', { data: page([payout('SUCCEEDED', 'COMPLETED', { toAccountNumber: '0071000123457' })]) }, 'malformed'],
    ['no signature', { data: page([payout('SUCCEEDED', 'COMPLETED')]), signature: null }, 'signature'],
    ['an empty list that nobody signed', { data: page([]), signature: null }, 'signature'],
    ['a wrong signature', { data: page([]), signature: 'a'.repeat(64) }, 'signature'],
    ['refused keys', refused('401', 'Unauthorized', 401), 'credentials'],
    ['an explicit error', refused('20', 'Invalid referenceId', 400), 'refused'],
    ['a failure', { status: 503, text: 'Service Unavailable' }, 'unreachable'],
    ['a page', { text: '<html>' }, 'malformed'],
    ['an unknown layout', { data: { payouts: [{}], pagination: { hasMore: false } } }, 'malformed'],
  ] as [string, Said, string][])('%s throws a RailError, never returns absent', async (_, said, trouble) => {
    await expect(find(said)).rejects.toMatchObject({ trouble });
  });
});

describe('balance', () => {
  const account = { accountNumber: '0011009876543', accountName: 'QUY DOI', currency: 'VND', balance: '5000000000' };
  const balance = async (get: Said, source?: string) => (await (await open({}, get, source)).balances(new Date())).get('vnd');

  test('is read from dong as text', async () => {
    expect(await balance({ data: account })).toBe(5_000_000_000n);
    expect(await balance({ data: { ...account, balance: '12.00' } }, '0011009876543')).toBe(12n);
    expect(provider?.asked[0]?.path).toBe('/v1/payouts-account/balance');
  });

  test.each([
    [{ ...account, balance: '1.5' }, undefined],
    [{ ...account, balance: '-1' }, undefined],
    [{ ...account, currency: 'USD' }, undefined],
    [account, '0011000000000'],
  ])('%j is rejected', async (data, source) => {
    await expect(balance({ data }, source)).rejects.toMatchObject({ trouble: 'malformed' });
  });

  test('is rejected without a signature', async () => {
    await expect(balance({ data: account, signature: null })).rejects.toMatchObject({ trouble: 'signature' });
  });
});

test.each([
  ['7KQ2M9XR4B', '7KQ2M9XR4B'],
  ['Quy Đổi: rút tiền 7KQ2M9XR4B & hơn', 'Quy Doi rut tien 7KQ2M9XR'],
  ['  a\u0000b—c ', 'a b c'],
  ['日本 100%', '100'],
  ['x'.repeat(40), 'x'.repeat(25)],
  ['', ''],
])('the description of %j', (memo, expected) => {
  expect(descriptionOf(memo)).toBe(expected);
});

test('no error message contains a secret', async () => {
  const payouts = await open({ status: 401, text: '{"code":"401","desc":"no"}' });
  const error: unknown = await payouts.send(REQUEST, new Date()).catch((caught: unknown) => caught);
  expect(String((error as Error).stack)).not.toContain(KEY);
});
