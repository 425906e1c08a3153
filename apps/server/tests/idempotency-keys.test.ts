import { randomUUID } from 'node:crypto';
import { createFakeExchange } from '@quydoi/api/testing/fake-exchange';
import { createTestApp, post } from '@quydoi/api/testing/test-app';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { createOrder } from '@quydoi/exchange/orders/create-order';
import { answerLookups } from '@quydoi/exchange/testing/network-jobs';
import { workingMeanwhile } from '@quydoi/exchange/testing/working-meanwhile';
import { openWorld, type World } from '@quydoi/exchange/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let app: ReturnType<typeof createTestApp>['app'];

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  const fake = createFakeExchange();
  const create: typeof fake.orders.create = (caller, input) =>
    workingMeanwhile(createOrder(world.web, world.deps, caller, input), () => answerLookups(world.signer));
  const exchange = { ...fake, orders: { ...fake.orders, create } };
  ({ app } = createTestApp({ exchange, page: async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }) }));
});
afterAll(() => world.database.close());

type Headers = Readonly<Record<string, string>>;

async function order(key: string, more: Headers = {}) {
  const body = { currency_code: 'pm', quantity: '10', receiving_address: 'U7654321' };
  const response = await post(app, '/api/v1/buy_orders?lang=en', body, { 'idempotency-key': key, ...more });
  return { status: response.status, body: (await response.json()) as { error?: string; message: string; data?: { Ref: string; Key: string } } };
}

/** The cookies that a browser gets, and what its scripts send with them. */
async function openDevice(): Promise<Headers> {
  const response = await app.request('/');
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { cookie: cookies.join('; '), 'x-xsrf-token': token };
}

test('a caller without a cookie cannot use a key that others behind the address may use as well; a UUID gives the order again', async () => {
  for (const key of ['1', 'order-1', 'x'.repeat(15)]) {
    const refused = await order(key);
    expect(refused).toMatchObject({ status: 400, body: { error: 'IDEMPOTENCY_KEY_TOO_SHORT' } });
    expect(refused.body.message).toBe('The Idempotency-Key must have at least 16 characters that nobody can guess, such as a random UUID.');
  }
  const key = randomUUID();
  const [first, again] = [await order(key), await order(key)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.data).toMatchObject({ Ref: first.body.data?.Ref, Key: first.body.data?.Key });
});

test('a device’s keys are its own, however short', async () => {
  const [one, other] = [await openDevice(), await openDevice()];
  const [first, again, another] = [await order('1', one), await order('1', one), await order('1', other)];
  expect([first.status, again.status, another.status]).toEqual([200, 200, 200]);
  expect(again.body.data?.Ref).toBe(first.body.data?.Ref);
  expect(another.body.data?.Ref).not.toBe(first.body.data?.Ref);
});
