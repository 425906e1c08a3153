import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOrderAt } from '../../src/orders/leased-order.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

test.each<[NetworkCode, number, boolean]>([
  ['tron', 4, true],
  ['tron', 6, false],
  // A miner may date a block back by an hour, and each address is leased only once.
  ['bitcoin', 70, true],
  ['bitcoin', 121, false],
])('on %s, a block dated %i minutes before the lease pays its order: %s', async (network, minutes, isPaid) => {
  const { ref, instructions } = await world.create(SWAP_60_TRC20);
  const { createdAt } = await world.order(ref);
  const payment = { network, account: instructions?.account ?? '', paidAt: new Date(createdAt.getTime() - minutes * MINUTE_MS) } as Payment;
  expect((await readOrderAt(world.worker, payment))?.ref ?? null).toBe(isPaid ? ref : null);
});
