import { ConflictError } from '@quydoi/database/money-tx';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { journalFirstHand } from '../../src/payments/journal-first-hand.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { storeFirstHand } from '../../src/payments/store-first-hand.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { settle } from '../../testing/mismatch.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Price of 100 pm. */
const PRICE = 2_607_975n;

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A payment as the bank's list tells it to both roles. */
function listed(memo: string, set: Partial<PaymentFact> = {}): PaymentFact {
  const reference = `FT-${memo}`;
  return bankTransfer({ memo, amount: PRICE, reference, source: 'statement', sourceId: reference, paidAt: world.clock.now(), ...set });
}

async function journalled(reference: string): Promise<unknown[]> {
  return world.database.query('select p.state, s.source, s.source_id from payment p join sighting s on s.payment_id = p.id where p.reference = $1', [
    reference,
  ]);
}

test('a payment that the signer has read is journalled and paid out before the worker reads the list; the list then adds nothing', async () => {
  const { ref } = await world.create();
  const fact = listed(ref);
  await storeFirstHand(world.signer, [fact]);
  await journalFirstHand(world.worker);
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
  world.bank.statement.push(fact);
  await readSources(world.worker, 'bank', 'list');
  await journalFirstHand(world.worker);
  expect(await journalled(fact.reference)).toEqual([{ state: 'matched', source: 'statement', source_id: fact.sourceId }]);
});

test.each([
  ['later, while the worker has journalled it without', true],
  ['at once, and the worker not yet', false],
])('a memo that the signer was told %s reaches the journal', async (_, isLater) => {
  const { ref } = await world.create();
  const fact = listed(ref);
  const bare = { ...fact, memo: '.' };
  await storeFirstHand(world.signer, [isLater ? bare : fact]);
  await recordPayment(world.worker, bare);
  await matchPayments(world.worker);
  if (isLater) await storeFirstHand(world.signer, [fact]);
  await journalFirstHand(world.worker);
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
});

test('a run of two hundred says that more may be due', async () => {
  await storeFirstHand(
    world.signer,
    Array.from({ length: 200 }, (_, k) => listed(`of many ${k}`, { amount: 1_000n })),
  );
  expect(await journalFirstHand(world.worker)).toBe(true);
  expect(await journalFirstHand(world.worker)).toBe(false);
});

test('both at once journal it once', async () => {
  const { ref } = await world.create();
  const facts = [1, 2, 3].map((n) => listed(`${ref} ${n}`, { reference: `FT-both-${n}`, sourceId: `both-${n}` }));
  await storeFirstHand(world.signer, facts);
  world.bank.statement.push(...facts);
  await Promise.all([journalFirstHand(world.worker), readSources(world.worker, 'bank', 'list'), journalFirstHand(world.worker)]);
  for (const { reference } of facts) expect(await journalled(reference)).toHaveLength(1);
});

test('one that keeps conflicting with others is left to the next reading after sixteen tries', async () => {
  const fact = listed('in vain');
  const conflict = () => {
    world.checkpoints.at('payment.before-write', conflict);
    throw new ConflictError('payment');
  };
  world.checkpoints.at('payment.before-write', conflict);
  world.checkpoints.reached.length = 0;
  await expect(recordPayment(world.worker, fact)).rejects.toThrow(ConflictError);
  expect(world.checkpoints.reached).toEqual(Array(16).fill('payment.before-write'));
  world.checkpoints.at('payment.before-write', () => {});
  await recordPayment(world.worker, fact);
  expect(await journalled(fact.reference)).toMatchObject([{ state: 'unmatched' }]);
});

test('what the role does not read itself, or what is long past, is left alone', async () => {
  const others: readonly Partial<PaymentFact>[] = [{ source: 'history', network: 'perfect-money', unit: 'pm' }, { source: 'casso-list' }];
  const facts = others.map((set, n) => listed('nobody', { ...set, reference: `FT-other-${n}`, sourceId: `other-${n}` }));
  await storeFirstHand(world.signer, facts);
  const old = listed('nobody', { reference: 'FT-old', sourceId: 'old' });
  await storeFirstHand(world.signer, [old]);
  world.clock.advance(MINUTE_MS);
  await journalFirstHand(world.worker);
  for (const { reference } of [...facts, old]) expect(await journalled(reference)).toEqual([]);
});

test('one that the database rejects costs no other', async () => {
  const { ref } = await world.create();
  const fact = listed(ref);
  const bad = listed('nobody', { reference: 'FT-bad', sourceId: 'bad' });
  await storeFirstHand(world.signer, [bad, fact]);
  await world.database.query(
    "create function reject_bad() returns trigger language plpgsql as $$ begin if new.reference = 'FT-bad' then raise exception 'bad' using errcode = '22003'; end if; return new; end $$",
  );
  await world.database.query('create trigger reject_bad before insert on payment for each row execute function reject_bad()');
  await journalFirstHand(world.worker);
  await world.database.query('drop trigger reject_bad on payment');
  expect(await journalled(fact.reference)).toHaveLength(1);
  expect(await journalled(bad.reference)).toEqual([]);
});
