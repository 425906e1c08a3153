import type { ServerResponse } from 'node:http';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Provider, serve } from '../../testing/serve.ts';
import { createHttp } from '../http.ts';
import { createCassoList, createCassoWebhook } from './casso.ts';
import { signCasso } from './casso-wire.ts';
import { MEMO_WAIT_MS } from './sepay-held.ts';

const NOW = new Date('2026-01-05T08:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

/** A row of the list. */
const row = (id: number, more: object = {}) => ({
  id,
  tid: `FT${id}`,
  description: `EX24A7K9Q${id}`,
  amount: 1_000_000 + id,
  when: '2026-01-05 14:59:00',
  bankSubAccId: '0011004567890',
  virtualAccount: '',
  ...more,
});

let provider: Provider;
/** All rows that Casso has, oldest first. */
let rows: object[] = [];
let accounts: { status: number; body: unknown } = { status: 200, body: { error: 0, data: { records: [] } } };
let failure: { status: number; text: string } | null = null;
/** Rows that the provider gives at most, whatever is asked for. */
let pageSizeMax = Number.POSITIVE_INFINITY;
/** Whether every page names a next one. */
let isEndless = false;
/** Whether the first page is empty, and the rows begin on the second. */
let emptyFirst = false;

beforeEach(async () => {
  isEndless = emptyFirst = false;
  rows = [];
  failure = null;
  pageSizeMax = Number.POSITIVE_INFINITY;
  accounts = { status: 200, body: { error: 0, data: { records: [] } } };
  provider = await serve((response: ServerResponse, request) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (pathname === '/v2/accounts') return response.writeHead(accounts.status).end(JSON.stringify(accounts.body));
    if (failure) return response.writeHead(failure.status).end(failure.text);
    const [page, size] = [Number(searchParams.get('page')), Math.min(pageSizeMax, Number(searchParams.get('pageSize')))];
    const first = (page - (emptyFirst ? 2 : 1)) * size;
    const records = isEndless ? rows : rows.slice(Math.max(0, first), Math.max(0, first + size));
    const nextPage = isEndless || first + size < rows.length ? page + 1 : null;
    return response.writeHead(200).end(JSON.stringify({ error: 0, message: 'success', data: { page, nextPage, records } }));
  });
});
afterEach(() => provider.close());

const list = () =>
  createCassoList(
    { apiKey: 'key', pollMs: 5_000, memoWaitMs: MEMO_WAIT_MS },
    createHttp({ network: 'bank', baseUrl: provider.url, timeoutMs: 5_000 }),
  );

/** Reads until nothing more is ready. */
async function readAll(cursor: string | null, now = NOW) {
  const ids: string[] = [];
  const unreadable: string[] = [];
  for (let at = cursor; ; ) {
    const page = await list().read(at, now);
    ids.push(...page.facts.map(({ sourceId }) => sourceId));
    unreadable.push(...(page.unreadable ?? []));
    at = page.cursor;
    if (!page.more) return { ids, unreadable, cursor: at ?? '', watermark: page.watermark };
  }
}

