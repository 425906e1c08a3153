import { operationProcedures } from '@quydoi/contract/operations';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readRequested } from '../../src/payments/read-requested.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { bankTransfer, chainPayment, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');

let world: World;
let worker: Ctx;
let trouble: RailTrouble | null = null;
/** What only a reading again of the bank's list tells. */
const toldAgain: PaymentFact[] = [];

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  const { firstHand } = world.chain.firstHand;
  if (firstHand?.by !== 'reference') throw new Error('a part is missing');
  const find = async (reference: string, now: Date) => {
    if (trouble) throw new RailError('tron', trouble, 'not-done', 'the node cannot tell');
    return firstHand.find(reference, now);
  };
  const list: ListSource = {
    kind: 'list',
    name: 'statement',
    pollMs: 1_000,
    read: async (cursor) => ({
      facts: cursor?.startsWith('again ') ? toldAgain.splice(0) : [],
      cursor: cursor?.replace(/^again since \S+ /, '') ?? '0',
      more: false,
    }),
    readAgain: (cursor, from) => `again since ${from.toISOString()} ${cursor}`,
  };
  const rails: Ctx['rails'] = new Map([
    ['tron', { ...world.chain.rail, firstHand: { by: 'reference', absent: 'none', find } }],
    ['bank', { code: 'bank', sources: [list] }],
  ]);
  worker = { ...world.worker, rails };
  await readSources(worker, 'bank', 'list');
});
afterEach(async () => {
  trouble = null;
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

const ask = (input: { network: 'tron' | 'bank' | 'perfect-money'; reference: string; paidAt?: string }) =>
  bindOperations(world.operator).readPayment(LAN, { ...input, note: 'the customer wrote' });
const newest = async () => (await bindOperations(world.operator).listReadings(LAN, { limit: 1 })).items[0];

/** A deposit for an order in a block that no source has told of. */
async function missed(reference: string): Promise<{ ref: string; fact: PaymentFact }> {
  const { ref, instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined }, { deviceId: reference });
  const { amountSent: amount } = await world.order(ref);
  const fact = chainPayment({ account: instructions?.account ?? '', amount, reference: `${reference}:0`, paidAt: world.clock.now() });
  world.chain.received.push(fact);
  await settle(world, 3);
  expect((await world.order(ref)).status).toBe('pending');
  return { ref, fact };
}

test('a deposit that no source told of is journalled by its reference, then goes the way of every payment', async () => {
  const { ref, fact } = await missed('a'.repeat(64));
  await ask({ network: 'tron', reference: fact.reference });
  expect(await newest()).toMatchObject({ network: 'tron', reference: fact.reference, outcome: null });
  await readRequested(worker);
  expect(await newest()).toMatchObject({ outcome: 'journalled', handledAt: world.clock.now() });
  // It is of no order until it is matched, and pays nothing out until the signer has read it itself.
  expect((await world.order(ref)).status).toBe('pending');
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
  expect((await readPayoutsOf(world.owner, (await world.order(ref)).id)).map(({ state }) => state)).toEqual(['settled']);
  await ask({ network: 'tron', reference: fact.reference });
  await readRequested(worker);
  expect(await newest()).toMatchObject({ outcome: 'journalled' });
  const audited = await world.database.query("select operator, input ->> 'reference' as reference, order_id from audit where verb = 'readPayment'");
  expect(audited).toEqual(Array.from({ length: 2 }, () => ({ operator: 'lan', reference: fact.reference, order_id: null })));
});

test('a transfer from before the first lease of its address is read, and waits for an operator', async () => {
  const { ref, fact } = await missed('f'.repeat(64));
  // As after a database was begun anew under the same seed: the address was another order's before.
  const old = { ...fact, reference: `${'9'.repeat(64)}:0`, paidAt: new Date(world.clock.now().getTime() - HOUR_MS) };
  world.chain.received.push(old);
  await ask({ network: 'tron', reference: old.reference });
  await readRequested(worker);
  expect(await newest()).toMatchObject({ outcome: 'journalled' });
  await settle(world);
  expect((await world.order(ref)).status).toBe('pending');
  const cases = await world.database.query('select state, case_code, order_id from payment where reference = $1', [old.reference]);
  expect(cases).toEqual([{ state: 'case', case_code: 'no_order', order_id: null }]);
});

test('what is not there, or is not ours, is told', async () => {
  world.chain.received.push(chainPayment({ account: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', reference: `${'b'.repeat(64)}:0` }));
  for (const reference of [`${'b'.repeat(64)}:0`, `${'c'.repeat(64)}:0`]) {
    await ask({ network: 'tron', reference });
    await readRequested(worker);
    expect(await newest()).toMatchObject({ reference, outcome: 'none' });
  }
});

test('a node in trouble is asked again; what no node will ever tell is told', async () => {
  const { fact } = await missed('d'.repeat(64));
  trouble = 'unreachable';
  await ask({ network: 'tron', reference: fact.reference });
  await readRequested(worker);
  expect(await newest()).toMatchObject({ outcome: null });
  trouble = null;
  world.clock.advance(MINUTE_MS);
  await readRequested(worker);
  expect(await newest()).toMatchObject({ outcome: 'journalled' });
  trouble = 'refused';
  await ask({ network: 'tron', reference: `${'e'.repeat(64)}:0` });
  await readRequested(worker);
  expect(await newest()).toMatchObject({ outcome: 'unreadable' });
  await matchPayments(worker);
});

test('a bank’s list is read again from the time of the payment on', async () => {
  const { ref, amountSent } = await world.create();
  const paidAt = world.clock.now();
  const fact = bankTransfer({ memo: ref, amount: amountSent, reference: 'FT-missed', source: 'statement', sourceId: 'missed', paidAt });
  toldAgain.push(fact);
  world.bank.received.push(fact);
  await ask({ network: 'bank', reference: 'FT-missed', paidAt: paidAt.toISOString() });
  await readRequested(worker);
  await readSources(worker, 'bank', 'list');
  world.clock.advance(MINUTE_MS);
  await readRequested(worker);
  expect(await newest()).toMatchObject({ network: 'bank', outcome: 'journalled' });
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
  await ask({ network: 'bank', reference: 'FT-none', paidAt: paidAt.toISOString() });
  for (let looks = 0; looks < 20; looks += 1) {
    await readRequested(worker);
    world.clock.advance(MINUTE_MS);
  }
  expect(await newest()).toMatchObject({ reference: 'FT-none', outcome: 'none' });
  const { input } = operationProcedures.readPayment;
  expect(input.safeParse({ network: 'bank', reference: 'FT', note: 'x' }).success).toBe(false);
  expect(input.safeParse({ network: 'tron', reference: 'FT', note: 'x' }).success).toBe(true);
});

test('a list of a network whose references are used once is read again for a payment that is not journalled yet', async () => {
  const begun: string[] = [];
  const history: ListSource = {
    kind: 'list',
    name: 'history',
    pollMs: 1_000,
    read: async (cursor) => ({ facts: [], cursor: cursor?.replace('again ', '') ?? '0', more: false }),
    readAgain(cursor, from) {
      begun.push(from.toISOString());
      return `again ${cursor}`;
    },
  };
  const signer: Ctx = { ...world.signer, rails: new Map([['perfect-money', { code: 'perfect-money', sources: [history] }]]) };
  await readSources(signer, 'perfect-money', 'list');
  const paidAt = world.clock.now();
  const journalled = walletTransfer({ reference: '710000001', sourceId: '710000001', amount: 5n, paidAt });
  await world.record(world.signer, journalled);
  for (const [reference, times, outcome] of [
    [journalled.reference, 0, 'journalled'],
    ['710000002', 1, 'none'],
  ] as const) {
    await ask({ network: 'perfect-money', reference, paidAt: paidAt.toISOString() });
    for (let looks = 0; looks < 15; looks += 1) {
      await readRequested(signer);
      await readSources(signer, 'perfect-money', 'list');
      world.clock.advance(MINUTE_MS);
    }
    expect([begun.length, await newest()]).toMatchObject([times, { reference, outcome }]);
  }
  expect(Date.parse(begun[0] ?? '')).toBeLessThan(paidAt.getTime());
});

test('a deposit that this role does not journal cannot be read by it', async () => {
  const head = world.chain.rail.sources?.find(({ kind }) => kind === 'head');
  if (!head) throw new Error('a part is missing');
  const reader: Ctx = { ...worker, rails: new Map([['tron', { ...worker.rails.get('tron'), code: 'tron', sources: [head] }]]) };
  await ask({ network: 'tron', reference: `${'8'.repeat(64)}:0` });
  await readRequested(reader);
  expect(await newest()).toMatchObject({ outcome: 'unreadable' });
});

test('a bank’s payment without a time, which only a mistake can ask for, is looked up in the journal alone', async () => {
  await world.record(world.worker, bankTransfer({ reference: 'FT-timeless', sourceId: 'timeless', amount: 3n, paidAt: world.clock.now() }));
  for (const [reference, outcome] of [
    ['FT-timeless', 'journalled'],
    ['FT-nowhere', 'none'],
  ]) {
    await world.database.query(`insert into reading_request (id, network, reference, at, next_at) values (gen_random_uuid(), 'bank', $1, $2, $2)`, [
      reference,
      world.clock.now(),
    ]);
    await readRequested(worker);
    const [handled] = await world.database.query('select outcome from reading_request where reference = $1', [reference]);
    expect(handled).toEqual({ outcome });
  }
  await matchPayments(world.worker);
});

test('a bank’s payment is read again though others have its reference, and is not taken for them', async () => {
  const orders = [await world.create(), await world.create(), await world.create()];
  const [before, first, second] = orders.map(({ ref, amountSent: amount }, n) => {
    const paidAt = new Date(world.clock.now().getTime() - (n === 0 ? 2 * DAY_MS : 0));
    return bankTransfer({ memo: ref, amount, reference: '0017', source: 'statement', sourceId: `0017 ${n}`, paidAt });
  });
  if (!before || !first || !second) throw new Error('a payment is missing');
  world.bank.received.push(first, second);
  await world.record(world.worker, before);
  const paidAt = first.paidAt.toISOString();
  await ask({ network: 'bank', reference: '0017', paidAt });
  await readRequested(worker);
  expect(await newest()).toMatchObject({ reference: '0017', outcome: null });
  toldAgain.push(first);
  await readSources(worker, 'bank', 'list');
  world.clock.advance(MINUTE_MS);
  await readRequested(worker);
  expect(await newest()).toMatchObject({ outcome: 'journalled' });
  // A second one of the same minutes is read as well, whatever is journalled.
  await ask({ network: 'bank', reference: '0017', paidAt });
  await readRequested(worker);
  toldAgain.push(second);
  await readSources(worker, 'bank', 'list');
  const journalled = await world.database.query(
    `select s.source_id from payment p join sighting s on s.payment_id = p.id where p.reference = '0017' order by 1`,
  );
  expect(journalled.map((row) => row.source_id)).toEqual(['0017 0', '0017 1', '0017 2']);
  expect(await newest()).toMatchObject({ outcome: 'journalled' });
  await matchPayments(worker);
});

describe('a request with a time that is none', () => {
  const askSince = (paidAt: string) =>
    world.database.query(
      `insert into reading_request (id, network, reference, paid_at, at, next_at) values (gen_random_uuid(), 'bank', 'FT-when', ${paidAt}, $1, $1)`,
      [world.clock.now()],
    );

  test.each([
    "'infinity'",
    "'-infinity'",
    "'294276-12-31Z'",
    "'4713-01-01Z BC'",
    "$1::timestamptz + interval '2 days'",
    "$1::timestamptz - interval '2 years'",
  ])('is not stored: %s', async (paidAt) => {
    await expect(askSince(paidAt)).rejects.toMatchObject({ code: '23514' });
  });

  test('is not made by an operator', async () => {
    const { now } = world.clock;
    for (const ms of [2 * DAY_MS, -400 * DAY_MS]) {
      const paidAt = new Date(now().getTime() + ms).toISOString();
      await expect(ask({ network: 'bank', reference: 'FT-when', paidAt })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  test('costs only itself, and is told', async () => {
    const checks = await world.database.query("select conname from pg_constraint where conrelid = 'reading_request'::regclass and contype = 'c'");
    for (const { conname } of checks) await world.database.query(`alter table reading_request drop constraint ${conname}`);
    await askSince("'294276-12-31Z'");
    const { ref, amountSent } = await world.create();
    const paidAt = world.clock.now();
    const fact = bankTransfer({ memo: ref, amount: amountSent, reference: 'FT-after', source: 'statement', sourceId: 'after', paidAt });
    toldAgain.push(fact);
    await ask({ network: 'bank', reference: 'FT-after', paidAt: paidAt.toISOString() });
    await readRequested(worker);
    world.clock.advance(MINUTE_MS);
    await readSources(worker, 'bank', 'list');
    await readRequested(worker);
    expect(await newest()).toMatchObject({ reference: 'FT-after', outcome: 'journalled' });
    expect(await world.database.query("select outcome from reading_request where reference = 'FT-when'")).toEqual([{ outcome: 'unreadable' }]);
    expect(world.errors.splice(0)).toHaveLength(1);
  });
});

test('each role handles the networks that it journals, and nobody asks without an audit row', async () => {
  await ask({ network: 'perfect-money', reference: '700000001', paidAt: new Date(world.clock.now().getTime() - HOUR_MS).toISOString() });
  await readRequested(worker);
  const change = "update reading_request set tries = tries + 1 where network = 'perfect-money' returning tries";
  expect(await world.database.query(change, [], 'quydoi_worker')).toEqual([]);
  expect(await world.database.query(change, [], 'quydoi_signer')).toEqual([{ tries: 1 }]);
  const insert = `insert into reading_request (id, network, reference, at, next_at) values (gen_random_uuid(), 'tron', 'x', now(), now())`;
  await expect(world.database.query(insert, [], 'quydoi_operator')).rejects.toMatchObject({ code: 'QD012' });
  await expect(world.database.query(insert, [], 'quydoi_web')).rejects.toMatchObject({ code: '42501' });
});
