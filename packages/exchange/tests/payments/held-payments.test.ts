import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { RailError } from '@quydoi/rails/rail-error';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { datedByListing } from '../../src/payments/dated-by-listing.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { settle } from '../../testing/mismatch.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { setRateByTwo } from '../../testing/set-rate-by-two.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  // As Perfect Money's own rail has it: payments are journalled and confirmed from one list.
  const { rail } = world.perfectMoney;
  Object.assign(rail, { firstHand: { by: 'list', source: rail.sources?.[0] } });
});
afterEach(async () => {
  await sellAt('25350');
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

const sellAt = (value: string) => setRateByTwo(world, { kind: 'sell', code: 'pm', value, fee: '0' });

/** A sale of pm and the transfer that its customer makes for it now, which the history does not list yet. */
async function paidNow() {
  n += 1;
  const { ref, instructions } = await world.create(SELL_100_PM, { deviceId: `device ${n}` });
  await world.run();
  world.clock.advance(MINUTE_MS);
  const told = { memo: ref, amount: 100_00n, reference: `77000000${n}`, sourceId: `77000000${n}`, account: instructions?.account ?? '' };
  return { ref, transfer: walletTransfer({ ...told, source: 'history', paidAt: world.clock.now() }) };
}

/** Lets time pass while the history is read. */
async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * MINUTE_MS) {
    world.clock.advance(5 * MINUTE_MS);
    await world.run();
    await endTimedOutOrders(world.worker);
  }
}

const facts = async (ref: string) => (({ status, reason }) => [status, reason])(await world.order(ref));

test('a transfer that Perfect Money held back counts from its release, whatever time it shows: no price is kept for it', async () => {
  const { ref, transfer } = await paidNow();
  await wait(2 * HOUR_MS);
  expect(await facts(ref)).toEqual(['cancelled', 'expired']);
  await sellAt('25000');
  world.perfectMoney.statement.push(transfer);
  await world.run();
  const [row] = await world.database.query('select paid_at from first_hand_payment where reference = $1', [transfer.reference]);
  const released = new Date(String(row?.paid_at));
  expect(released.getTime()).toBeGreaterThan(transfer.paidAt.getTime() + HOUR_MS);
  // Listed again later, it keeps that date.
  await wait(HOUR_MS);
  const history = world.perfectMoney.rail.sources?.find((source) => source.kind === 'list') as ListSource;
  expect(await datedByListing(world.signer, history, [transfer], world.clock.now())).toEqual([{ ...transfer, paidAt: released }]);
  // What is listed within minutes may have been ours at its time.
  const readTo = world.clock.now();
  const made = (ms: number) => ({ ...transfer, sourceId: 'another', paidAt: new Date(readTo.getTime() - ms) });
  const dated = await datedByListing(world.signer, history, [made(5 * MINUTE_MS), made(5 * MINUTE_MS + 1)], readTo);
  expect(dated).toEqual([made(5 * MINUTE_MS), made(0)]);
  // A list that was never read before tells nothing of when it lacked a payment.
  expect(await datedByListing(world.signer, history, [transfer], null)).toEqual([transfer]);
  world.perfectMoney.statement.push(transfer);
  await world.run();
  expect(await facts(ref)).toEqual(['verifying_transaction', 'late']);
});

test('is not dated by a reading that the signer’s database login planted', async () => {
  const { ref, transfer } = await paidNow();
  await wait(2 * HOUR_MS);
  await sellAt('25000');
  const { account, reference, memo, paidAt } = transfer;
  await world.database.query(
    `insert into first_hand_payment (network, source, source_id, account, reference, unit, amount, memo, payer, paid_at, read_at, code, words_code)
     values ('perfect-money', 'history', $1, $2, $1, 'pm', 10000, $3, 'U7654321', $4, $4, 'forged', 'forged')`,
    [reference, account, memo, paidAt],
    'quydoi_signer',
  );
  world.perfectMoney.statement.push(transfer);
  await settle(world, 4);
  expect(await facts(ref)).toEqual(['verifying_transaction', 'late']);
  world.errors.length = 0;
});

test('goes on by itself if it is released in time, or if the price is no worse', async () => {
  const [inTime, late] = [await paidNow(), await paidNow()];
  await wait(15 * MINUTE_MS);
  world.perfectMoney.statement.push(inTime.transfer);
  await wait(HOUR_MS);
  world.perfectMoney.statement.push(late.transfer);
  await settle(world, 4);
  for (const { ref } of [inTime, late]) expect((await world.order(ref)).status).toBe('delivered');
});

test('a transfer that was made in time counts as such if only the history could not be read', async () => {
  const { ref, transfer } = await paidNow();
  const [history] = world.perfectMoney.rail.sources as unknown as { read: ListSource['read'] }[];
  if (!history) throw new Error('no history');
  const { read } = history;
  history.read = async () => {
    throw new RailError('perfect-money', 'unreachable', 'not-done', 'down');
  };
  await wait(2 * HOUR_MS);
  await sellAt('25000');
  history.read = read;
  world.perfectMoney.statement.push(transfer);
  await settle(world, 4);
  expect((await world.order(ref)).status).toBe('delivered');
  world.errors.length = 0;
});
