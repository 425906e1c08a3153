import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { openWorld, SWAP_60_TRC20, type World } from '../../testing/world.ts';

/* A thief has the web's database login, and asks the site like anybody else: what the login wrote makes the site tell or do nothing for the thief. */

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(() => expectBooksInOrder(world));
afterAll(() => world.database.close());

const asWeb = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_web');

test('an idempotency key that the login gave to another’s order tells neither the order nor its key', async () => {
  const victim = await world.order((await world.create()).ref);
  const thief = { deviceId: 'thief', idempotencyKey: 'k1' };
  const own = await world.create({}, thief);
  await asWeb(
    `insert into idempotency select (jsonb_populate_record(i, jsonb_build_object('key', 'k2', 'order_id', $1::text))).* from idempotency i where key = 'k1'`,
    [victim.id],
  );
  await expect(world.create({}, { ...thief, idempotencyKey: 'k2' })).rejects.toThrow('IDEMPOTENCY_CONFLICT');
  expect(await world.create({}, thief)).toMatchObject({ ref: own.ref, key: own.key });
});

describe('a deposit address that the login stored', () => {
  const THIEFS = ['THXrXRd7SeUEfqgr2THPMnqSNPuPgsoBfM', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'];
  const store = (address: string, index = '(select coalesce(max(index) + 1, 0) from deposit_address)') =>
    asWeb(`insert into deposit_address (network, index, address, free_at) values ('tron', ${index}, $1, '2001-01-01')`, [address]);

  test('is told to no customer, with an alarm, and the next that is free is ours', async () => {
    const first = await world.create(SWAP_60_TRC20);
    world.clock.turn(8 * DAY_MS);
    await readSources(world.worker, 'tron', 'blocks');
    await endTimedOutOrders(world.worker);
    for (const address of THIEFS.slice(0, 2)) await store(address);
    // Their addresses are the oldest that are free.
    const told = [];
    for (let orders = 0; orders < 3; orders += 1) told.push((await world.create(SWAP_60_TRC20)).instructions?.account);
    expect(told[0]).toBe(first.instructions?.account);
    expect(told.filter((account) => THIEFS.includes(account ?? ''))).toEqual([]);
    expect(new Set(told).size).toBe(3);
    expect(world.log.filter((line) => line.includes('a stored deposit address is not ours'))).toHaveLength(1);
    world.errors.length = 0;
  });

  test('leaves the indexes after it free: it is the next, or is refused', async () => {
    for (const index of ['2147483647', '(select max(index) + 2 from deposit_address)']) {
      await expect(store(THIEFS[2] ?? '', index)).rejects.toMatchObject({ code: 'QD039' });
    }
    await store(THIEFS[2] ?? '');
    world.clock.turn(MINUTE_MS);
    expect(THIEFS).not.toContain((await world.create(SWAP_60_TRC20)).instructions?.account);
    world.errors.length = 0;
  });
});
