import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTestApp, post, snapshotOf } from '../testing/test-app.ts';
import { CONFIG_EXTRAS, CONFIG_VIEW, LIVE_VIEW } from '../testing/views.ts';

const PATHS = ['/trpc/config.get', '/trpc/config.live'] as const;

describe.each(PATHS)('%s', (path) => {
  test('the snapshot holds the very bytes that the procedure would answer', async () => {
    const { app, exchange } = createTestApp();
    const fast = await (await app.request(path)).text();
    expect(exchange.calls).toEqual([]);
    const slow = await (await app.request(`${path}?batch=1&input={}`)).text();
    expect(exchange.calls).toHaveLength(1);
    expect(`[${fast}]`).toBe(slow);
  });

  test('any input is ignored', async () => {
    const { app } = createTestApp();
    expect(await (await app.request(`${path}?input=%7B%22json%22%3A1%7D`)).text()).toBe(await (await app.request(path)).text());
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.0, gzip;q=0', null],
    ['deflate', null],
    ['', null],
  ])('accepting %j gives %j', async (accepted, encoding) => {
    const response = await createTestApp().app.request(path, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
    const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(JSON.parse(plain.toString())).toEqual({ result: { data: { json: path.endsWith('get') ? CONFIG_VIEW : LIVE_VIEW } } });
  });

  test.each([
    ['the tag', (etag: string) => etag, 304],
    ['a weakened tag', (etag: string) => `W/${etag}`, 304],
    ['one of several', (etag: string) => `"old", ${etag}`, 304],
    ['an old tag', () => '"old"', 200],
  ])('asked with %s', async (_name, tagOf, status) => {
    const { app } = createTestApp();
    const etag = (await app.request(path)).headers.get('etag') ?? '';
    const response = await app.request(path, { headers: { 'if-none-match': tagOf(etag) } });
    expect([response.status, response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([status, etag, 'no-cache']);
    if (status === 304) expect(await response.text()).toBe('');
  });

  test('HEAD answers without a body', async () => {
    const response = await createTestApp().app.request(path, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

test('a new snapshot is answered at once', async () => {
  const first = snapshotOf(CONFIG_VIEW);
  let config = first;
  const { app } = createTestApp({ snapshots: { config: () => config, live: () => snapshotOf(LIVE_VIEW), extras: () => snapshotOf(CONFIG_EXTRAS) } });
  const before = await (await app.request('/trpc/config.get')).text();
  config = snapshotOf({ ...CONFIG_VIEW, version: '8' });
  const response = await app.request('/trpc/config.get', { headers: { 'if-none-match': first.etag } });
  expect([response.status, response.headers.get('etag')]).toEqual([200, '"8"']);
  expect(await response.text()).not.toBe(before);
});

describe('config-web', () => {
  test('is put together once per snapshot', async () => {
    let config = snapshotOf(CONFIG_VIEW);
    const live = snapshotOf(LIVE_VIEW);
    const extras = snapshotOf(CONFIG_EXTRAS);
    const { app } = createTestApp({ snapshots: { config: () => config, live: () => live, extras: () => extras } });
    const etagNow = async () => (await post(app, '/api/v1/config-web', { isGetAll: 'false' })).headers.get('etag');
    const etag = await etagNow();
    expect(await etagNow()).toBe(etag);
    config = snapshotOf({ ...CONFIG_VIEW, version: '8' });
    expect(await etagNow()).not.toBe(etag);
  });

  test('what goes beyond prices is in the whole answer alone', async () => {
    const [config, live] = [snapshotOf(CONFIG_VIEW), snapshotOf(LIVE_VIEW)];
    let extras = snapshotOf(CONFIG_EXTRAS);
    const { app } = createTestApp({ snapshots: { config: () => config, live: () => live, extras: () => extras } });
    const etagOf = async (isGetAll: string) => (await post(app, '/api/v1/config-web', { isGetAll })).headers.get('etag');
    const before = [await etagOf('true'), await etagOf('false')];
    extras = snapshotOf({ ...CONFIG_EXTRAS, version: '2' });
    const after = [await etagOf('true'), await etagOf('false')];
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
  });

  test.each([
    ['a form', 'isGetAll=false', false],
    ['a truth value', '{"isGetAll":false}', false],
    ['capitalised', '{"IsGetAll":"false"}', false],
    ['nothing', '', true],
  ])('asked with %s', async (_name, body, isComplete) => {
    const headers: Record<string, string> = body.startsWith('isGetAll') ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const { data } = (await (await post(createTestApp().app, '/api/v1/config-web', body, headers)).json()) as { data: object };
    expect('orders' in data).toBe(isComplete);
  });

  test('compressed when asked', async () => {
    const response = await post(createTestApp().app, '/api/v1/config-web', {}, { 'accept-encoding': 'gzip' });
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(JSON.parse(text)).toMatchObject({ status: 'success' });
  });
});
