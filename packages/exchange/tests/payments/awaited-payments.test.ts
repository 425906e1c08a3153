import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { settle } from '../../testing/mismatch.ts';
import { readFirstHand, sendPayouts } from '../../testing/network-jobs.ts';
import { BUY_100_PM, SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { bankTransfer, chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const SELL_TRC20 = { ...SELL_100_PM, from: 'trc20', sender: undefined } as const;
/** As many as one look at waiting payouts takes. */
const CROWD = 100;

let world: World;
let opened: World[] = [];
beforeEach(async () => {
  world = await openWorld(postgresUrl());
  opened.push(world);
});
afterAll(async () => {
  for (const { database } of opened) await database.close();
  opened = [];
});

/** An order whose payment only the worker has read so far, and whose payout waits for the signer's reading. */
async function waiting(input: Parameters<World['create']>[0]): Promise<{ ref: string; fact: PaymentFact }> {
  const { ref, instructions } = await world.create(input);
  const { amountSent: amount, from } = await world.order(ref);
  const set = { amount, reference: `${ref.padStart(64, '0')}:0`, paidAt: world.clock.now() };
  const fact = from === 'vnd' ? bankTransfer({ ...set, memo: ref }) : chainPayment({ ...set, account: instructions?.account ?? '' });
  await recordPayment(world.worker, fact);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  await sendPayouts(world.signer);
  return { ref, fact };
}

/** Copies an order with its payment and its waiting payout, past the guards. */
async function copyWaiting(ref: string): Promise<void> {
  const { id } = await world.order(ref);
  const copied = (table: string, column: string, changes: string) =>
    world.database.query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${changes}))).* from ${table} t join copy c on t.${column} = $1`,
      [id],
    );
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `create temporary table copy as select gen_random_uuid() as id, 'C' || lpad(n::text, 9, '0') as ref from generate_series(1, ${CROWD}) n`,
  );
  await copied('orders', 'id', "'id', c.id, 'ref', c.ref");
  await copied('payment', 'order_id', "'id', c.id, 'order_id', c.id, 'reference', lpad(c.ref, 64, '0') || ':0', 'memo', c.ref");
  await copied('payout', 'order_id', "'id', c.id, 'order_id', c.id, 'obligation_id', c.id");
  await world.database.query('drop table copy');
  await world.database.query('set session_replication_role = default');
}

const waitsOf = async (ref: string) =>
  (await readPayoutsOf(world.owner, (await world.order(ref)).id)).map(({ state, waitsFor }) => [state, waitsFor]);

test.each([
  ['of another source of money', BUY_100_PM],
  ['of the same source of money', SWAP_60_TRC20],
])('waiting payouts %s on a network that is off keep no other payment from being confirmed', async (_, input) => {
  const { ref: stuck } = await waiting(input);
  await copyWaiting(stuck);
  await world.database.query(`insert into setting (kind, key, value, author, at) values ('rail', 'perfect-money', '{"on":false}', 'tests', now())`);
  await settle(world);
  const { ref, fact } = await waiting(SELL_TRC20);
  expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
  await settle(world);
  world.chain.received.push(fact);
  await readFirstHand(world.signer, 'tron');
  await settle(world);
  expect(await waitsOf(ref)).toEqual([['settled', null]]);
  expect(await waitsOf(stuck)).toEqual([['queued', 'confirmation']]);
});
