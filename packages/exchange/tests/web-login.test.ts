import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectBooksInOrder } from '../testing/books.ts';
import { openWorld, type World } from '../testing/world.ts';

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
