import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readUnmatched, readUnplacedPayments } from '@quydoi/database/repositories/payments';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { placeUnconfirmedPayments } from '../../src/payments/unconfirmed-payments.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
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

test('many unconfirmed payments that no order takes keep no newer one from being placed, at their address or another', async () => {
  const { ref, instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined });
  const foreign = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
  const seen = (account: string, reference: string) =>
    recordPayment(world.worker, chainPayment({ account, amount: 1_000_000n, reference, paidAt: world.clock.now(), confirmed: false }));
  await seen(foreign, `${'e'.repeat(64)}:0`);
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'reference', lpad(n::text, 64, '0') || ':1'))).*
     from payment p, generate_series(1, 150) n where p.account = $1`,
    [foreign],
  );
  await world.database.query('set session_replication_role = default');
  world.clock.advance(1_000);
  await seen(instructions?.account ?? '', `${'f'.repeat(64)}:0`);
  await placeUnconfirmedPayments(world.worker);
  expect((await world.order(ref)).status).toBe('verifying_transaction');
  world.clock.advance(1_000);
  await seen(foreign, `${'a'.repeat(64)}:0`);
  const [newest] = await readUnplacedPayments(world.worker.orm, 1);
  expect(newest?.reference).toBe(`${'a'.repeat(64)}:0`);
});

test('unconfirmed payments of one order come into its log in the order in which they were seen', async () => {
  const { ref, instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined });
  for (const n of [1, 2, 3]) {
    world.clock.advance(1_000);
    const fact = { account: instructions?.account ?? '', amount: BigInt(n) * 1_000_000n, reference: `${n}${'c'.repeat(63)}:0` };
    await recordPayment(world.worker, chainPayment({ ...fact, paidAt: world.clock.now(), confirmed: false }));
  }
  await placeUnconfirmedPayments(world.worker);
  const events = await readOrderEvents(world.worker.orm, (await world.order(ref)).id);
  expect(events.flatMap(({ params }) => params.amount ?? [])).toEqual(['1', '2', '3']);
});
