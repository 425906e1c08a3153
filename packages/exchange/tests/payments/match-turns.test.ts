import { readUnmatched } from '@quydoi/database/repositories/payments';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(async () => world.database.close());

test('many payments to one leased address delay no payment to another', async () => {
  const [busy, other] = ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'];
  for (const [n, account] of [busy, busy, busy, other].entries()) {
    world.clock.advance(1_000);
    await recordPayment(world.worker, chainPayment({ account, reference: `${String(n).repeat(64)}:0`, paidAt: world.clock.now() }));
  }
  const accountsOf = async (limit: number) => (await readUnmatched(world.worker.orm, limit)).map(({ account }) => account);
  expect(await accountsOf(2)).toEqual([busy, other]);
  expect(await accountsOf(10)).toEqual([busy, other, busy, busy]);
});