describe('the list', () => {
  test('begins with the last days, asks with the key, and is complete up to its last request', async () => {
    rows = [row(1)];
    const { ids, watermark } = await readAll(null);
    expect(new Set(ids)).toEqual(new Set(['1']));
    expect(watermark).toEqual(NOW);
    expect(provider.asked[0]?.path).toBe('/v2/transactions?fromDate=2025-12-29&page=1&pageSize=100&sort=ASC');
    expect(provider.asked[0]?.headers.authorization).toBe('Apikey key');
  });

  test('tells new rows once, over any number of pages', async () => {
    rows = Array.from({ length: 250 }, (_, n) => row(n + 1));
    const { cursor } = await readAll(null);
    rows.push(row(251), row(252, { amount: -5_000 }));
    const news = await readAll(cursor, after(5_000));
    expect(news.ids).toEqual(['251']);
    expect((await readAll(news.cursor, after(10_000))).ids).toEqual([]);
  });

  test('finds a row that is dated back within the hour, or at once where it is asked to', async () => {
    rows = Array.from({ length: 150 }, (_, n) => row(n + 1));
    const { cursor } = await readAll(null);
    rows.splice(5, 0, row(500));
    expect((await readAll(cursor, after(5_000))).ids).not.toContain('500');
    expect((await readAll(cursor, after(HOUR_MS))).ids).toContain('500');
    const asked = list().readAgain?.(cursor, after(-MINUTE_MS), after(10_000)) ?? '';
    const again = await readAll(asked, after(10_000));
    expect(again.ids).toContain('500');
    expect((await readAll(again.cursor, after(15_000))).ids).toEqual([]);
  });

  test('waits for a memo, and keeps orders from expiring meanwhile', async () => {
    const { cursor } = await readAll(null);
    rows = [row(1, { description: '' })];
    const held = await readAll(cursor, after(5_000));
    expect(held.ids).toEqual([]);
    const still = await readAll(held.cursor, after(65_000));
    expect([still.ids, still.watermark]).toEqual([[], after(5_000)]);
    rows = [row(1)];
    expect((await readAll(still.cursor, after(70_000))).ids).toEqual(['1']);
    rows = [row(1, { description: '' })];
    expect((await readAll(still.cursor, after(5_000 + MEMO_WAIT_MS))).ids).toEqual(['1']);
  });

  test('reports what it cannot read, and goes on', async () => {
    rows = [row(1, { amount: 1.5 }), { id: 'x' }, row(2, { when: 'yesterday' }), row(3)];
    const { ids, unreadable } = await readAll(null);
    expect(new Set(ids)).toEqual(new Set(['3']));
    expect(new Set(unreadable)).toEqual(new Set(['1', 'without an id', '2']));
  });

  test('counts the rows that it can read, and those that it cannot', async () => {
    rows = [row(1), row(2, { amount: -1 }), row(3, { when: 'nonsense' })];
    expect(await list().read(null, NOW)).toMatchObject({ rows: { parsed: 2, unparsed: 1 } });
  });

  test('goes back to the page before where that of the newest rows is empty, as after rows were removed', async () => {
    rows = Array.from({ length: 101 }, (_, n) => row(n + 1));
    const { cursor } = await readAll(null);
    rows = rows.slice(3);
    const shorter = await readAll(cursor, after(5_000));
    rows.push(row(102));
    const next = await readAll(shorter.cursor, after(10_000));
    expect(next.ids).toEqual(['102']);
    // Far fewer rows: neither that page nor the one before it has any.
    rows = Array.from({ length: 250 }, (_, n) => row(n + 103));
    const many = await readAll(next.cursor, after(15_000));
    rows = [row(999)];
    expect((await readAll(many.cursor, after(20_000))).ids).toContain('999');
  });

  test('follows an empty page to the next one where Casso names it', async () => {
    rows = [row(1)];
    const { cursor } = await readAll(null);
    emptyFirst = true;
    rows.push(row(2));
    expect((await readAll(cursor, after(5_000))).ids).toContain('2');
  });

  test.each([0, 2 * HOUR_MS])('that never ends is trouble of Casso, until it is begun again an hour later: its walk began %d ms ago', async (ms) => {
    rows = [row(1)];
    const { cursor } = await readAll((await readAll(null)).cursor, after(ms));
    isEndless = true;
    let at: string | null = cursor;
    let pages = 0;
    const readOn = async (now: Date) => {
      for (; pages < 3_000; pages += 1) at = (await list().read(at, now)).cursor;
    };
    await expect(readOn(after(ms + 5_000))).rejects.toMatchObject({ trouble: 'malformed' });
    expect(pages).toBeLessThan(1_100);
    await expect(list().read(at, after(ms + MINUTE_MS))).rejects.toMatchObject({ trouble: 'malformed' });
    isEndless = false;
    const later = after(ms + HOUR_MS + MINUTE_MS);
    expect((await readAll(at, later)).watermark).toEqual(later);
  });

  test('says which accounts Casso has lost, or that it cannot tell', async () => {
    const records = [
      { bankSubAccId: '111', connectStatus: 1 },
      { bankSubAccId: '222', connectStatus: 0 },
    ];
    accounts = { status: 200, body: { error: 0, data: { records } } };
    const { unreadable, cursor } = await readAll(null);
    expect(unreadable).toEqual(['account 222 not connected 2026-01-05']);
    expect((await readAll(cursor, after(MINUTE_MS))).unreadable).toEqual([]);
  });

  test.each([401, 403, 404, 429, 500])('goes on where the look at the accounts is answered %d', async (status) => {
    const { cursor } = await readAll(null);
    accounts = { status, body: {} };
    rows = [row(1)];
    expect(await readAll(cursor, after(6 * MINUTE_MS))).toMatchObject({ ids: ['1'], unreadable: ['accounts 2026-01-05'] });
  });

  test('goes on to the next page where Casso gives fewer rows than were asked for', async () => {
    pageSizeMax = 50;
    rows = Array.from({ length: 130 }, (_, n) => row(n + 1));
    expect(new Set((await readAll(null)).ids).size).toBe(130);
  });

  test.each([
    [{ status: 401, text: '{"error":401}' }, 'credentials'],
    [{ status: 401, text: '<html>' }, 'unreachable'],
    [{ status: 403, text: '<html>' }, 'unreachable'],
    [{ status: 503, text: '' }, 'unreachable'],
    [{ status: 429, text: '{}' }, 'busy'],
    [{ status: 200, text: '{"error":1,"message":"no"}' }, 'malformed'],
  ])('%j is trouble "%s"', async (answer, trouble) => {
    failure = answer;
    await expect(list().read(null, NOW)).rejects.toMatchObject({ name: 'RailError', trouble });
  });

  test('a cursor that cannot be read is an operator’s', async () => {
    await expect(list().read('{}', NOW)).rejects.toMatchObject({ trouble: 'malformed' });
  });
});

