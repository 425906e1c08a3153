import { listen } from '@quydoi/database/listen';
import { readOrdersWithEvents } from '@quydoi/database/repositories/order-pages';
import { readOrder, readOrderEvents } from '@quydoi/database/repositories/orders';
import { createTestDatabase, type TestDatabase } from '@quydoi/database/testing/database';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOrderHeartbeat } from '../../src/orders/order-heartbeat.ts';
import { type CachedOrder, createOrderViewCache, type OrderViewCache } from '../../src/orders/order-view-cache.ts';
import { TEST_START } from '../../testing/clock.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { createWorld, type World } from '../../testing/world.ts';

/** Vitest's own second is less than a busy machine may need. */
const HEARD = { timeout: 100_000 };

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), TEST_START);
  world = await createWorld(database);
});
afterAll(() => database.close());

test('orders read in a batch equal orders read singly', async () => {
  const { orm } = world.web;
  const paid = await world.create();
  const open = await world.create();
  await world.pay(paid.ref, paid.amountSent);
  await world.run();
  const [first, none, second] = await readOrdersWithEvents(orm, [open.ref, 'NOSUCHREF2', paid.ref]);
  expect(none).toBeNull();
  for (const [found, ref] of [
    [first, open.ref],
    [second, paid.ref],
  ] as const) {
    const order = await readOrder(orm, ref);
    expect(found?.order).toEqual(order);
    expect(found?.events).toEqual(await readOrderEvents(orm, order?.id ?? ''));
  }
  expect(second?.events.length).toBeGreaterThan(1);
});

/** The cache of a process whose settings stay as they are. */
async function newCache(): Promise<OrderViewCache> {
  const settings = await world.web.settings();
  return createOrderViewCache({ ...world.web, settings: async () => settings }, TEST_SECRETS.requests);
}

test('a cached order is referentially stable until dropped, and concurrent readers share one read', async () => {
  const { ref } = await world.create();
  const cache = await newCache();
  const [one, two] = await Promise.all([cache.find(ref), cache.find(ref)]);
  expect(one?.order.ref).toBe(ref);
  expect(two).toBe(one);
  expect(await cache.find(ref)).toBe(one);
  cache.drop([ref]);
  const again = await cache.find(ref);
  expect(again).not.toBe(one);
  expect(again?.order).toEqual(one?.order);
  expect(await cache.find('NOSUCHREF2')).toBeNull();
});

test('an order is cached once read, while the settings are cached, and until it changes', async () => {
  const { ref } = await world.create();
  const settings = await world.web.settings();
  let atHand: typeof settings | null = settings;
  const cache = createOrderViewCache({ ...world.web, settings: async () => settings, settingsAtHand: () => atHand }, TEST_SECRETS.requests);
  expect(cache.peek(ref)).toBeNull();
  const cached = await cache.find(ref);
  expect(cached?.order.ref).toBe(ref);
  expect(cache.peek(ref)).toBe(cached);
  atHand = null;
  expect(cache.peek(ref)).toBeNull();
  atHand = { ...settings };
  expect(cache.peek(ref)).toBeNull();
  atHand = settings;
  cache.drop([ref]);
  expect(cache.peek(ref)).toBeNull();
});

test('an order dropped during its read is read again', async () => {
  const { ref } = await world.create();
  const cache = await newCache();
  const early = cache.find(ref);
  // From here on the read in progress may hold an old state.
  await Promise.resolve();
  cache.drop([ref]);
  const first = await early;
  expect(await cache.find(ref)).not.toBe(first);
});

test('a cached order is trusted while notifications are reliable; otherwise it is read again', async () => {
  const { ref } = await world.create();
  const settings = await world.web.settings();
  let now = TEST_START;
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const clock = { ...world.web.clock, now: () => now };
  const cache = createOrderViewCache({ ...world.web, clock, settings: async () => settings }, TEST_SECRETS.requests);
  const heartbeat = createOrderHeartbeat({ ...world.web, clock }, cache, 'this process');
  const heard: string[] = [];
  const listener = listen(database.url, ['orders'], (_topic, payload) => heard.push(payload));
  try {
    await vi.waitFor(() => expect(heard).toEqual(['']), HEARD);
    const first = await cache.find(ref);
    later(29_000);
    await heartbeat.beat();
    await vi.waitFor(() => expect(heard).toHaveLength(2), HEARD);
    heartbeat.hear(heard[1] as string);
    later(29_000);
    expect(await cache.find(ref)).toBe(first);
    // Heartbeats of other processes confirm nothing.
    heartbeat.hear('@another process 1');
    later(2_000);
    const second = await cache.find(ref);
    expect(second).not.toBe(first);
    heartbeat.hear(`NOSUCHREF2,${ref}`);
    expect(await cache.find(ref)).not.toBe(second);
  } finally {
    await listener.close();
  }
});

test('a view that depends on the time is rebuilt; any other stays the same object', async () => {
  const { ref, amountSent } = await world.create();
  const settings = await world.web.settings();
  let now = TEST_START;
  const cache = createOrderViewCache(
    { ...world.web, clock: { ...world.web.clock, now: () => now }, settings: async () => settings },
    TEST_SECRETS.requests,
  );
  const readNow = async () => {
    cache.drop();
    return (await cache.find(ref)) as CachedOrder;
  };
  const open = await readNow();
  const view = open.view('full');
  now = new Date(TEST_START.getTime() + 365 * 86_400_000);
  expect(open.view('full')).toBe(view);
  expect((await readNow()).view('full')).toEqual({ ...view, serverTime: now });
  await world.pay(ref, amountSent);
  await world.run();
  now = new Date(TEST_START.getTime());
  const final = await readNow();
  const first = final.view('full');
  expect(first).toMatchObject({ status: 'delivered', masked: false });
  now = new Date(TEST_START.getTime() + 30_000);
  expect(final.view('full')).toBe(first);
  now = new Date(TEST_START.getTime() + 49 * 3_600_000);
  expect(final.view('full').masked).toBe(true);
});
