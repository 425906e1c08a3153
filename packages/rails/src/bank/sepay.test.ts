import type { ServerResponse } from 'node:http';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterEach, describe, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS, type Provider, serve } from '../../testing/serve.ts';
import { createHttp } from '../http.ts';
import type { PaymentPage, RawWebhook } from '../source.ts';
import { TRANSFER_DONG_MAX } from './reported-transfer.ts';
import { createSePay } from './sepay.ts';
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

const MEMO_WAIT_MS = 120_000;

function sepay(secrets: readonly string[] = [VECTOR.secret], baseUrl = 'http://127.0.0.1:1') {
  const settings = { secrets, apiToken: 'token', pollMs: 1, minPauseMs: 0, memoWaitMs: MEMO_WAIT_MS };
  const [list, webhooks] = createSePay(settings, createHttp({ network: 'bank', baseUrl, timeoutMs: ANSWER_TIMEOUT_MS }));
  return { ...webhooks, list: list.read, readAgain: (cursor: string, from: Date, now: Date) => list.readAgain?.(cursor, from, now) ?? null };
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
  test('accepts the published test vector', () => {
    expect(signSePay(VECTOR.secret, VECTOR.timestamp, VECTOR.body)).toBe(VECTOR.signature);
    sepay().authenticate(webhook(VECTOR.body, { signature: `sha256=${VECTOR.signature}` }));
    sepay().authenticate(webhook(VECTOR.body, { signature: `sha256=${VECTOR.signature.toUpperCase()}` }));
  });

  test('accepts either of two secrets', () => {
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
    [301_000, true],
    [33 * 60_000, true],
    [30 * DAY_MS, true],
  ])('received %i ms after its timestamp: %s', (offsetMs, isTaken) => {
    const received = webhook(VECTOR.body, { receivedAt: new Date(NOW.getTime() + offsetMs) });
    if (isTaken) sepay().authenticate(received);
    else expect(() => sepay().authenticate(received)).toThrow('from the future');
  });

  test('rejects an unreadable arrival time', () => {
    expect(() => sepay().authenticate(webhook(VECTOR.body, { receivedAt: new Date(Number.NaN) }))).toThrow('from the future');
  });
});