describe('a webhook', () => {
  const source = createCassoWebhook(['newer-key', 'casso-key']);
  const DATA = {
    id: 7,
    reference: 'FT26001',
    description: 'EX24A7K9Q2',
    amount: 1_250_000,
    transactionDateTime: '2026-01-05 14:59:00',
    accountNumber: '12345678',
  };

  function told(data: object, { key = 'casso-key', t = NOW.getTime(), name = 'casso' } = {}) {
    const body = JSON.stringify({ error: 0, data });
    const headers = { 'x-casso-signature': `t=${t},v1=${signCasso(key, String(t), body)}` };
    return { source: name, headers, body, receivedAt: NOW };
  }

  test('is authentic under either key, also when it is old', () => {
    for (const key of ['casso-key', 'newer-key']) source.authenticate(told(DATA, { key }));
    source.authenticate(told(DATA, { t: NOW.getTime() - HOUR_MS }));
  });

  test.each([
    ['another key', told(DATA, { key: 'other' })],
    ['the future', told(DATA, { t: NOW.getTime() + HOUR_MS })],
    ['another route', told(DATA, { name: 'sepay' })],
    ['another body', { ...told(DATA), body: '{}' }],
    ['no signature', { ...told(DATA), headers: {} }],
  ])('of %s is refused', (_, webhook) => {
    expect(() => source.authenticate(webhook)).toThrow(expect.objectContaining({ trouble: 'signature' }));
  });

  test('tells a payment', () => {
    expect(source.read(told(DATA))).toMatchObject([
      {
        account: '12345678',
        reference: 'FT26001',
        amount: 1_250_000n,
        memo: 'EX24A7K9Q2',
        source: 'casso-webhook',
        sourceId: '7',
        paidAt: new Date('2026-01-05T07:59:00Z'),
      },
    ]);
  });

  test('of a ping, or of money that went out, tells nothing', () => {
    expect(source.read(told({ ...DATA, id: 0 }))).toEqual([]);
    expect(source.read(told({ ...DATA, amount: -5_000 }))).toEqual([]);
  });

  test('that makes no sense is malformed', () => {
    for (const data of [{ ...DATA, amount: 1.5 }, { ...DATA, transactionDateTime: '' }, {}])
      expect(() => source.read(told(data))).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });
});
