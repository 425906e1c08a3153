import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type Provider, serve } from '../../testing/serve.ts';
import { createHttp } from '../http.ts';
import type { RawWebhook } from '../source.ts';
import { createSePay, TRANSFER_DONG_MAX } from './sepay.ts';
import { signSePay } from './wire.ts';

const ACCOUNT = '0011004567890';
const NOW = new Date(1_767_600_000_000);

/** A published vector of SePay's signature. */
const VECTOR = {
  secret: 'sepay-secret',
  timestamp: '1767600000',
  body: '{"id":92704,"gateway":"MBBank","transferType":"in","transferAmount":1250000,"content":"EX24A7K9Q2"}',
  signature: '319b91ae743120b57b1adb7f971cbc838aa83d52d969699269e62fb710b74673',
};

let provider: Provider | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

function sepay(secrets: readonly string[] = [VECTOR.secret], baseUrl = 'http://127.0.0.1:1') {
  const settings = { secrets, apiToken: 'token', collectionAccount: ACCOUNT, pollMs: 1 };
  const [list, webhooks] = createSePay(settings, createHttp({ rail: 'bank', baseUrl, timeoutMs: 1_000 }));
  return { ...webhooks, list: list.read };
}

function webhook(body: string, more: Partial<RawWebhook> & { timestamp?: string; signature?: string } = {}): RawWebhook {
  const timestamp = more.timestamp ?? VECTOR.timestamp;
  const signature = more.signature ?? `sha256=${signSePay(VECTOR.secret, timestamp, body)}`;
  const headers = { 'x-sepay-timestamp': timestamp, 'x-sepay-signature': signature };
  return { source: 'sepay', headers, body, receivedAt: NOW, ...more };
}

const movement = {
  id: 92704,
  gateway: 'Vietcombank',
  transactionDate: '2026-01-05 15:00:00',
  accountNumber: ACCOUNT,
  subAccount: null,
  code: null,
  content: 'EX24A7K9Q2 chuyen tien',
  transferType: 'in',
  transferAmount: 1_250_000,
  accumulated: 0,
  referenceCode: 'FT26005123456',
  description: '',
};
const read = (more: object) => sepay().read(webhook(JSON.stringify({ ...movement, ...more })));

describe('authenticate', () => {
  test('takes the published vector', () => {
    expect(signSePay(VECTOR.secret, VECTOR.timestamp, VECTOR.body)).toBe(VECTOR.signature);
    sepay().authenticate(webhook(VECTOR.body, { signature: `sha256=${VECTOR.signature}` }));
    sepay().authenticate(webhook(VECTOR.body, { signature: `sha256=${VECTOR.signature.toUpperCase()}` }));
  });

  test('takes either of two secrets', () => {
    sepay(['new', VECTOR.secret]).authenticate(webhook(VECTOR.body));
    sepay([VECTOR.secret, 'new']).authenticate(webhook(VECTOR.body));
  });

  const refusals: Record<string, [readonly string[], RawWebhook]> = {
    'another secret': [['other'], webhook(VECTOR.body)],
    'no secret set': [[], webhook(VECTOR.body)],
    'an empty secret': [[''], webhook(VECTOR.body, { signature: `sha256=${signSePay('', VECTOR.timestamp, VECTOR.body)}` })],
    'a changed body': [[VECTOR.secret], { ...webhook(VECTOR.body), body: VECTOR.body.replace('1250000', '9250000') }],
    'a changed space': [[VECTOR.secret], { ...webhook(VECTOR.body), body: `${VECTOR.body} ` }],
    'a changed timestamp': [[VECTOR.secret], webhook(VECTOR.body, { timestamp: '1767600001', signature: `sha256=${VECTOR.signature}` })],
    'no signature': [[VECTOR.secret], { ...webhook(VECTOR.body), headers: { 'x-sepay-timestamp': VECTOR.timestamp } }],
    'no timestamp': [[VECTOR.secret], { ...webhook(VECTOR.body), headers: { 'x-sepay-signature': `sha256=${VECTOR.signature}` } }],
    'a bare signature': [[VECTOR.secret], webhook(VECTOR.body, { signature: VECTOR.signature })],
    'a short signature': [[VECTOR.secret], webhook(VECTOR.body, { signature: `sha256=${VECTOR.signature.slice(2)}` })],
    'a long signature': [[VECTOR.secret], webhook(VECTOR.body, { signature: `sha256=${VECTOR.signature}00` })],
    'a negative timestamp': [[VECTOR.secret], webhook(VECTOR.body, { timestamp: '-1767600000' })],
    'a timestamp with an exponent': [[VECTOR.secret], webhook(VECTOR.body, { timestamp: '1.7676e9' })],
    'another source': [[VECTOR.secret], webhook(VECTOR.body, { source: 'casso' })],
  };
  test.each(Object.entries(refusals))('refuses %s', (_, [secrets, received]) => {
    expect(() => sepay(secrets).authenticate(received)).toThrow(expect.objectContaining({ trouble: 'signature', outcome: 'not-done' }));
  });

  test.each([
    [-301_000, false],
    [-300_000, true],
    [300_000, true],
    [301_000, false],
  ])('received %i ms after its timestamp: %s', (offsetMs, isTaken) => {
    const received = webhook(VECTOR.body, { receivedAt: new Date(NOW.getTime() + offsetMs) });
    if (isTaken) sepay().authenticate(received);
    else expect(() => sepay().authenticate(received)).toThrow('too old or too early');
  });

  test('an unreadable time of arrival is refused', () => {
    expect(() => sepay().authenticate(webhook(VECTOR.body, { receivedAt: new Date(Number.NaN) }))).toThrow('too old');
  });
});

