import { readHeldOf } from '@quydoi/database/repositories/ledger';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { refundsOf, settle } from '../../testing/mismatch.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PRICE = 2_607_975n;
const EXTRA = 700_000n;
const LAN = operatorCaller('lan');
const ACCOUNT = { destination: '0011001234567', destinationBank: 'vcb', note: 'as the customer wrote' };

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  // The owner forges what no role could: past triggers and foreign keys.
  await world.database.query('set session_replication_role = replica');
});
afterAll(() => world.database.close());

/** A delivered order with two further payments that are to be returned; the second return is due a day later. */
async function returningTwo(): Promise<{ ref: string; orderId: string }> {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await settle(world);
  await world.pay(ref, EXTRA);
  await world.pay(ref, EXTRA);
  await matchPayments(world.worker);
  const { id: orderId } = await world.order(ref);
  const extras = await world.database.query(`select id from payment where order_id = $1 and state = 'case'`, [orderId]);
  for (const { id } of extras) await bindOperations(world.operator).refundPayment(LAN, { id: String(id), ...ACCOUNT });
  await world.database.query(
    `update payout set next_at = next_at + interval '1 day' where order_id = $1 and obligation_kind = 'return' and seq = 2`,
    [orderId],
  );
  return { ref, orderId };
}

const heldOf = (orderId: string) => readHeldOf(world.signer.orm, { id: orderId, reserve: 'vnd' });

test.each([
  ['more than it holds', EXTRA + EXTRA, EXTRA],
  ['less than it holds', EXTRA - 1n, EXTRA + 1n],
])('a rejected return that claims %s takes nothing of what another return holds', async (_, claimed, left) => {
  const { ref, orderId } = await returningTwo();
  await world.database.query(`update payout set held = $2 where order_id = $1 and obligation_kind = 'return' and seq = 1`, [orderId, claimed]);
  await sendPayouts(world.signer);
  expect(world.errors.splice(0)).toMatchObject([{ reason: 'hold is missing' }]);
  expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { state: 'queued', held: EXTRA }]);
  expect(await heldOf(orderId)).toBe(left);
});

test('the other return is paid from its own hold', async () => {
  const { ref, orderId } = await returningTwo();
  await world.database.query(`update payout set held = held * 2 where order_id = $1 and obligation_kind = 'return' and seq = 1`, [orderId]);
  await sendPayouts(world.signer);
  world.errors.length = 0;
  world.clock.advance(DAY_MS);
  await settle(world);
  expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { state: 'settled', amount: EXTRA }]);
  expect(await heldOf(orderId)).toBe(0n);
});

test.each([
  ['was given back', 'settled', 'failed'],
  ['was to be given back, and was not,', 'failed', 'settled'],
])('a payment that %s through another order is returned accordingly', async (_, elsewhere, here) => {
  const { ref, orderId } = await returningTwo();
  const other = await world.create();
  world.errors.length = 0;
  await world.database.query(
    `insert into payout select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'order_id', o.id, 'state', $3::text, 'seq', 9, 'next_at', p.next_at + interval '9 days'))).*
     from payout p, orders o where p.order_id = $1 and p.obligation_kind = 'return' and p.seq = 1 and o.ref = $2`,
    [orderId, other.ref, elsewhere],
  );
  await sendPayouts(world.signer);
  const told = world.errors.filter((fields) => 'reason' in fields && fields.reason === 'payment is given back through another order');
  expect(told).toHaveLength(here === 'failed' ? 1 : 0);
  expect(await refundsOf(world, ref)).toMatchObject([{ state: here }, { state: 'queued' }]);
});
