import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClaim } from '../../src/actions/create-claim.ts';
import type { Ctx } from '../../src/context.ts';
import { handleClaims } from '../../src/payments/handle-claims.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { withAsked } from '../../src/payments/read-again.ts';
import { readNamelessAgain } from '../../src/payments/read-nameless.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { customerOf } from '../../testing/mismatch.ts';
import { bankTransfer, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let worker: Ctx;
/** When the list was read again, and since when. */
let again: { readonly at: Date; readonly from: Date }[];
/** What the list tells, and what only a reading again tells. */
let told: PaymentFact[];
let toldAgain: PaymentFact[];
/** The history of a wallet, which tells of no bank transfer. */
const wallet: ListSource = {
  kind: 'list',
  name: 'history',
  pollMs: 1_000,
  read: async (cursor) => ({ facts: [], cursor, more: false }),
  readAgain: (cursor) => `again ${cursor}`,
};

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(async () => {
  [again, told, toldAgain] = [[], [], []];
  const list: ListSource = {
    kind: 'list',
    name: 'statement',
    pollMs: 1_000,
    async read(cursor) {
      const facts = [...told.splice(0), ...(cursor?.startsWith('again ') ? toldAgain.splice(0) : [])];
      return { facts, cursor: cursor?.replace('again ', '') ?? '0', more: false };
    },
    readAgain(cursor, from, at) {
      again.push({ at, from });
      return `again ${cursor}`;
    },
  };
  const rails: Ctx['rails'] = new Map([
    ['bank', { code: 'bank', sources: [list] }],
    ['perfect-money', { code: 'perfect-money', sources: [wallet] }],
  ]);
  worker = { ...world.worker, orm: await world.database.open('quydoi_worker'), rails };
  await readSources(worker, 'bank', 'list');
  world.clock.advance(2 * HOUR_MS);
});
afterAll(async () => {
  await expectBooksInOrder(world);
  await world.database.close();
});

/** Runs the worker for a time, ten seconds after ten seconds. */
async function work(totalMs: number): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += 10_000) {
    world.clock.advance(10_000);
    expect(await readNamelessAgain(worker)).toBe(false);
    await handleClaims(worker);
    await readSources(worker, 'bank', 'list');
    await matchPayments(worker);
  }
}

function row(set: Partial<PaymentFact>): PaymentFact {
  const id = `row-${world.clock.now().getTime()}`;
  return bankTransfer({ reference: id, source: 'statement', sourceId: id, paidAt: world.clock.now(), ...set });
}

/** Minutes from `since` at which the list was read again. */
const minutesAgain = (since: Date) => again.map(({ at }) => Math.floor((at.getTime() - since.getTime()) / MINUTE_MS));

test('a payment without a memo has its time read again after 2, 5 and 15 minutes, and is paid for its order once its bank tells the memo', async () => {
  const { ref, amountSent } = await world.create();
  const recordedAt = world.clock.now();
  const bare = row({ amount: amountSent });
  told.push(bare);
  await readSources(worker, 'bank', 'list');
  await matchPayments(worker);
  await work(10 * MINUTE_MS);
  expect(minutesAgain(recordedAt)).toEqual([2, 5]);
  for (const { from } of again) expect(from.getTime()).toBeLessThanOrEqual(bare.paidAt.getTime());
  expect((await world.order(ref)).status).toBe('pending');
  toldAgain.push({ ...bare, memo: ref });
  await work(10 * MINUTE_MS);
  expect(minutesAgain(recordedAt)).toEqual([2, 5, 15]);
  expect(await world.order(ref)).toMatchObject({ status: 'paid', amountPaid: amountSent });
  await work(30 * MINUTE_MS);
  expect(again).toHaveLength(3);
});

test('a payment into a wallet, whose history never tells a memo late, has its time not read again', async () => {
  await world.record(world.signer, walletTransfer({ memo: '', amount: 1_00n, reference: 'bare', sourceId: 'bare', paidAt: world.clock.now() }));
  await matchPayments(world.signer);
  await work(20 * MINUTE_MS);
  expect(withAsked(worker, wallet, '0').cursor).toBe('0');
});

test('hundreds of payments without a memo keep the time of no later one from being read again', async () => {
  const recordedAt = world.clock.now();
  const crowd = row({ reference: 'crowd', amount: 7n });
  told.push(crowd);
  await readSources(worker, 'bank', 'list');
  await matchPayments(worker);
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'reference', 'crowd-' || n))).*
     from payment p, generate_series(1, 300) n where p.reference = 'crowd'`,
  );
  await world.database.query('set session_replication_role = default');
  await work(MINUTE_MS);
  told.push(row({ amount: 8n }));
  await work(18 * MINUTE_MS);
  expect(minutesAgain(recordedAt)).toEqual([2, 3, 5, 6, 15, 16]);
  // They were journalled past the ledger.
  await world.database.query('set session_replication_role = replica');
  await world.database.query("delete from payment where reference like 'crowd-%'");
  await world.database.query('set session_replication_role = default');
});

test('a claim has the time that it tells read again, once an hour and order, and all claims a dozen times an hour', async () => {
  const created = await world.create();
  const paidAt = world.clock.now();
  const fact = row({ memo: created.ref, amount: created.amountSent });
  world.clock.advance(2 * MINUTE_MS);
  const claim = (order = created) =>
    createClaim(world.web, world.deps, customerOf(order), {
      ref: order.ref,
      paidAt: paidAt.toISOString(),
      bank: '',
      accountEnd: '4567',
      reference: '',
    });
  await claim();
  toldAgain.push(fact);
  await work(MINUTE_MS);
  expect(again).toHaveLength(1);
  expect(again[0]?.from.getTime()).toBeLessThanOrEqual(paidAt.getTime());
  expect(await world.order(created.ref)).toMatchObject({ status: 'paid' });

  const others = [];
  for (let n = 0; n < 13; n += 1) others.push(await world.create({ quantity: '1' }));
  world.clock.advance(2 * MINUTE_MS);
  for (const order of others) {
    await claim(order);
    await claim(order);
    await work(MINUTE_MS);
  }
  expect(again).toHaveLength(12);
  world.clock.advance(HOUR_MS);
  await claim(others.at(-1));
  await work(MINUTE_MS);
  expect(again).toHaveLength(13);
  expect(withAsked(worker, wallet, '0').cursor).toBe('0');
});