describe('read', () => {
  test('reads a payment with its time in UTC', () => {
    expect(read({})).toEqual([
      {
        network: 'bank',
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

  test('nothing, when money went out', () => {
    expect(read({ transferType: 'out' })).toEqual([]);
    expect(read({ transferType: 'out', transferAmount: -1 })).toEqual([]);
  });

  test('of any account that is linked at SePay, with the virtual account that was paid to', () => {
    expect(read({ accountNumber: '9999999999' })).toMatchObject([{ account: '9999999999' }]);
    expect(read({ subAccount: '96247VA01' })).toMatchObject([{ account: ACCOUNT, subAccount: '96247VA01' }]);
    expect(read({ subAccount: '' })[0]).not.toHaveProperty('subAccount');
  });

  test('reads amounts from one dong to the limit', () => {
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
  ])('reports %j as malformed', (more) => {
    expect(() => read(more)).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });

  test.each(['', 'null', '[]', '{', '"x"'])('reports the body %j as malformed', (body) => {
    expect(() => sepay().read(webhook(body))).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });

  test('removes control characters and lone surrogates, which databases reject', () => {
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
  const ID = '07ad3dc9-0000-4000-8000-0afffe87053b';
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const row = {
    id: ID,
    transaction_date: '2026-01-05 15:00:00',
    account_number: ACCOUNT,
    va: '',
    transfer_type: 'in',
    amount_in: 1_250_000,
    amount_out: 0,
    transaction_content: 'EX24A7K9Q2 chuyen tien',
    reference_number: 'FT26005123456',
  };
  const page = (data: object[], more = false, total = data.length) =>
    JSON.stringify({ status: 'success', data, meta: { pagination: { has_more: more, total } } });

  /** Reads the pages that SePay answers with, one after another. */
  async function listed(answers: readonly (string | { status: number })[], cursor: string | null = null, now = NOW) {
    let asked = 0;
    provider = await serve((response: ServerResponse) => {
      const answer = answers[asked] ?? '';
      asked += 1;
      if (typeof answer === 'string') response.writeHead(200).end(answer);
      else response.writeHead(answer.status).end('{}');
    });
    const pages: PaymentPage[] = [];
    for (let at = cursor; pages.length < answers.length; at = pages.at(-1)?.cursor ?? null) pages.push(await sepay([], provider.url).list(at, now));
    const queries = provider.asked.map(({ path }) => new URLSearchParams(path.split('?')[1]));
    await provider.close();
    const last = pages.at(-1) as PaymentPage;
    return { ...last, ids: pages.flatMap(({ facts }) => facts.map(({ sourceId }) => sourceId)), pages, queries };
  }

  test('begins with seven days, and goes on from the newest row', async () => {
    const first = await listed([page([row])]);
    expect(Object.fromEntries(first.queries[0] ?? [])).toEqual({
      transaction_date_from: '2025-12-29 15:00:00',
      transfer_type: 'in',
      transaction_date_sort: 'asc',
      per_page: '100',
      page: '1',
    });
    expect(first).toMatchObject({ more: false, watermark: NOW, unreadable: [] });
    expect(provider?.asked[0]?.headers.authorization).toBe('Bearer token');
    const next = await listed([page([])], first.cursor);
    expect(next.queries[0]?.get('since_id')).toBe(ID);
    expect(next).toMatchObject({ facts: [], more: false, watermark: NOW });
  });

  test('walks all pages under one id, because they are sorted by the banks’ times', async () => {
    const { cursor } = await listed([page([row])]);
    const pages = [page([{ ...row, id: idOf(1) }], true, 3), page([{ ...row, id: idOf(2) }], true, 3), page([{ ...row, id: idOf(3) }], false, 3)];
    const read = await listed(pages, cursor);
    expect(read.queries.map((query) => [query.get('since_id'), query.get('page')])).toEqual([
      [ID, '1'],
      [ID, '2'],
      [ID, '3'],
    ]);
    expect(read.ids).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(read.pages.map(({ more, watermark }) => [more, watermark?.getTime()])).toEqual([
      [true, 0],
      [true, 0],
      [false, NOW.getTime()],
    ]);
    expect((await listed([page([])], read.cursor)).queries[0]?.get('since_id')).toBe(idOf(3));
  });

  test('counts the rows that it can read, also those that went out, and those that it cannot', async () => {
    const read = await listed([page([row, { ...row, id: idOf(1), transfer_type: 'out' }, { id: idOf(2), renamed: 1 }])]);
    expect(read).toMatchObject({ rows: { parsed: 2, unparsed: 1 }, unreadable: [idOf(2)] });
  });

  test.each([
    ['from the first start on', true],
    ['after an id', false],
  ])('that never ends is trouble of SePay, until it is begun again an hour later: %s', async (_, isFirst) => {
    const { cursor } = await listed([page([row])]);
    const later = new Date(NOW.getTime() + 1_000);
    let at = isFirst ? null : cursor;
    provider = await serve((response: ServerResponse) => response.writeHead(200).end(page([{ ...row, id: idOf(1) }], true, 1)));
    let pages = 0;
    const readOn = async () => {
      for (; pages < 3_000; pages += 1) at = (await sepay([], provider?.url ?? '').list(at, later)).cursor;
    };
    await expect(readOn()).rejects.toMatchObject({ trouble: 'malformed', message: expect.stringContaining('does not end') });
    expect(pages).toBeLessThan(1_100);
    await provider.close();
    const hourLater = new Date(later.getTime() + HOUR_MS);
    const read = await listed([page([{ ...row, id: idOf(1) }])], at, hourLater);
    expect(read.queries[0]?.get('page')).toBe('1');
  });

  test('goes on from a row that was there before others came in between its pages', async () => {
    const { cursor } = await listed([page([row])]);
    const read = await listed([page([{ ...row, id: idOf(1) }], true, 2), page([{ ...row, id: idOf(2) }], false, 3)], cursor);
    expect((await listed([page([])], read.cursor)).queries[0]?.get('since_id')).toBe(idOf(1));
  });

  test('begins again where a page is empty although SePay had more rows: none is skipped, no order expires', async () => {
    const { cursor } = await listed([page([row])]);
    const hundred = Array.from({ length: 100 }, (_, n) => ({ ...row, id: idOf(n + 1) }));
    const broken = await listed([page(hundred, true, 101), page([])], cursor);
    expect(broken).toMatchObject({ more: false, watermark: new Date(0) });
    const again = await listed([page(hundred, true, 101), page([{ ...row, id: idOf(101) }], false, 101)], broken.cursor);
    expect(again.queries.map((query) => [query.get('since_id'), query.get('page')])).toEqual([
      [ID, '1'],
      [ID, '2'],
    ]);
    expect(again).toMatchObject({ watermark: NOW });
    // Fewer rows than before, and no more: they were taken away.
    const fewer = await listed([page(hundred, true, 101), page([], false, 100)], cursor);
    expect((await listed([page([])], fewer.cursor)).queries[0]?.get('since_id')).toBe(idOf(100));
  });

  test('ends where a page is empty and there are no more rows than on those before, whatever the last one said', async () => {
    const { cursor } = await listed([page([row])]);
    const hundred = Array.from({ length: 100 }, (_, n) => ({ ...row, id: idOf(n + 1) }));
    const more = await listed([page(hundred, true, 101), page([{ ...row, id: idOf(101) }], true, 101), page([], false, 101)], cursor);
    expect(more).toMatchObject({ more: false, watermark: NOW });
  });

  describe('a page that stays empty although SePay has more rows', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => ({ ...row, id: idOf(n + 1) }));
    const brokenWalk = [page(hundred, true, 160), page([], false, 160)];
    const later = (ms: number) => new Date(NOW.getTime() + ms);

    async function breakThrice() {
      const { cursor } = await listed([page([row])]);
      const broken = await listed([...brokenWalk, ...brokenWalk, page(hundred, true, 160)], cursor);
      expect(broken.queries.map((query) => query.get('page'))).toEqual(['1', '2', '1', '2', '1']);
      return broken.cursor;
    }

    test('is a failure from its third time on, until it comes', async () => {
      const cursor = await breakThrice();
      await expect(listed([page([], false, 160)], cursor)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
      await provider?.close();
      const rest = await listed([page([{ ...row, id: idOf(160) }], false, 160)], cursor);
      expect(rest.queries.map((query) => query.get('page'))).toEqual(['2']);
      expect(rest).toMatchObject({ more: false, watermark: NOW });
    });

    test('keeps no dates from being read, and is listed from its first page again after an hour', async () => {
      const cursor = await breakThrice();
      const read = await listed([page([], false, 160), page([{ ...row, id: idOf(161) }])], cursor, later(3_600_000));
      expect(read.queries.map((query) => query.get('transaction_date_from'))).toEqual([null, '2025-12-29 16:00:00']);
      expect(read.ids).toEqual([idOf(161)]);
      const again = await listed([page(hundred, true, 100)], read.cursor, later(3_600_001));
      expect(again.queries[0]?.get('page')).toBe('1');
    });

    test('of dates counts as unread: what was asked for is asked again', async () => {
      const { cursor } = await listed([page([row])]);
      const asked = sepay().readAgain(cursor ?? '', later(-172_800_000), NOW);
      const broken = await listed([page([]), page(hundred, true, 150), page([], false, 150)], asked);
      expect(broken.more).toBe(false);
      const again = await listed([page([]), page(hundred, false, 100)], broken.cursor, later(60_000));
      expect(again.queries.map((query) => query.get('transaction_date_from'))).toEqual([null, '2026-01-03 15:00:00']);
    });
  });

  test('reads seven days again every hour, some pages at a time, beside new rows', async () => {
    const { cursor } = await listed([page([row])]);
    const later = new Date(NOW.getTime() + 3_600_000);
    expect((await listed([page([])], cursor, new Date(later.getTime() - 1))).more).toBe(false);
    const dates = Array.from({ length: 4 }, (_, n) => page([{ ...row, id: idOf(n) }], true, 5));
    const read = await listed([page([]), ...dates, page([]), page([{ ...row, id: idOf(4) }], false, 5), page([])], cursor, later);
    expect(read.queries.map((query) => [query.get('since_id'), query.get('transaction_date_from'), query.get('page')])).toEqual([
      [ID, null, '1'],
      ...[1, 2, 3, 4].map((n) => [null, '2025-12-29 16:00:00', String(n)]),
      [ID, null, '1'],
      [null, '2025-12-29 16:00:00', '5'],
      [ID, null, '1'],
    ]);
    expect(read.pages.map(({ more }) => more)).toEqual([true, true, true, true, false, true, false, false]);
    expect(read.ids).toEqual([0, 1, 2, 3, 4].map(idOf));
  });

  test('does not wait with new rows for a window of dates that SePay refuses', async () => {
    const { cursor } = await listed([page([row])]);
    const read = await listed([page([]), { status: 422 }, page([{ ...row, id: idOf(1) }])], cursor, new Date(NOW.getTime() + 3_600_000));
    expect(read.pages.map(({ unreadable }) => unreadable)).toEqual([[], ['page 1 from 2025-12-29 16:00:00'], []]);
    expect(read.ids).toEqual([idOf(1)]);
  });

  describe('dates that cannot be read', () => {
    const after = (ms: number) => new Date(NOW.getTime() + ms);
    const HOUR = 3_600_000;
    const MINUTE = 60_000;
    const askedBy = (queries: readonly URLSearchParams[]) => queries.map((query) => query.get('transaction_date_from') ?? query.get('since_id'));
    const later = { ...row, id: idOf(1) };

    test.each([504, 429, 403, 401, 422])('do not keep new rows waiting: status %i', async (status) => {
      const { cursor } = await listed([page([row])]);
      const read = await listed([page([]), { status }, page([later]), page([])], cursor, after(HOUR));
      expect(askedBy(read.queries)).toEqual([ID, '2025-12-29 16:00:00', ID, idOf(1)]);
      expect(read).toMatchObject({ ids: [idOf(1)], more: false });
    });

    test('are read after five minutes, and an operator’s once they could not be read for two hours', async () => {
      const { cursor } = await listed([page([row])]);
      let read = await listed([page([]), { status: 504 }], cursor, after(HOUR));
      expect(read.unreadable).toEqual([]);
      expect(await listed([page([])], read.cursor, after(HOUR + 5 * MINUTE - 1))).toMatchObject({ more: false });
      expect(await listed([page([]), page([later])], read.cursor, after(HOUR + 5 * MINUTE))).toMatchObject({ ids: [idOf(1)] });
      for (const ms of [2 * HOUR, 2 * HOUR + 5 * MINUTE]) {
        read = await listed([page([]), { status: 504 }], read.cursor, after(ms));
        expect(read.unreadable).toEqual(['dates since 2026-01-05 15:00:00']);
      }
    });

    test('are asked for by themselves where the whole window is too much for SePay, and until they are read', async () => {
      const { cursor } = await listed([page([row])]);
      const asked = sepay().readAgain(cursor ?? '', new Date('2026-01-05T07:50:00Z'), NOW);
      const read = await listed([page([]), { status: 504 }, page([]), { status: 504 }], asked, after(HOUR));
      expect(askedBy(read.queries)).toEqual([ID, '2025-12-29 16:00:00', ID, '2026-01-05 14:50:00']);
      expect((await listed([page([])], read.cursor, after(HOUR + MINUTE - 1))).more).toBe(false);
      const found = await listed([page([]), page([later])], read.cursor, after(HOUR + MINUTE));
      expect(askedBy(found.queries)[1]).toBe('2026-01-05 14:50:00');
      expect(found.ids).toEqual([idOf(1)]);
    });

    test('are asked for again for a row without its memo, which stays held', async () => {
      const { cursor } = await listed([page([row])]);
      const bare = { ...row, id: idOf(7), transaction_content: '' };
      const held = await listed([page([bare])], cursor);
      expect(held.ids).toEqual([]);
      const failed = await listed([page([]), { status: 504 }], held.cursor, after(10_000));
      expect((await listed([page([])], failed.cursor, after(10_000 + MINUTE - 1))).more).toBe(false);
      expect((await listed([page([]), page([bare])], failed.cursor, after(MEMO_WAIT_MS))).ids).toEqual([idOf(7)]);
    });
  });

  test('reads by dates when SePay refuses the row that it was to go on from', async () => {
    const { cursor } = await listed([page([row])]);
    const read = await listed([{ status: 422 }, page([{ ...row, id: idOf(1) }]), page([])], cursor);
    expect(read.queries.map((query) => query.get('transaction_date_from') ?? query.get('since_id'))).toEqual([ID, '2026-01-04 15:00:00', idOf(1)]);
    expect(read.ids).toEqual([idOf(1)]);
  });

  test('never asks from a row whose id is none of SePay’s', async () => {
    const { cursor, ids } = await listed([page([row, { ...row, id: '1', account_number: '0000' }])]);
    expect(ids).toEqual([ID, '1']);
    expect((await listed([page([])], cursor)).queries[0]?.get('since_id')).toBe(ID);
  });

  test('reads again from a time that it is asked for, once, also while the hourly window is under way', async () => {
    const again = (cursor: string | null, at: Date) => sepay().readAgain(cursor ?? '', new Date('2026-01-05T07:50:00Z'), at);
    const asked = ({ queries }: { queries: readonly URLSearchParams[] }) =>
      queries.map((query) => query.get('transaction_date_from') ?? query.get('since_id'));
    const { cursor } = await listed([page([row])]);
    const read = await listed([page([]), page([{ ...row, id: idOf(1) }])], again(cursor, NOW));
    expect(asked(read)).toEqual([ID, '2026-01-05 14:50:00']);
    expect(read).toMatchObject({ ids: [idOf(1)], more: false });
    expect((await listed([page([])], read.cursor)).more).toBe(false);

    const later = new Date(NOW.getTime() + 3_600_000);
    const window = await listed([page([]), page([], false), page([])], read.cursor, later);
    expect(asked(window)[1]).toBe('2025-12-29 16:00:00');
    const underWay = await listed([page([]), page([row], true, 2)], read.cursor, later);
    const after = await listed(
      [page([row], false, 2), page([]), page([])],
      again(underWay.cursor, new Date(later.getTime() + 1)),
      new Date(later.getTime() + 1),
    );
    expect(asked(after)).toEqual(['2025-12-29 16:00:00', ID, '2026-01-05 14:50:00']);
    expect((await listed([page([])], after.cursor, new Date(later.getTime() + 2))).more).toBe(false);
  });

  test('leaves out rows from before the dates that it asks for', async () => {
    const old = { ...row, id: idOf(1), transaction_date: '2025-12-29 14:59:59' };
    const first = await listed([page([old, row])]);
    expect(first.ids).toEqual([ID]);
    const later = new Date(NOW.getTime() + 3_600_000);
    expect((await listed([page([]), page([{ ...old, transaction_date: '2025-12-29 15:59:59' }, row])], first.cursor, later)).ids).toEqual([ID]);
  });

  describe('a row without a memo', () => {
    const bare = { ...row, id: idOf(7), transaction_content: '' };
    const after = (ms: number) => new Date(NOW.getTime() + ms);
    const askedBy = (queries: readonly URLSearchParams[]) => queries.map((query) => query.get('transaction_date_from') ?? query.get('since_id'));

    /** A cursor after the row was told without its memo, beside another one. */
    async function held(): Promise<string | null> {
      const { cursor } = await listed([page([row])]);
      const read = await listed([page([bare, { ...row, id: idOf(8) }], false, 2)], cursor);
      expect(read.ids).toEqual([idOf(8)]);
      return read.cursor;
    }

    test('is read again by its date until it has its memo, beside new rows', async () => {
      const cursor = await held();
      expect((await listed([page([])], cursor, after(9_999))).more).toBe(false);
      const still = await listed([page([]), page([bare])], cursor, after(10_000));
      expect(askedBy(still.queries)).toEqual([idOf(8), '2026-01-05 14:58:00']);
      expect(still).toMatchObject({ ids: [], more: false });
      expect((await listed([page([])], still.cursor, after(19_999))).more).toBe(false);
      const told = await listed([page([]), page([{ ...bare, transaction_content: 'EX24A7K9Q2' }])], still.cursor, after(20_000));
      expect(told.facts).toMatchObject([{ sourceId: idOf(7), memo: 'EX24A7K9Q2' }]);
      expect((await listed([page([])], told.cursor, after(90_000))).more).toBe(false);
    });

    test('is reported as it is after two minutes, and not kept back again by later readings', async () => {
      const cursor = await held();
      const reported = await listed([page([]), page([bare])], cursor, after(MEMO_WAIT_MS));
      expect(reported.facts).toMatchObject([{ sourceId: idOf(7), memo: '' }]);
      const again = await listed([page([]), page([bare])], reported.cursor, after(3_600_000));
      expect(again.ids).toEqual([idOf(7)]);
    });

    test('is kept while its page cannot be read', async () => {
      const cursor = await held();
      const unread = await listed([page([]), { status: 422 }], cursor, after(MEMO_WAIT_MS));
      const found = await listed([page([]), page([bare])], unread.cursor, after(2 * MEMO_WAIT_MS));
      expect(found.ids).toEqual([idOf(7)]);
    });

    test('is kept while SePay hides it, and an operator’s once a whole window lacks it', async () => {
      let cursor = await held();
      for (const ms of [MEMO_WAIT_MS, 2 * MEMO_WAIT_MS, 3 * MEMO_WAIT_MS]) {
        const hidden = await listed([page([]), page([])], cursor, after(ms));
        expect(hidden).toMatchObject({ ids: [], unreadable: [], more: false });
        cursor = hidden.cursor;
      }
      expect((await listed([page([])], cursor, after(3 * MEMO_WAIT_MS + 59_999))).more).toBe(false);
      expect((await listed([page([]), page([bare])], cursor, after(4 * MEMO_WAIT_MS))).ids).toEqual([idOf(7)]);
      const gone = await listed([page([]), page([])], cursor, after(3_600_000));
      expect(gone).toMatchObject({ ids: [], unreadable: [idOf(7)] });
      expect((await listed([page([])], gone.cursor, after(3_800_000))).more).toBe(false);
    });

    test.each([
      ['a minute', '2026-01-05 14:59:00', 10_000],
      ['half an hour, once it is missing', '2026-01-05 14:30:00', 3 * MEMO_WAIT_MS],
    ])('is found although its bank has set its time back by %s', async (_, time, afterMs) => {
      const found = await listed([page([]), page([])], await held(), after(afterMs));
      const from = found.queries[1]?.get('transaction_date_from') ?? '';
      expect(from < time).toBe(true);
      const told = { ...bare, transaction_date: time, transaction_content: 'EX24A7K9Q2' };
      expect((await listed([page([]), page([told])], await held(), after(afterMs))).ids).toEqual([idOf(7)]);
    });

    test('keeps orders from expiring until it is reported: nobody has seen it yet', async () => {
      const { cursor } = await listed([page([row])]);
      const seen = await listed([page([bare])], cursor, after(5_000));
      expect(seen.watermark).toEqual(after(5_000));
      const later = await listed([page([])], seen.cursor, after(9_000));
      expect(later.watermark).toEqual(after(5_000));
      const told = await listed([page([]), page([bare]), page([])], later.cursor, after(5_000 + MEMO_WAIT_MS));
      expect(told).toMatchObject({ ids: [idOf(7)], watermark: after(5_000 + MEMO_WAIT_MS) });
    });

    test('is reported at once when its time is out of reach, so that the past is not read for it', async () => {
      const { cursor } = await listed([page([row])]);
      for (const time of ['2024-11-22 09:00:00', '2025-12-29 14:59:59', '2026-01-06 15:00:01']) {
        const old = { ...bare, transaction_date: time };
        const read = await listed([page([old])], cursor);
        expect(read).toMatchObject({ ids: [idOf(7)], more: false });
        expect(await listed([page([])], read.cursor, after(10_000))).toMatchObject({ ids: [], more: false });
      }
    });

    test('is not kept back again and again because its time lies ahead', async () => {
      const { cursor } = await listed([page([row])]);
      const ahead = { ...bare, transaction_date: '2027-01-05 15:00:00' };
      const window = await listed([page([]), page([ahead])], cursor, after(3_600_000));
      expect(window.ids).toEqual([idOf(7)]);
      expect((await listed([page([])], window.cursor, after(3_700_000))).more).toBe(false);
    });

    test('is found after a long stop too, from its own time', async () => {
      const read = await listed([page([]), page([]), page([bare])], await held(), after(10 * 86_400_000));
      const found = await listed([page([]), page([bare])], read.pages[1]?.cursor, after(10 * 86_400_000 + 60_000));
      expect([...read.ids, ...found.ids]).toContain(idOf(7));
      expect(askedBy(found.queries)).toEqual([idOf(8), '2026-01-05 14:00:00']);
    });

    test('at the first start, and a hundred at a time', async () => {
      const rows = Array.from({ length: 101 }, (_, n) => ({ ...bare, id: idOf(n) }));
      expect((await listed([page(rows)])).ids).toEqual([idOf(100)]);
    });
  });

  test('a cursor that cannot be read is an operator’s: starting anew would skip payments', async () => {
    for (const cursor of ['', 'x', '{}', '{"since":1}']) await expect(sepay().list(cursor, NOW)).rejects.toMatchObject({ trouble: 'malformed' });
  });

  test('tells the same as the webhook, under an id of its own', async () => {
    const { facts } = await listed([page([{ ...row, va: '96247VA01' }])]);
    const [told] = read({ subAccount: '96247VA01' });
    expect(facts).toEqual([{ ...told, source: 'sepay-list', sourceId: row.id }]);
  });

  test('leaves out other directions', async () => {
    const { facts, unreadable } = await listed([
      page([
        { ...row, transfer_type: 'out' },
        { ...row, amount_in: 0 },
      ]),
    ]);
    expect({ facts, unreadable }).toEqual({ facts: [], unreadable: [] });
  });

  test.each([
    [401, 'credentials'],
    [403, 'unreachable'],
    [429, 'busy'],
    [422, 'refused'],
    [500, 'unreachable'],
  ])('status %i throws a RailError "%s"', async (status, trouble) => {
    await expect(listed([{ status }])).rejects.toMatchObject({ trouble });
  });

  test('a page instead of JSON is trouble on the way, whatever its status', async () => {
    provider = await serve((response: ServerResponse) => response.writeHead(401).end('<html>Sign in</html>'));
    await expect(sepay([], provider.url).list(null, NOW)).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  test.each([
    [{ amount_in: 1.5, id: 'odd' }, 'odd'],
    [{ transaction_date: '', id: 'odd' }, 'odd'],
    [{ amount_in: null, id: 'odd' }, 'odd'],
    [{ id: 7 }, '7'],
    [{ id: null }, 'without an id'],
  ])('an impossible row is reported and does not block others: %j', async (odd, id) => {
    const { facts, unreadable } = await listed([page([{ ...row, ...odd }, row])]);
    expect(facts.map(({ sourceId }) => sourceId)).toEqual([row.id]);
    expect(unreadable).toEqual([id]);
  });

  test.each(['{"status":"success","data":[]}', '<html>'])('an unreadable page stops instead of leaving money out: %s', async (text) => {
    await expect(listed([text])).rejects.toMatchObject({ trouble: 'malformed' });
  });
});
