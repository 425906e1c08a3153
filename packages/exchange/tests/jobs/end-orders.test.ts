import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** More than two batches. */
const STUCK = 250;
const TIMER_MS = 30 * MINUTE_MS;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

/** Adds orders that the timer's job finds and cannot end: with money counted and no reason to wait. They end before this order. */
async function addStuckOrders(ref: string): Promise<void> {
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
       'id', gen_random_uuid(), 'ref', 'X' || lpad(n::text, 9, '0'), 'subject', n, 'status', 'verifying_transaction', 'amount_paid', 1,
       'expires_at', o.expires_at - n * interval '1 second'))).*
     from orders o, generate_series(1, $2::int) n where o.ref = $1`,
    [ref, STUCK],
  );
  await world.database.query('set session_replication_role = origin');
}

test('orders that cannot be ended keep no other from expiring, and are reported once a minute', async () => {
  const { ref } = await world.create();
  await addStuckOrders(ref);
  world.clock.advance(TIMER_MS + 3 * MINUTE_MS);
  await readSources(world.worker, 'bank', 'list');

  for (let run = 0; run < 3; run += 1) await endTimedOutOrders(world.worker);

  expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
  expect(world.errors.splice(0)).toEqual([expect.objectContaining({ orders: STUCK })]);
  world.clock.advance(MINUTE_MS);
  await endTimedOutOrders(world.worker);
  expect(world.errors.splice(0)).toEqual([expect.objectContaining({ orders: STUCK })]);
});
