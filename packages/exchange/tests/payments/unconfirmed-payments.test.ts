import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { dropMissingPayments, placeUnconfirmedPayments } from '../../src/payments/unconfirmed-payments.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let ref: string;
let seen: PaymentFact;
let dropAfterMs: number;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(async () => {
  const order = await world.create(SWAP_60_TRC20);
  ref = order.ref;
  world.clock.advance(MINUTE_MS);
  const { now } = world.clock;
  seen = chainPayment({
    account: order.instructions?.account ?? '',
    amount: order.amountSent,
    reference: `${ref.toLowerCase().padStart(64, '0')}:0`,
    paidAt: now(),
    confirmed: false,
    source: 'tron-head',
  });
  await world.record(world.worker, seen);
  dropAfterMs = world.worker.rails.get('tron')?.sources?.flatMap((source) => (source.kind === 'head' ? [source.dropAfterMs] : []))[0] ?? 0;
  world.checkpoints.reached.length = 0;
});
afterEach(() => expectBooksInOrder(world));
afterAll(() => world.database.close());

const stateOfPayment = async () => {
  const { id } = await world.order(ref);
  return (await world.database.query('select state from payment where order_id = $1', [id])).map(({ state }) => state);
};

/** Reads final blocks up to a time after the payment was seen, and drops what they lack. */
const readerUpTo = (worker: Ctx) => {
  const seenAtMs = world.clock.now().getTime();
  return async (ms: number) => {
    world.clock.advance(seenAtMs + ms + world.chain.lagMs - world.clock.now().getTime());
    await readSources(worker, 'tron', 'blocks');
    expect(await dropMissingPayments(worker)).toBe(false);
  };
};

test('a payment is shown with its order before its block is final, and dropped once final blocks of so much later were read without it', async () => {
  expect((await world.order(ref)).status).toBe('pending');
  expect(await placeUnconfirmedPayments(world.worker)).toBe(false);
  expect((await world.order(ref)).status).toBe('verifying_transaction');
  // A process may be killed before and after each write.
  expect(world.checkpoints.reached.splice(0)).toEqual(['unconfirmed.before-write', 'unconfirmed.after-write']);
  const readUpTo = readerUpTo(world.worker);
  await readUpTo(dropAfterMs);
  expect([await stateOfPayment(), world.checkpoints.reached]).toEqual([['unconfirmed'], []]);
  await readUpTo(dropAfterMs + 1);
  expect([await stateOfPayment(), world.checkpoints.reached]).toEqual([['dropped'], ['drop.before-write', 'drop.after-write']]);
});

test('a payment that cannot be shown, or dropped, is told by its id', async () => {
  const [{ id } = {}] = await world.database.query('select id from payment where reference = $1', [seen.reference]);
  await world.database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
  const breaking = async (work: () => Promise<unknown>) => {
    await world.database.query('create trigger zz_fail before update on payment for each row execute function fail()');
    await work();
    await world.database.query('drop trigger zz_fail on payment');
    expect(world.errors.splice(0)).toEqual([{ payment: id, error: expect.stringContaining('broken') }]);
  };
  await breaking(() => placeUnconfirmedPayments(world.worker));
  await placeUnconfirmedPayments(world.worker);
  expect((await world.order(ref)).status).toBe('verifying_transaction');
  await breaking(() => readerUpTo(world.worker)(dropAfterMs + 1));
  await world.database.query('drop function fail');
  await dropMissingPayments(world.worker);
  expect(await stateOfPayment()).toEqual(['dropped']);
});

describe('a payment that the final blocks lack, as a node tells them, is asked for by its reference before it is dropped', () => {
  /** A worker whose nodes answer so for a reference. */
  const asking = (answer: (reference: string) => readonly PaymentFact[]) => {
    const asked: string[] = [];
    const findAtAny = async (reference: string) => {
      asked.push(reference);
      return answer(reference);
    };
    const find = () => Promise.reject(new Error('one node’s word is not enough'));
    const rail: Rail = { ...world.chain.rail, firstHand: { by: 'reference', absent: 'none', find, findAtAny } };
    return { asked, worker: { ...world.worker, rails: new Map([...world.worker.rails, ['tron', rail]]) } satisfies Ctx };
  };
  const final = () => ({ ...seen, confirmed: true, source: 'tron-block' });

  test('and journalled as final if a node tells it, which is told to operators: the blocks that were read lacked it', async () => {
    const { asked, worker } = asking(() => [final(), { ...final(), account: 'a stranger’s', reference: `${seen.reference}9`, sourceId: 'other' }]);
    await placeUnconfirmedPayments(worker);
    await readerUpTo(worker)(dropAfterMs + 1);
    expect(asked).toEqual([seen.reference]);
    expect(world.errors.splice(0)).toEqual([{ network: 'tron', reference: seen.reference }]);
    expect(await stateOfPayment()).toEqual(['unmatched']);
    await matchPayments(worker);
    expect(await stateOfPayment()).toEqual(['matched']);
    expect(await world.order(ref)).toMatchObject({ amountPaid: seen.amount });
    await dropMissingPayments(worker);
    expect(asked).toHaveLength(1);
  });

  test('and dropped if none does, or its transaction pays us something else', async () => {
    const { asked, worker } = asking(() => [{ ...final(), account: 'a stranger’s' }]);
    await placeUnconfirmedPayments(worker);
    await readerUpTo(worker)(dropAfterMs + 1);
    expect([asked, await stateOfPayment(), world.errors]).toEqual([[seen.reference], ['dropped'], []]);
    expect((await world.order(ref)).status).toBe('pending');
  });

  test('and neither while no node can tell, which is asked once a minute', async () => {
    let isAway = true;
    const { asked, worker } = asking(() => {
      if (isAway) throw new RailError('tron', 'unreachable', 'not-done', 'the node is away');
      return [];
    });
    await placeUnconfirmedPayments(worker);
    const readUpTo = readerUpTo(worker);
    await readUpTo(dropAfterMs + 1);
    await readUpTo(dropAfterMs + MINUTE_MS);
    expect([asked.length, await stateOfPayment()]).toEqual([1, ['unconfirmed']]);
    await readUpTo(dropAfterMs + MINUTE_MS + 1);
    expect([asked.length, await stateOfPayment()]).toEqual([2, ['unconfirmed']]);
    isAway = false;
    await readUpTo(dropAfterMs + 2 * MINUTE_MS + 1);
    expect([asked.length, await stateOfPayment()]).toEqual([3, ['dropped']]);
  });
});
