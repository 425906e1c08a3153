import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseOldEvidence, prune } from '../../src/jobs/prune.ts';
import { handleWebhooks } from '../../src/payments/handle-webhooks.ts';
import { receiveWebhook } from '../../src/payments/receive-webhook.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { factBody } from '../../testing/rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

/** What is kept of a request, of sums paid out, of the accounts' holders, of webhooks and of a visitor's network. */
async function kept(ref: string): Promise<Record<string, unknown>> {
  const [row] = await world.database.query(
    `select (select count(*)::int from idempotency) as keys, (select count(*) > 0 from payout_volume) as volumes, (select count(*)::int from lookup) as names, (select count(*)::int from name_budget) as budgets,
       (select count(*)::int from webhook) as webhooks, (select origin <> '' from orders where ref = $1) as origin`,
    [ref],
  );
  return row ?? {};
}

/** What the signer has read of an order's payments. */
async function evidence(ref: string): Promise<Record<string, unknown>[]> {
  return world.database.query(
    `select f.memo, f.payer, f.amount::text, u.payment_id is not null as used from first_hand_payment f
       join payment_use u using (network, source, source_id) join orders o on o.id = u.order_id where o.ref = $1`,
    [ref],
  );
}

async function pruneAfter(days: number): Promise<void> {
  world.clock.advance(days * DAY_MS);
  while (await prune(world.worker));
}

test('names, webhooks and visitors’ networks are removed when their time is over', async () => {
  const { ref } = await world.create({ destination: 'U5550001' }, { idempotencyKey: 'a key' });
  const { amountSent } = await world.order(ref);
  const fact = bankTransfer({ amount: amountSent, memo: ref, payer: '0011009999999', reference: 'FT-1', source: 'sepay-webhook', sourceId: '1' });
  world.bank.statement.push({ ...fact, source: 'sepay-list', sourceId: 'list-1' });
  await receiveWebhook(world.web, world.deps, { source: 'sepay', headers: { 'x-signature': 'good' }, body: factBody(fact) });
  await handleWebhooks(world.worker);
  await world.run();
  expect((await world.order(ref)).status).toBe('delivered');
  expect(await kept(ref)).toEqual({ keys: 1, volumes: true, names: 1, budgets: 4, webhooks: 1, origin: true });

  await pruneAfter(23 / 24);
  expect(await kept(ref)).toMatchObject({ keys: 1, volumes: true });
  await pruneAfter(2 / 24);
  expect(await kept(ref)).toMatchObject({ keys: 0, volumes: true });
  await pruneAfter(27 + 23 / 24);
  expect(await kept(ref)).toEqual({ keys: 0, volumes: false, names: 1, budgets: 0, webhooks: 1, origin: true });
  await pruneAfter(2);
  expect(await kept(ref)).toMatchObject({ names: 1, budgets: 0, webhooks: 0, origin: false });
  await pruneAfter(58);
  await eraseOldEvidence(world.signer);
  expect(await evidence(ref)).toEqual([{ memo: ref, payer: '0011009999999', amount: String(amountSent), used: true }]);
  await pruneAfter(2);
  expect(await kept(ref)).toMatchObject({ names: 0, budgets: 0, webhooks: 0, origin: false });
  await eraseOldEvidence(world.signer);
  expect(await evidence(ref)).toEqual([{ memo: '', payer: null, amount: String(amountSent), used: true }]);
  expect(world.errors).toEqual([]);
  await expectBooksInOrder(world);
});
