import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { expectBooksInOrder, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { act, logOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { watchSettled } from '../../testing/network-jobs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const ACCOUNT = { destination: '0011001234567', destinationBank: 'vcb' };
const PRICE = 2_607_975n;
const HOUR_MS = 3_600_000;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(() => expectBooksInOrder(world));
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);

/** Gives the newest refund transfer of an order back, as its bank would. */
async function giveBack(ref: string): Promise<void> {
  const [, record] = [...world.payOs.book].findLast(([key]) => key.startsWith(`${ref}-R`)) ?? [];
  if (!record) throw new Error('no refund was sent');
  record.course = 'reversed';
  world.clock.advance(HOUR_MS);
  await watchSettled(world.signer);
}

async function needOf(ref: string): Promise<string | undefined> {
  const { items } = await operations().listAttention(LAN, { limit: 1_000 });
  return items.find((item) => item.ref === ref)?.need;
}

/** Pays more than an unpaid order asks for, and asks for all of it back. */
async function refundedUnpaid(): Promise<string> {
  const created = await world.create();
  await world.pay(created.ref, PRICE + 50_000n);
  await world.run();
  await act(world, created, { action: 'requestRefund', ...ACCOUNT });
  await settle(world);
  return created.ref;
}

/** Pays an order whose payout fails, and refunds it. */
async function refundedPaid(): Promise<string> {
  const created = await world.create();
  world.perfectMoney.script.push({ pays: false, hears: 'destination' });
  await world.pay(created.ref, PRICE);
  await world.run();
  await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note: 'as asked' });
  await settle(world);
  return created.ref;
}

test.each([
  ['was never paid', refundedUnpaid, 'verifying_transaction'],
  ['was paid', refundedPaid, 'error'],
] as const)('a full refund that the bank gives back reopens its order, which %s, until it is refunded again', async (_, refunded, status) => {
  const ref = await refunded();
  expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  await giveBack(ref);
  expect(await world.order(ref)).toMatchObject({ status, reason: 'refunding', finalAt: null });
  expect(await needOf(ref)).toBe('refund');
  await operations().refundOrder(LAN, { ref, ...ACCOUNT, note: 'another account' });
  await settle(world);
  expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { state: 'settled' }]);
  expect(await needOf(ref)).toBeUndefined();
});

test('a refund in parts is refunded with its last part', async () => {
  await setAvailable(world, 'vnd', 5_000_000_000n);
  const created = await world.create();
  await world.pay(created.ref, 1_200_000_000n);
  await world.run();
  await act(world, created, { action: 'requestRefund', ...ACCOUNT });
  await settle(world, 2);
  // More than is given back without a person.
  for (const { id } of await refundsOf(world, created.ref)) await operations().approvePayout(LAN, { payout: id, note: 'looked at' });
  await settle(world);
  expect(await refundsOf(world, created.ref)).toHaveLength(3);
  expect((await logOf(world, created.ref)).slice(-4)).toEqual(['refund_started', 'payout_part', 'payout_part', 'refunded']);
});
