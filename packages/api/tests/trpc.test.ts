import { AppError } from '@quydoi/contract/errors';
import { describe, expect, test } from 'vitest';
import { createTestApp, post } from '../testing/test-app.ts';

const CREATE = { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' };
const queryOf = (input: unknown) => `input=${encodeURIComponent(JSON.stringify({ json: input }))}`;

/** The error that a tRPC answer carries. */
async function errorOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { error: { json: unknown } };
  return body.error.json;
}

describe('errors', () => {
  test('carry code, words, params and details, and never a stack', async () => {
    const { app } = createTestApp();
    const response = await post(app, '/trpc/orders.create?lang=en', { json: { ...CREATE, quantity: '1' } });
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toEqual({
      code: -32603,
      message: 'Minimum: 10 trc20',
      data: {
        code: 'QUANTITY_TOO_SMALL',
        httpStatus: 422,
        message: 'Minimum: 10 trc20',
        params: { n: '10', code: 'trc20' },
        details: null,
        requestId: 'req-1',
      },
    });
  });

  test('input that does not fit names its fields', async () => {
    const response = await post(createTestApp().app, '/trpc/orders.create', { json: { ...CREATE, kind: 'steal', destination: 7 } });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({
      data: {
        code: 'VALIDATION_FAILED',
        details: {
          fields: [
            { field: 'kind', problem: 'invalid_value' },
            { field: 'destination', problem: 'invalid_type' },
          ],
        },
      },
    });
  });

  test('amounts in details stay exact', async () => {
    const { app, exchange } = createTestApp();
    exchange.failNext('orders.create', new AppError('RATE_CHANGED', {}, { amountSent: 1_338_581n }));
    const body = await (await post(app, '/trpc/orders.create', { json: CREATE })).json();
    expect(body).toMatchObject({
      error: { json: { data: { details: { amountSent: '1338581' } } }, meta: { values: { 'data.details.amountSent': ['bigint'] } } },
    });
  });

  test('a bug tells nothing but its request', async () => {
    const { app, exchange, log } = createTestApp();
    exchange.failNext('orders.create', new Error('password=hunter2'));
    const response = await post(app, '/trpc/orders.create', { json: CREATE });
    const text = await response.text();
    expect([response.status, text.includes('hunter2'), text.includes('stack')]).toEqual([500, false, false]);
    expect(JSON.parse(text)).toMatchObject({ error: { json: { data: { code: 'INTERNAL', requestId: 'req-1' } } } });
    expect(log).toMatchObject([{ level: 'error', fields: { requestId: 'req-1', path: 'orders.create', reason: 'password=hunter2' } }]);
  });

  test('an answer that breaks the contract is a bug', async () => {
    const { app, log } = createTestApp({
      exchange: { ...createTestApp().exchange, lookups: { accountName: async () => ({ wrong: true }) as never } },
    });
    const response = await post(app, '/trpc/lookups.accountName', { json: { type: 'pm', accountNumber: 'U1' } });
    expect([response.status, log.length]).toEqual([500, 1]);
  });

  test.each([
    ['GET', '/trpc/nothing', undefined, 404, 'NOT_FOUND'],
    ['GET', '/trpc/orders', undefined, 404, 'NOT_FOUND'],
    ['GET', '/trpc/orders.constructor', undefined, 404, 'NOT_FOUND'],
    ['GET', '/trpc/__proto__', undefined, 404, 'NOT_FOUND'],
    ['GET', '/trpc/%E0%A4%A', undefined, 404, 'NOT_FOUND'],
    ['GET', '/trpc/', undefined, 404, 'NOT_FOUND'],
    ['GET', '/trpc', undefined, 404, 'NOT_FOUND'],
    ['GET', '/trpc/orders.create', undefined, 400, 'METHOD_NOT_ALLOWED'],
    ['POST', '/trpc/orders.get', '{"json":{"ref":"7KQ2M9XR4B"}}', 400, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/trpc/orders.get', undefined, 400, 'BODY_INVALID'],
    ['POST', '/trpc/orders.create', '{', 400, 'BODY_INVALID'],
    ['POST', '/trpc/orders.create', 'null', 400, 'BODY_INVALID'],
    ['POST', '/trpc/orders.create', '[]', 400, 'BODY_INVALID'],
    ['POST', '/trpc/orders.create', '', 400, 'BODY_INVALID'],
    ['POST', '/trpc/orders.create', `{"json":{"a":"${'x'.repeat(70_000)}"}}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['POST', '/trpc/orders.create', '{"json":{"quantity":"x"},"meta":{"values":{"quantity":["bigint"]}}}', 400, 'BODY_INVALID'],
    ['POST', '/trpc/orders.create', '{"json":{},"meta":{"values":{"__proto__.polluted":["Date"]}}}', 400, 'BODY_INVALID'],
    ['GET', '/trpc/orders.get?input=%7B', undefined, 400, 'BODY_INVALID'],
  ])('%s %s %.40s', async (method, path, body, status, code) => {
    const headers = { 'content-type': 'application/json' };
    const response = await createTestApp().app.request(path, { method, ...(body === undefined ? {} : { body, headers }) });
    const text = await response.text();
    expect([response.status, text]).toEqual([status, expect.stringContaining(code)]);
    expect('polluted' in {}).toBe(false);
  });

  test('deep nesting is the caller’s mistake', async () => {
    const response = await post(createTestApp().app, '/trpc/orders.create', `{"json":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
    expect(response.status).toBe(400);
  });

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream', 'application/x-www-form-urlencoded'])(
    '%s is not read',
    async (contentType) => {
      const response = await post(createTestApp().app, '/trpc/orders.create', '{"json":{}}', { 'content-type': contentType });
      expect(await errorOf(response)).toMatchObject({ data: { code: 'BODY_INVALID' } });
    },
  );

  test('even errors that come before any procedure are in the caller’s language', async () => {
    const { app } = createTestApp();
    const vi = await errorOf(await app.request('/trpc/orders.get?input=%7B'));
    const en = await errorOf(await app.request('/trpc/orders.get?input=%7B', { headers: { cookie: 'language=en' } }));
    const batch = (await (
      await app.request(`/trpc/${Array(11).fill('orders.get').join(',')}?batch=1&input={}`, { headers: { 'accept-language': 'en-GB,vi' } })
    ).json()) as { error: { json: unknown } };
    expect(vi).toMatchObject({ message: 'Không đọc được nội dung yêu cầu.' });
    expect(en).not.toMatchObject({ message: 'Không đọc được nội dung yêu cầu.' });
    expect(batch.error.json).toMatchObject({ message: (en as { message: string }).message });
  });

  test('a language cookie of nonsense falls through', async () => {
    const response = await createTestApp().app.request('/trpc/nothing', {
      headers: { cookie: 'language=%E0%A4%A; =; ;;', 'accept-language': '*;q=x, toString, __proto__' },
    });
    expect(await errorOf(response)).toMatchObject({ message: 'Không tìm thấy thông tin!' });
  });
});

describe('batches', () => {
  test('up to ten calls are answered together', async () => {
    const { app, exchange } = createTestApp();
    const inputs = JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, { json: { ref: '7KQ2M9XR4B' } }])));
    const ask = (count: number) => app.request(`/trpc/${Array(count).fill('orders.get').join(',')}?batch=1&input=${encodeURIComponent(inputs)}`);
    expect((await ask(10)).status).toBe(200);
    expect(exchange.calls).toHaveLength(10);
    expect((await ask(11)).status).toBe(400);
    expect(exchange.calls).toHaveLength(10);
  });
});

