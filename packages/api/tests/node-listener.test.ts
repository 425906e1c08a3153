import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ORDER_KEY } from '../testing/fake-exchange.ts';
import { createTestApp, snapshotOf, type TestApp } from '../testing/test-app.ts';
import { CONFIG_EXTRAS, CONFIG_VIEW, LIVE_VIEW } from '../testing/views.ts';

const config = snapshotOf(CONFIG_VIEW);
const live = snapshotOf(LIVE_VIEW);
const extras = snapshotOf(CONFIG_EXTRAS);
const kept = { config: () => config, live: () => live, extras: () => extras };
const ORDER = '/trpc/orders.get?input=%7B%22json%22%3A%7B%22ref%22%3A%227KQ2M9XR4B%22%7D%7D';

let made: TestApp;
let server: Server;
let url: string;

beforeEach(async () => {
  made = createTestApp({ snapshots: kept });
  server = createServer((request, response) => {
    if (!made.listener(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test.each([{}, { 'accept-encoding': 'identity' }, { 'if-none-match': config.etag }, { 'if-none-match': '"old"' }])(
  'answers as the app does, headers and bytes: %j',
  async (headers) => {
    const { app } = createTestApp({ snapshots: kept });
    for (const path of ['/trpc/config.get', '/trpc/config.get?input=%7B%7D', '/trpc/config.live']) {
      const [own, apps] = [await fetch(`${url}${path}`, { headers }), await app.request(path, { headers })];
      expect(own.status).toBe(apps.status);
      const wanted = Object.fromEntries(apps.headers);
      expect(Object.fromEntries(own.headers)).toMatchObject(
        'accept-encoding' in headers ? wanted : { etag: wanted.etag, 'cache-control': wanted['cache-control'] },
      );
      // What fetch unpacked is compared with the app's plain answer.
      const plain = await app.request(path, { headers: { 'accept-encoding': 'identity' } });
      expect(await own.text()).toBe(own.status === 304 ? '' : await plain.text());
    }
  },
);

test.each([
  ['a watched order', ORDER, { headers: { 'x-order-key': ORDER_KEY, cookie: 'language=en' } }, 200],
  ['an order by its reference alone', ORDER, {}, 200],
  ['no such order', ORDER.replace('7KQ2M9XR4B', 'NOSUCHREF2'), { headers: { cookie: 'language=en' } }, 404],
  ['the public configuration', '/api/v1/config-web', { method: 'POST', body: '{"isGetAll":"false"}' }, 200],
  ['all of it', '/api/v1/config-web', { method: 'POST', body: '' }, 200],
  ['nothing that can be read', '/api/v1/config-web', { method: 'POST', body: '{"isGetAll"' }, 400],
])('%s: as the app answers', async (_name, path, init, status) => {
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity', ...('headers' in init ? init.headers : {}) };
  const own = await fetch(`${url}${path}`, { ...init, headers });
  const apps = await createTestApp({ snapshots: kept }).app.request(path, { ...init, headers });
  expect([own.status, apps.status]).toEqual([status, status]);
  const text = await own.text();
  expect(text).toBe(await apps.text());
  const { 'content-length': length, ...wanted } = Object.fromEntries(apps.headers);
  expect(Object.fromEntries(own.headers)).toMatchObject({ ...wanted, 'content-length': length ?? String(Buffer.byteLength(text)) });
});

test('direct answers and the app count against the same limits', async () => {
  const rate = { burst: 2, perSecond: 0.5 };
  made = createTestApp({ limits: { poll: { device: rate, address: rate } } });
  await made.app.request(ORDER);
  expect((await fetch(`${url}${ORDER}`)).status).toBe(200);
  const refused = await fetch(`${url}${ORDER}`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
});

test.each(['/trpc/config.get?batch=1', '/trpc/orders.get', `${ORDER}&lang=en`, ORDER.replace('7KQ2M9XR4B', '%2e'), '/', '/trpc/config.get/'])(
  'leaves %s to the app',
  async (path) => {
    expect((await fetch(`${url}${path}`)).status).toBe(418);
  },
);

test.each([
  ['/trpc/config.get', {}, ''],
  [ORDER, {}, ''],
  ['/api/v1/config-web', { cookie: 'device=x' }, '{}'],
  ['/api/v1/config-web', {}, `{"a":"${'x'.repeat(100)}"}`],
  ['/api/v1/config-web?lang=en', {}, '{}'],
])('leaves a write to %s with %j to the app', async (path, headers, body) => {
  expect((await fetch(`${url}${path}`, { method: 'POST', headers, body })).status).toBe(418);
});
