import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { createTestDatabase, type TestDatabase } from '@quydoi/database/testing/database';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksInOrder, reserveOf } from '../../testing/books.ts';
import { TEST_START } from '../../testing/clock.ts';
import { createWorld, type World } from '../../testing/world.ts';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), TEST_START);
  world = await createWorld(database);
});
afterAll(() => database.close());

test('an order of 100 pm is paid by bank transfer and delivered once', async () => {
  const created = await world.create();
  expect(created).toMatchObject({
    status: 'pending',
    amountSent: 2_607_975n,
    amountReceived: 100_00n,
    feeExchange: 50n,
    destinationName: 'NGUYEN VAN A',
  });
  expect(created.instructions).toMatchObject({ account: '0011004567890', amount: 2_607_975n, memo: created.ref });
  expect(await reserveOf(world, 'pm')).toEqual({ available: 20_000_00n - 100_50n, held: 100_50n });

  await world.pay(created.ref, 2_607_975n);
  await world.run();

  const order = await world.order(created.ref);
  expect(order).toMatchObject({ status: 'delivered', holding: 0n, payoutReference: `batch-${created.ref}-1-1` });
  expect(world.perfectMoney.paid).toEqual([
    { key: `${created.ref}-1-1`, currency: 'pm', amount: 100_00n, destination: 'U7654321', destinationBank: null, memo: created.ref },
  ]);
  const events = await readOrderEvents(world.worker.orm, order.id);
  expect(events.map(({ code }) => code)).toEqual(['created', 'payment_confirmed', 'paid', 'payout_started', 'payout_sent', 'delivered']);
  expect(world.errors).toEqual([]);
  await expectBooksInOrder(world);
});