test('superjson’s undefined is understood, its other annotations are not', async () => {
  const { app, exchange } = createTestApp();
  const send = (json: unknown, values: unknown) => post(app, '/trpc/orders.create', { json, meta: { values, v: 1 } });
  expect((await send({ ...CREATE, sender: null }, { sender: ['undefined'] })).status).toBe(200);
  expect(exchange.calls[0]?.input).toEqual(CREATE);
  for (const values of ['text', 7, [], ['Date'], { destination: ['regexp'] }, [['undefined'], { a: ['set'] }]])
    expect((await send(CREATE, values)).status).toBe(400);
  expect((await app.request('/trpc/config.get?batch=1&input={"0":{"json":null,"meta":{"values":["undefined"],"v":1}}}')).status).toBe(200);
});

test('what the headers say reaches the exchange', async () => {
  const { app, exchange } = createTestApp();
  await app.request(`/trpc/orders.get?lang=ko&${queryOf({ ref: '7kq2m9xr4b' })}`, {
    headers: { 'x-order-key': 'k1', 'idempotency-key': 'i1', 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'accept-language': 'en' },
  });
  await app.request(`/trpc/orders.get?${queryOf({ ref: '7KQ2M9XR4B' })}`, {
    headers: { 'x-order-key': 'no key/', 'accept-language': 'fr, de-AT;q=0.9' },
  });
  expect(exchange.calls).toMatchObject([
    { caller: { requestId: 'req-1', locale: 'ko', orderKey: 'k1', idempotencyKey: 'i1', ip: '198.51.100.7' }, input: { ref: '7KQ2M9XR4B' } },
    { caller: { requestId: 'req-2', locale: 'ger', orderKey: null, idempotencyKey: null, ip: '127.0.0.1' } },
  ]);
});

test('an unusable Idempotency-Key is refused', async () => {
  const { app, exchange } = createTestApp();
  const response = await post(app, '/trpc/orders.create', { json: CREATE }, { 'idempotency-key': 'x'.repeat(256) });
  expect(await errorOf(response)).toMatchObject({ data: { code: 'VALIDATION_FAILED', details: { fields: [{ field: 'Idempotency-Key' }] } } });
  expect(exchange.calls).toEqual([]);
});
