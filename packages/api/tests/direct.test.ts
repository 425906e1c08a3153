import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDirectAnswers } from '../src/direct.ts';
import { createTestApp, snapshotOf } from '../src/testing/test-app.ts';
import { CONFIG_VIEW, LIVE_VIEW } from '../src/testing/views.ts';

const config = snapshotOf(CONFIG_VIEW);
const live = snapshotOf(LIVE_VIEW);
const kept = { config: () => config, live: () => live };
const direct = createDirectAnswers({ snapshots: kept });
const server = createServer((request, response) => {
  if (!direct(request, response)) response.writeHead(418).end();
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

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

test.each(['/trpc/config.get?batch=1', '/trpc/orders.get', '/', '/trpc/config.get/'])('leaves %s to the app', async (path) => {
  expect((await fetch(`${url}${path}`)).status).toBe(418);
});

test('writes are the app’s', async () => {
  expect((await fetch(`${url}/trpc/config.get`, { method: 'POST' })).status).toBe(418);
});