describe('read', () => {
  test('a payment, with its time in UTC', () => {
    expect(read({})).toEqual([
      {
        rail: 'bank',
        account: ACCOUNT,
        reference: 'FT26005123456',
        unit: 'vnd',
        amount: 1_250_000n,
        exactAmount: null,
        memo: 'EX24A7K9Q2 chuyen tien',
        payer: null,
        payerName: null,
        paidAt: new Date('2026-01-05T08:00:00Z'),
        confirmed: true,
        source: 'sepay-webhook',
        sourceId: '92704',
      },
    ]);
  });

  test('nothing, when money went out or another account moved', () => {
    expect(read({ transferType: 'out' })).toEqual([]);
    expect(read({ accountNumber: '9999999999' })).toEqual([]);
    expect(read({ transferType: 'out', transferAmount: -1 })).toEqual([]);
  });

  test('amounts from one dong to the limit', () => {
    expect(read({ transferAmount: 1 })[0]?.amount).toBe(1n);
    expect(read({ transferAmount: TRANSFER_DONG_MAX })[0]?.amount).toBe(BigInt(TRANSFER_DONG_MAX));
    for (const transferAmount of [0, -1, 1.5, TRANSFER_DONG_MAX + 1, 1e300, '1250000', null]) {
      expect(() => read({ transferAmount })).toThrow(expect.objectContaining({ trouble: 'malformed' }));
    }
  });

  test.each([
    { transactionDate: '2026-13-05 15:00:00' },
    { transactionDate: '2026-02-30 15:00:00' },
    { transactionDate: 'yesterday' },
    { transactionDate: 1_767_600_000 },
    { id: 'x' },
    { id: 0 },
    { transferType: 'sideways' },
    { accountNumber: null },
    { referenceCode: 'F'.repeat(201) },
  ])('%j is malformed', (more) => {
    expect(() => read(more)).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });

  test.each(['', 'null', '[]', '{', '"x"'])('the body %j is malformed', (body) => {
    expect(() => sepay().read(webhook(body))).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });

  test('control characters and broken surrogates, which databases refuse, are taken out', () => {
    expect(read({ content: 'a\u0000b\n\ud800c' })[0]?.memo).toBe('a b \ufffdc');
    expect(read({ content: null })[0]?.memo).toBe('');
  });

  test.each([null, '', ' '])(
    'a bank’s missing reference %j stays empty: none is made up from texts that differ between webhook and list',
    (referenceCode) => {
      expect(read({ referenceCode })[0]?.reference).toBe('');
    },
  );
});

