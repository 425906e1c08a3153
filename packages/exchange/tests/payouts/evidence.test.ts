import { ConflictError } from '@quydoi/database/money-tx';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateConsistently } from '../../src/payouts/obligations/evidence.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
  await world.database.query('set session_replication_role = replica');
});
afterAll(() => world.database.close());

/** Judges an order that changes while it is judged, this many times. @returns the version judged last, and how often it was judged */
async function judge(changes: number) {
  const order = await world.order((await world.create()).ref);
  let looks = 0;
  const judged = validateConsistently(world.signer, order, async ({ id, version }) => {
    looks += 1;
    if (looks <= changes) await world.database.query('update orders set version = version + 1 where id = $1', [id]);
    return version - order.version;
  });
  return { judged: await judged.catch((error: unknown) => error), looks };
}

test('evidence is read again while its order changes, and what is judged last holds', async () => {
  expect(await judge(0)).toEqual({ judged: 0, looks: 1 });
  expect(await judge(1)).toEqual({ judged: 1, looks: 2 });
  expect(await judge(7)).toEqual({ judged: 7, looks: 8 });
});

test('an order that keeps changing is judged later', async () => {
  expect(await judge(8)).toEqual({ judged: expect.any(ConflictError), looks: 8 });
});
