import { AppError } from '@quydoi/contract/errors';
import { expect, test } from 'vitest';
import { WEBHOOK_QUESTION, WEBHOOK_SIGNATURE } from '../testing/fake-exchange.ts';
import { createTestApp, post } from '../testing/test-app.ts';

const SIGNED = { 'X-Signature': WEBHOOK_SIGNATURE };
const BODY = '{"id": 1,  "content":"7KQ2M9XR4B ck \\u0000", "amount": 1338580}';

test('a genuine webhook is passed on byte for byte and acknowledged', async () => {
  const { app, exchange } = createTestApp();
  const response = await post(app, '/webhooks/sepay?x=1', `\ufeff${BODY}`, { ...SIGNED, cookie: 'device=foreign; XSRF-TOKEN=foreign' });
  expect([response.status, await response.text()]).toEqual([200, '{"success":true}']);
  expect(exchange.received).toEqual([
    { source: 'sepay', headers: expect.objectContaining({ 'x-signature': WEBHOOK_SIGNATURE }), body: `\ufeff${BODY}` },
  ]);
});

test('a question before a payment is answered in the words of the provider', async () => {
  const { app } = createTestApp();
  const response = await post(app, '/webhooks/sepay', WEBHOOK_QUESTION, SIGNED);
  expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([200, 'YES', 'text/plain; charset=utf-8']);
});

test('a webhook is acknowledged only after it is stored', async () => {
  const { app, exchange } = createTestApp();
  let store: (answer: null) => void = () => {};
  const stored = new Promise<null>((resolve) => (store = resolve));
  const made = createTestApp({ exchange: { ...exchange, webhooks: { receive: () => stored } } });
  let isAnswered = false;
  const answer = post(made.app, '/webhooks/sepay', BODY, SIGNED).then((response) => {
    isAnswered = true;
    return response;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isAnswered).toBe(false);
  store(null);
  expect((await answer).status).toBe(200);
  expect(app).toBeDefined();
});

test.each([
  ['an unsigned one', '/webhooks/sepay', BODY, {}, 401, 'SIGNATURE_INVALID'],
  ['an unknown source', '/webhooks/nobody', BODY, SIGNED, 404, 'NOT_FOUND'],
  ['a source of nonsense', '/webhooks/%00%F0%9F%92%A9', BODY, SIGNED, 404, 'NOT_FOUND'],
  ['a NUL character', '/webhooks/sepay', '{"a":"\u0000"}', SIGNED, 400, 'BODY_INVALID'],
  ['too large a one', '/webhooks/sepay', 'x'.repeat(1_048_577), SIGNED, 413, 'PAYLOAD_TOO_LARGE'],
])('%s is refused', async (_name, path, body, headers, status, error) => {
  const { app, exchange } = createTestApp();
  const response = await post(app, path, body, headers as Record<string, string>);
  expect([response.status, await response.json()]).toMatchObject([status, { status: 'error', error }]);
  expect(exchange.received).toEqual([]);
});

test('one megabyte is taken', async () => {
  const { app, exchange } = createTestApp();
  expect((await post(app, '/webhooks/sepay', 'x'.repeat(1_048_576), SIGNED)).status).toBe(200);
  expect(exchange.received).toHaveLength(1);
});

test('a failure to store a webhook makes the provider retry', async () => {
  const { app, exchange, log } = createTestApp();
  exchange.failNext('webhooks.receive', new AppError('UNAVAILABLE'));
  expect((await post(app, '/webhooks/sepay', BODY, SIGNED)).status).toBe(503);
  exchange.failNext('webhooks.receive', new Error('connection refused'));
  expect((await post(app, '/webhooks/sepay', BODY, SIGNED)).status).toBe(500);
  expect(log).toHaveLength(1);
});

test('GET is not how webhooks come', async () => {
  const response = await createTestApp().app.request('/webhooks/sepay');
  expect([response.status, await response.json()]).toMatchObject([404, { error: 'NOT_FOUND' }]);
});