describe('list', () => {
  const row = {
    id: '07ad3dc9-0000-4000-8000-0afffe87053b',
    transaction_date: '2026-01-05 15:00:00',
    account_number: ACCOUNT,
    transfer_type: 'in',
    amount_in: 1_250_000,
    amount_out: 0,
    transaction_content: 'EX24A7K9Q2 chuyen tien',
    reference_number: 'FT26005123456',
  };
  const page = (data: object[], more = false) => JSON.stringify({ status: 'success', data, meta: { pagination: { has_more: more } } });

  async function listed(text: string, status = 200, cursor: string | null = null) {
    provider = await serve((response: ServerResponse) => response.writeHead(status).end(text));
    return sepay([], provider.url).list(cursor, NOW);
  }

  test('the first look goes back seven days, later ones go on from the cursor', async () => {
    expect(await listed(page([]))).toEqual({ facts: [], unreadable: [], cursor: null, more: false });
    expect(provider?.asked[0]?.path).toBe(
      '/v2/transactions?transaction_date_from=2025-12-29+15%3A00%3A00&transfer_type=in&transaction_date_sort=asc&per_page=100',
    );
    expect(provider?.asked[0]?.headers.authorization).toBe('Bearer token');
    await provider?.close();
    expect(await listed(page([]), 200, 'c1')).toEqual({ facts: [], unreadable: [], cursor: 'c1', more: false });
    expect(provider?.asked[0]?.path).toContain('since_id=c1');
  });

  test('is asked no more than three times a second, however often somebody wants it', () => {
    const [list] = createSePay(
      { secrets: [], apiToken: 'token', collectionAccount: ACCOUNT, pollMs: 1 },
      createHttp({ rail: 'bank', baseUrl: 'http://127.0.0.1:1', timeoutMs: 1 }),
    );
    // Four requests are three pauses apart.
    expect(3 * (list.minPauseMs ?? 0)).toBeGreaterThan(1_000);
  });

  test('has the same identity as the webhook', async () => {
    const { facts, cursor, more } = await listed(page([row], true));
    const [told] = read({});
    expect(facts).toEqual([{ ...told, source: 'sepay-list', sourceId: row.id }]);
    expect({ cursor, more }).toEqual({ cursor: row.id, more: true });
  });

  test('leaves out other accounts and directions, and still goes past them', async () => {
    const rows = [
      { ...row, account_number: '1' },
      { ...row, transfer_type: 'out' },
      { ...row, amount_in: 0, id: 'last' },
    ];
    expect(await listed(page(rows))).toEqual({ facts: [], unreadable: [], cursor: 'last', more: false });
  });

  test.each([
    [401, 'credentials'],
    [403, 'unreachable'],
    [429, 'busy'],
    [422, 'refused'],
    [500, 'unreachable'],
  ])('status %i is trouble "%s"', async (status, trouble) => {
    await expect(listed('{}', status)).rejects.toMatchObject({ trouble });
  });

  test('a page in front of SePay that answers 401 refuses no credentials', async () => {
    await expect(listed('<html>Unauthorized</html>', 401)).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  test.each([{ amount_in: 1.5 }, { transaction_date: '' }])('a row that no transfer can be is named and stops nobody: %j', async (odd) => {
    const { facts, unreadable, cursor } = await listed(page([{ ...row, ...odd, id: 'odd' }, row]));
    expect(facts.map(({ sourceId }) => sourceId)).toEqual([row.id]);
    expect({ unreadable, cursor }).toEqual({ unreadable: ['odd'], cursor: row.id });
  });

  test.each([page([{ ...row, id: 7 }]), '{"status":"success","data":[]}', '<html>'])(
    'an unreadable page stops instead of leaving money out: %s',
    async (text) => {
      await expect(listed(text)).rejects.toMatchObject({ trouble: 'malformed' });
    },
  );
});
