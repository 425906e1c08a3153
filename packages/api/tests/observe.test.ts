import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@quydoi/contract/errors';
import { expect, test } from 'vitest';
import { createTestApp, post } from '../testing/test-app.ts';

const ORDER = '/trpc/orders.get?input=%7B%22json%22%3A%7B%22ref%22%3A%227KQ2M9XR4B%22%7D%7D';

test.each([
  ['GET', '/trpc/config.get', undefined, 'trpc', '/trpc/config.get', 200, null],
  ['GET', ORDER, undefined, 'trpc', '/trpc/orders.get', 200, null],
  ['GET', ORDER.replace('7KQ2M9XR4B', 'NOSUCHREF2'), undefined, 'trpc', '/trpc/orders.get', 404, 'ORDER_NOT_FOUND'],
  ['GET', `${ORDER}&lang=en`, undefined, 'trpc', '/trpc/orders.get', 200, null],
  ['GET', '/trpc/reviews.list?input={"json":{"limit":0}}', undefined, 'trpc', '/trpc/reviews.list', 400, 'VALIDATION_FAILED'],
  ['POST', '/trpc/orders.create', '{"json":{}}', 'trpc', '/trpc/orders.create', 400, 'VALIDATION_FAILED'],
  ['GET', '/trpc/orders.get,orders.get?batch=1&input={}', undefined, 'trpc', '/trpc/batch', 400, 'VALIDATION_FAILED'],
  ['GET', '/trpc/secret-of-the-caller', undefined, 'trpc', '/trpc/unknown', 404, 'NOT_FOUND'],
  ['POST', '/api/v1/histories', '{"ref":"7KQ2M9XR4B"}', 'rest', '/api/v1/histories', 200, null],
  ['POST', '/api/v1/config-web', '{}', 'rest', '/api/v1/config-web', 200, null],
  ['POST', '/api/v1/config-web', '{', 'rest', '/api/v1/config-web', 400, 'BODY_INVALID'],
  ['GET', '/api/v1/histories', undefined, 'rest', '/unknown', 400, 'METHOD_NOT_ALLOWED'],
  ['POST', '/webhooks/sepay', '{}', 'webhook', '/webhooks/:source', 401, 'SIGNATURE_INVALID'],
  ['GET', '/ready', undefined, 'probe', '/ready', 200, null],
  ['GET', '/order/7KQ2M9XR4B', undefined, 'page', '/*', 200, null],
  ['GET', '/assets/a.js', undefined, 'page', '/*.*', 200, null],
  ['GET', '/assets/none.js', undefined, 'page', '/*', 200, null],
  ['POST', '/', '', 'page', '/*', 400, 'METHOD_NOT_ALLOWED'],
])('%s %s is observed once, by its pattern', async (method, path, body, transport, route, status, errorCode) => {
  const { app, observed } = createTestApp({ page: async () => new Response('x'), isFile: (file) => file === '/assets/a.js' });
  const response = await app.request(path, { method, headers: { 'content-type': 'application/json' }, ...(body === undefined ? {} : { body }) });
  const requestId = response.headers.get('x-request-id');
  expect(observed).toEqual([{ transport, method, route, status, durationMs: 0, requestId, errorCode }]);
});

test('durations are measured by the clock that is given, until the answer is ready', async () => {
  let nowMs = 100;
  const { app, exchange, observed } = createTestApp({ monotonicMs: () => nowMs });
  exchange.failNext('orders.create', new AppError('UNAVAILABLE'));
  const answer = post(app, '/api/v1/buy_orders', { currency_code: 'trc20', quantity: 50, receiving_address: 'T1' });
  nowMs = 112.5;
  await answer;
  expect(observed).toMatchObject([{ status: 503, durationMs: 12.5, errorCode: 'UNAVAILABLE' }]);
});

test('polls that Node’s listener answers are observed as the app’s are', async () => {
  const { listener, observed } = createTestApp();
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(`${origin}/trpc/config.live`);
  await fetch(`${origin}${ORDER}`);
  await fetch(`${origin}/api/v1/config-web`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  server.closeAllConnections();
  server.close();
  expect(observed.map(({ transport, method, route, status, requestId }) => [transport, method, route, status, requestId])).toEqual([
    ['trpc', 'GET', '/trpc/config.live', 200, null],
    ['trpc', 'GET', '/trpc/orders.get', 200, 'req-1'],
    ['rest', 'POST', '/api/v1/config-web', 200, null],
  ]);
});
