import { randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { DAY_MS } from '@quydoi/domain/durations';
import { decideCase, decideRecord } from '@quydoi/domain/transfer/journal-payment';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decisionContext } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { journalRows } from '../../src/payments/journal-rows.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { storeFirstHand } from '../../src/payments/store-first-hand.ts';
import { reportException } from '../../src/report-exception.ts';
import { toldAgainDetail } from '../../src/told-again-detail.ts';
import { limitAlone } from '../../testing/alone-limit.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type ListName as Name, openToldLists, renumbered, type ToldLists } from '../../testing/told-lists.ts';

/** An order whose price has halves. */
const EVEN = { quantity: '40' };

let world: ToldLists['world'];
let worker: ToldLists['worker'];
let signer: ToldLists['signer'];
let names: ToldLists['names'];
let told: ToldLists['told'];
let tell: ToldLists['tell'];
let journalPast: ToldLists['journalPast'];
let signerReads: ToldLists['signerReads'];
let goOn: ToldLists['goOn'];
let turn: ToldLists['turn'];
let exceptions: ToldLists['exceptions'];

async function open(lists: readonly Name[]): Promise<void> {
  ({ world, worker, signer, names, told, tell, journalPast, signerReads, goOn, turn, exceptions } = await openToldLists(lists));
}

/** Has every list tell of a transfer, and again under other ids. @returns the exceptions that this leaves */
async function tellTwice(facts: Readonly<Record<Name, PaymentFact>>) {
  tell(...names.map((name) => facts[name]));
  await turn();
  const before = (await exceptions()).length;
  tell(...names.map((name) => renumbered(facts[name])));
  await turn();
  return (await exceptions()).slice(before);
}

const paymentsOf = async (memo: string) =>
  (await world.database.query("select count(*)::int as n from payment where memo like '%' || $1 || '%'", [memo]))[0]?.n;
const paidOut = (ref: string) => world.perfectMoney.paid.filter(({ memo }) => memo.includes(ref)).length;

describe.each([[['sepay-list']], [['sepay-list', 'casso-list']], [['casso-list', 'sepay-list']]] as [Name[]][])('with the lists %j', (lists) => {
  beforeAll(() => open(lists));
  beforeEach(() => {
    world.clock.advance(DAY_MS);
  });
  afterAll(() => world.database.close());

  test('half of the price that every list tells again under another id is half of the price, and one exception for each', async () => {
    const order = await world.create(EVEN);
    const half = told({ memo: `${order.ref} chuyen tien`, amount: order.amountSent / 2n });
    tell(...names.map((name) => half[name]));
    await turn();
    const before = (await exceptions()).length;
    for (let times = 0; times < 2; times += 1) {
      tell(...names.map((name) => renumbered(half[name])));
      await turn();
    }
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: order.amountSent / 2n });
    expect(await paymentsOf(order.ref)).toBe(1);
    const added = (await exceptions()).slice(before);
    expect(added).toHaveLength(names.length);
    for (const name of names) {
      expect(added).toContainEqual(
        expect.objectContaining({
          kind: 'told_again',
          source: name,
          sourceId: renumbered(half[name]).sourceId,
          amount: half[name].amount.toString(),
          detail: expect.stringContaining(half[name].memo),
        }),
      );
    }
    await expectBooksInOrder(world);
  });

  test('what a delivered order was paid with, told again, is no further payment', async () => {
    const order = await world.create(EVEN);
    const facts = told({ memo: order.ref, amount: order.amountSent });
    tell(...names.map((name) => facts[name]));
    await turn();
    expect((await world.order(order.ref)).status).toBe('delivered');
    tell(...names.map((name) => renumbered(facts[name])));
    await turn();
    expect(await paymentsOf(order.ref)).toBe(1);
  });

  test('two rows of one page that differ in their ids alone are two payments, and pay their order together', async () => {
    const order = await world.create(EVEN);
    const half = { memo: order.ref, amount: order.amountSent / 2n, reference: '3516' };
    const both = [told(half), told(half)];
    for (const facts of both) tell(...names.map((name) => facts[name]));
    await turn();
    expect(await paymentsOf(order.ref)).toBe(2);
    expect((await world.order(order.ref)).status).toBe('delivered');
  });

  test('a payment without a reference, told again after an earlier one has got its reference, is no further payment', async () => {
    const order = await world.create(EVEN);
    const [earlier, half] = [told({ memo: 'tien nha', reference: '' }), told({ memo: order.ref, reference: '', amount: order.amountSent / 2n })];
    tell(...names.map((name) => earlier[name]), ...names.map((name) => half[name]));
    await turn();
    tell(...names.map((name) => ({ ...earlier[name], reference: 'FT-LATER' })));
    await turn();
    tell(...names.map((name) => renumbered(half[name])));
    await turn();
    expect(await paymentsOf(order.ref)).toBe(1);
    expect(await world.order(order.ref)).toMatchObject({ reason: 'underpaid', amountPaid: order.amountSent / 2n });
  });

  test.each<[string, (fact: PaymentFact) => Partial<PaymentFact>]>([
    ['a second later', ({ paidAt }) => ({ paidAt: new Date(paidAt.getTime() + 1_000) })],
    ['of another memo', ({ memo }) => ({ memo: `${memo} 2` })],
    ['of another reference', ({ reference }) => ({ reference: `${reference}9` })],
  ])('a later row %s is a payment of its own', async (_, otherwise) => {
    const order = await world.create(EVEN);
    const half = told({ memo: order.ref, amount: order.amountSent / 2n });
    tell(...names.map((name) => half[name]));
    await turn();
    tell(...names.map((name) => ({ ...renumbered(half[name]), ...otherwise(half[name]) })));
    await turn();
    expect(await paymentsOf(order.ref)).toBe(2);
    expect((await world.order(order.ref)).status).toBe('delivered');
  });

  test('a later row of a bank that tells the day alone is a payment of its own', async () => {
    const order = await world.create(EVEN);
    const half = told({ memo: order.ref, amount: order.amountSent / 2n, paidAt: new Date('2026-01-05T17:00:00Z') });
    tell(half['sepay-list']);
    await turn();
    tell(renumbered(half['sepay-list']));
    await turn();
    expect(await paymentsOf(order.ref)).toBe(2);
  });

  test('a row told again that an operator finds to be a payment of its own is journalled, and pays for what it is attached to', async () => {
    const order = await world.create(EVEN);
    const half = told({ memo: order.ref, amount: order.amountSent / 2n });
    const [row] = await tellTwice(half);
    const operations = bindOperations(world.operator);
    const lan = operatorCaller('lan');
    const journal = () => operations.journalRow(lan, { exception: row?.id ?? '', note: 'the bank confirms two transfers' });
    expect(await journal()).toEqual({ done: true });
    await expect(journal()).rejects.toThrow('NOT_FOUND');
    for (let times = 0; times < 2; times += 1) await journalRows(worker);
    expect(await paymentsOf(order.ref)).toBe(2);
    const unmatched = (await operations.listUnmatched(lan, { limit: 100 })).items.filter(({ memo }) => memo === order.ref);
    expect(unmatched).toMatchObject([{ caseCode: 'told_again', reference: half['sepay-list'].reference }]);
    // Not by itself: no more than the order had before.
    await turn();
    expect((await world.order(order.ref)).amountPaid).toBe(order.amountSent / 2n);
    await operations.attachPayment(lan, { id: unmatched[0]?.id ?? '', ref: order.ref, note: 'paid in two halves' });
    await turn();
    expect((await world.order(order.ref)).status).toBe('delivered');
    expect(paidOut(order.ref)).toBe(1);
    await expectBooksInOrder(world);
  });

  test('rows that cannot be journalled are told by their list and their id there, keep no other however many they are, and are tried again', async () => {
    const [name] = names;
    const broken = Array.from({ length: 20 }, () => told({ memo: 'hong', amount: 400_000n }));
    const lists = [broken, [told({ memo: 'lanh', amount: 500_000n })]].map((each) => each.map((facts) => facts[name as Name]));
    for (const list of lists) {
      for (const facts of [list, list.map(renumbered)]) {
        tell(...facts);
        await turn();
      }
    }
    for (const { sourceId } of lists.flat().map(renumbered)) {
      const [row] = await world.database.query('select id from reconciliation_exception where source = $1 and source_id = $2', [name, sourceId]);
      await bindOperations(world.operator).journalRow(operatorCaller('lan'), { exception: String(row?.id), note: 'the bank confirms two transfers' });
    }
    await world.database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
    await world.database.query(`create trigger zz_fail before insert on payment for each row when (new.memo = 'hong') execute function fail()`);
    world.errors.length = 0;
    // They are tried again at the next look, not at once.
    expect(await journalRows(worker)).toBe(false);
    const failed = lists[0]?.map((fact) => ({ source: name, sourceId: renumbered(fact).sourceId, error: expect.stringContaining('broken') })) ?? [];
    expect([world.errors.length, world.errors.splice(0)]).toEqual([20, expect.arrayContaining(failed)]);
    expect([await paymentsOf('hong'), await paymentsOf('lanh')]).toEqual([20, 2]);
    await world.database.query('drop trigger zz_fail on payment; drop function fail');
    await journalRows(worker);
    expect(await paymentsOf('hong')).toBe(40);
  });

  test('a row that operators found to be a payment of its own pays for no order that its memo does not name, although the worker’s login has', async () => {
    const [order, thiefs] = [await world.create(EVEN), await world.create(EVEN)];
    const half = told({ memo: order.ref, amount: order.amountSent / 2n });
    const rows = await tellTwice(half);
    const operations = bindOperations(world.operator);
    for (const { id } of rows) await operations.journalRow(operatorCaller('lan'), { exception: id, note: 'the bank confirms two transfers' });
    const fact = { ...renumbered(half[names[0] as Name]), memo: thiefs.ref };
    const recorded = decideRecord(fact, randomUUID(), decisionContext(worker, 'system', fact.sourceId), 2);
    await applyChanges(worker.orm, [recorded], world.clock.now());
    tell({ ...told({ memo: thiefs.ref, amount: order.amountSent / 2n })[names[0] as Name] });
    for (let times = 0; times < 3; times += 1) await turn();
    expect((await world.order(thiefs.ref)).amountPaid).toBe(thiefs.amountSent);
    expect(paidOut(thiefs.ref)).toBe(0);
  });

  test('a row of whose words operators were told others pays for nothing by itself', async () => {
    const order = await world.create(EVEN);
    const half = told({ memo: order.ref, amount: order.amountSent / 2n });
    tell(...names.map((name) => half[name]));
    await turn();
    const again = names.map((name) => renumbered(half[name]));
    for (const { network, source, sourceId, account, unit, amount, reference, payer, payerName, paidAt } of again) {
      const row = { network, source, sourceId, kind: 'told_again' as const, account, asset: unit, amount: amount.toString() };
      const words = { reference, memo: `tra no ${order.ref.slice(1)}`, payer, payerName, paidAt: paidAt.toISOString() };
      await reportException(worker, { ...row, detail: toldAgainDetail(randomUUID(), words), told: words });
    }
    tell(...again);
    const operations = bindOperations(world.operator);
    for (const { id, detail } of await exceptions())
      if (detail.includes('tra no')) await operations.journalRow(operatorCaller('lan'), { exception: id, note: 'the bank confirms it' });
    const fact = again[0] as PaymentFact;
    const recorded = decideRecord(fact, randomUUID(), decisionContext(worker, 'system', fact.sourceId), 2);
    await applyChanges(worker.orm, [recorded], world.clock.now());
    for (let times = 0; times < 3; times += 1) await turn();
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivering', amountPaid: order.amountSent });
    expect(paidOut(order.ref)).toBe(0);
  });

  test('a second transfer that every list tells again is one payment, although operators have each row journalled, and pays once', async () => {
    const [order, other] = [await world.create(EVEN), await world.create(EVEN)];
    const facts = told({ memo: order.ref, amount: order.amountSent });
    const rows = await tellTwice(facts);
    world.clock.advance(5 * 60_000);
    const operations = bindOperations(world.operator);
    const lan = operatorCaller('lan');
    expect(rows).toHaveLength(names.length);
    for (const { id } of rows) await operations.journalRow(lan, { exception: id, note: 'the bank confirms two transfers' });
    await journalRows(worker);
    expect(await paymentsOf(order.ref)).toBe(2);
    const cases = (await operations.listUnmatched(lan, { limit: 100 })).items.filter(({ memo }) => memo === order.ref);
    expect(cases).toHaveLength(1);
    await operations.attachPayment(lan, { id: cases[0]?.id ?? '', ref: other.ref, note: 'the second transfer' });
    await turn();
    expect((await world.order(other.ref)).status).toBe('delivered');
    await expectBooksInOrder(world);
  });

  test('a row worth more than an operator may move alone takes a second one', async () => {
    const [name] = names;
    const amount = 300_000_000n;
    const facts = told({ memo: 'hai lan', amount });
    tell(facts[name as Name]);
    await turn();
    const before = (await exceptions()).length;
    tell(renumbered(facts[name as Name]));
    await turn();
    const [row] = (await exceptions()).slice(before);
    const operations = bindOperations(world.operator);
    await limitAlone(world, 200_000_000n);
    const answer = await operations.journalRow(operatorCaller('lan'), { exception: row?.id ?? '', note: 'the bank confirms two transfers' });
    expect(answer).toEqual({ done: false, proposal: expect.any(String) });
    await journalRows(worker);
    expect(await paymentsOf('hai lan')).toBe(1);
    expect(await operations.confirmAct(operatorCaller('minh'), { id: ('proposal' in answer && answer.proposal) || '' })).toEqual({ done: true });
    await journalRows(worker);
    expect(await paymentsOf('hai lan')).toBe(2);
    await limitAlone(world, 999_999_999_999_999n);
  });

  test('a row whose id the worker’s login gave to a payment of its own, for another order, is an exception', async () => {
    const [order, thiefs] = [await world.create(EVEN), await world.create(EVEN)];
    const facts = told({ memo: order.ref, amount: order.amountSent });
    for (const name of names) {
      const { network, account, reference, unit, amount, paidAt, source, sourceId } = facts[name];
      const id = randomUUID();
      const asWorker = (text: string, values: readonly unknown[]) => world.database.query(text, values, 'quydoi_worker');
      await asWorker(
        `insert into payment (id, version, network, account, reference, occurrence, unit, amount, memo, paid_at, confirmed, state, recorded_at)
         values ($1, 1, $2, $3, $4, (select count(*) + 1 from payment where reference = $4), $5, $6, $7, $8, true, 'unmatched', $9)`,
        [id, network, account, reference, unit, amount.toString(), thiefs.ref, paidAt, world.clock.now()],
      );
      await asWorker('insert into sighting (source, source_id, payment_id, at) values ($1, $2, $3, $4)', [source, sourceId, id, world.clock.now()]);
    }
    const before = (await exceptions()).length;
    tell(...names.map((name) => facts[name]));
    await turn();
    const added = (await exceptions()).slice(before);
    expect(added.map(({ kind, source }) => [kind, source]).toSorted()).toEqual(names.map((name) => ['other_payment', name]).toSorted());
    for (const { detail, amount } of added) expect([detail, amount]).toEqual([expect.stringContaining(order.ref), order.amountSent.toString()]);
    expect(paidOut(thiefs.ref)).toBe(0);
  });

  test('a payment that worker and signer know under different ids of one row is confirmed', async () => {
    const order = await world.create(EVEN);
    const facts = told({ memo: order.ref, amount: order.amountSent });
    tell(...names.map((name) => facts[name]));
    await signerReads();
    // The worker was away until the list gave other ids.
    world.clock.advance(90_000);
    for (const name of names) await recordPayment(worker, renumbered(facts[name]));
    for (const name of names) await storeFirstHand(signer, [renumbered(facts[name])]);
    await goOn();
    expect((await world.order(order.ref)).status).toBe('delivered');
    expect(paidOut(order.ref)).toBe(1);
  });

  test('told again, it pays for nothing although somebody journals it with the worker’s login', async () => {
    const order = await world.create(EVEN);
    const half = told({ memo: order.ref, amount: order.amountSent / 2n });
    tell(...names.map((name) => half[name]));
    await turn();
    tell(...names.map((name) => renumbered(half[name])));
    await signerReads();
    // The rule of the worker is passed: as of before the row was told at first.
    await recordPayment(worker, renumbered(half[names[0] as Name]), new Date(0));
    await goOn();
    await turn();
    expect(await paymentsOf(order.ref)).toBe(2);
    expect((await world.order(order.ref)).status).not.toBe('delivered');
    expect(paidOut(order.ref)).toBe(0);
  });
});

describe('with two lists', () => {
  beforeAll(() => open(['sepay-list', 'casso-list']));
  beforeEach(() => {
    world.clock.advance(DAY_MS);
  });
  afterAll(() => world.database.close());

  test('a transfer that operators found to be a second one pays once, although the worker’s login journals both of its rows', async () => {
    const order = await world.create(EVEN);
    const others = [await world.create(EVEN), await world.create(EVEN)];
    const orders = [order, ...others];
    const facts = told({ memo: order.ref, amount: order.amountSent });
    const rows = await tellTwice(facts);
    world.clock.advance(5 * 60_000);
    const operations = bindOperations(world.operator);
    const lan = operatorCaller('lan');
    for (const { id } of rows) await operations.journalRow(lan, { exception: id, note: 'the bank confirms it' });
    // Each row as a payment, which `journalRows` prevents.
    for (const [index, name] of names.entries()) {
      const fact = renumbered(facts[name]);
      const recorded = decideRecord(fact, randomUUID(), decisionContext(worker, 'system', fact.sourceId), index + 2);
      const cases = recorded.payments.map(({ after }) => decideCase(after, 'told_again', null));
      await applyChanges(worker.orm, [recorded, ...cases], world.clock.now());
    }
    const cases = (await operations.listUnmatched(lan, { limit: 100 })).items.filter(({ memo }) => memo === order.ref);
    expect(cases).toHaveLength(2);
    for (const [index, { ref }] of others.entries()) await operations.attachPayment(lan, { id: cases[index]?.id ?? '', ref, note: 'paid again' });
    for (let times = 0; times < 3; times += 1) await turn();
    const statuses = await Promise.all(orders.map(async ({ ref }) => (await world.order(ref)).status));
    expect(statuses.toSorted()).toEqual(['delivered', 'delivered', 'delivering']);
    expect(orders.map(({ ref }) => paidOut(ref)).toSorted()).toEqual([0, 1, 1]);
  });

  test('a transfer that operators found one list to tell is no room for the other list’s row, which the worker’s login journals', async () => {
    const [order, other] = [await world.create(EVEN), await world.create(EVEN)];
    const facts = told({ memo: order.ref, amount: order.amountSent });
    const rows = await tellTwice(facts);
    world.clock.advance(5 * 60_000);
    const operations = bindOperations(world.operator);
    const lan = operatorCaller('lan');
    const found = rows.find(({ source }) => source === 'casso-list');
    await operations.journalRow(lan, { exception: found?.id ?? '', note: 'the bank confirms it' });
    await journalRows(worker);
    const id = await journalPast(renumbered(facts['sepay-list']), 'told_again');
    await operations.attachPayment(lan, { id, ref: other.ref, note: 'paid again' });
    for (let times = 0; times < 3; times += 1) await turn();
    expect([(await world.order(order.ref)).status, (await world.order(other.ref)).status]).toEqual(['delivered', 'delivering']);
    expect([paidOut(order.ref), paidOut(other.ref)]).toEqual([1, 0]);
  });

  test('half of the price that the list with the other form of its reference tells again under another id is half of the price', async () => {
    const order = await world.create(EVEN);
    const half = told({ memo: order.ref, amount: order.amountSent / 2n });
    const casso = { ...half['casso-list'], reference: `VCB.${half['casso-list'].reference}` };
    tell(half['sepay-list'], casso);
    await turn();
    tell(renumbered(casso));
    await turn();
    expect(await exceptions()).toContainEqual(expect.objectContaining({ kind: 'told_again', sourceId: renumbered(casso).sourceId }));
    expect(await paymentsOf(order.ref)).toBe(1);
    expect(await world.order(order.ref)).toMatchObject({ reason: 'underpaid', amountPaid: order.amountSent / 2n });
  });

  test('another transfer under an id that was journalled is one payment, although an operator has its row journalled when another list has told it', async () => {
    const earlier = await world.create(EVEN);
    const before = told({ memo: earlier.ref, amount: earlier.amountSent });
    tell(...names.map((name) => before[name]));
    await turn();
    world.clock.advance(DAY_MS);
    const known = (await exceptions()).length;
    const order = await world.create(EVEN);
    const again = told({ memo: order.ref, amount: order.amountSent });
    tell({ ...again['casso-list'], sourceId: before['casso-list'].sourceId });
    await turn();
    const [row] = (await exceptions()).slice(known);
    expect(row).toMatchObject({ kind: 'other_payment', source: 'casso-list' });
    tell(again['sepay-list']);
    await turn();
    await bindOperations(world.operator).journalRow(operatorCaller('lan'), { exception: row?.id ?? '', note: 'another transfer' });
    await journalRows(worker);
    expect(await paymentsOf(order.ref)).toBe(1);
    await turn();
    expect((await world.order(order.ref)).status).toBe('delivered');
    expect(paidOut(order.ref)).toBe(1);
    await expectBooksInOrder(world);
  });
});

describe('rows that operators have had journalled', () => {
  beforeAll(() => open(['sepay-list']));
  afterAll(() => world.database.close());

  const operations = () => bindOperations(world.operator);
  const alarms = async () => (await operations().listAlarms(operatorCaller('lan'), {})).items.filter(({ kind }) => kind === 'row-not-journalled');

  /** Has rows journalled that were told again. */
  async function haveJournalled(count: number): Promise<PaymentFact[]> {
    const before = (await exceptions()).length;
    const facts = Array.from({ length: count }, () => told({ memo: 'chuyen tien', amount: 77_000n })['sepay-list']);
    tell(...facts);
    await turn();
    tell(...facts.map(renumbered));
    await turn();
    const rows = (await exceptions()).slice(before);
    expect(rows).toHaveLength(count);
    for (const { id } of rows) await operations().journalRow(operatorCaller('lan'), { exception: id, note: 'paid twice' });
    return facts.map(renumbered);
  }
  const isJournalled = async ({ sourceId }: PaymentFact) =>
    (await world.database.query('select 1 from sighting where source_id = $1', [sourceId])).length > 0;

  test('and that fail keep no other from being journalled, and are an alarm until they are journalled, however late', async () => {
    const rows = await haveJournalled(21);
    const last = rows.at(-1) as PaymentFact;
    // As if the database rejected what the first twenty say.
    await world.database.query(
      `update reconciliation_exception set told = jsonb_set(told, '{paidAt}', '"never"') where journal_at is not null and source_id <> $1`,
      [last.sourceId],
    );
    await world.database.query("update reconciliation_exception set journal_at = journal_at + interval '1 second' where source_id = $1", [
      last.sourceId,
    ]);
    await journalRows(worker);
    expect(await isJournalled(last)).toBe(true);
    expect(await alarms()).toEqual([]);
    world.clock.advance(8 * DAY_MS);
    expect(await alarms()).toMatchObject([{ network: 'bank', detail: expect.stringContaining('20 rows'), since: expect.any(Date) }]);
    await world.database.query(
      `update reconciliation_exception set told = jsonb_set(told, '{paidAt}', to_jsonb($1::text)) where journal_at is not null and told ->> 'paidAt' = 'never'`,
      [last.paidAt.toISOString()],
    );
    await journalRows(worker);
    for (const row of rows) expect(await isJournalled(row)).toBe(true);
    expect(await alarms()).toEqual([]);
  });

  test('of a source that no role reads are an alarm', async () => {
    await haveJournalled(1);
    world.clock.advance(6 * 60_000);
    await journalRows({ ...worker, rails: new Map() });
    expect(await alarms()).toMatchObject([{ network: 'bank', detail: expect.stringContaining('1 row that') }]);
  });
});

describe('an id that the list gives to another transfer', () => {
  beforeAll(() => open(['casso-list']));
  beforeEach(() => {
    world.clock.advance(DAY_MS);
  });
  afterAll(() => world.database.close());

  const paidBefore = async () => {
    const order = await world.create(EVEN);
    const fact = told({ memo: order.ref, amount: order.amountSent })['casso-list'];
    tell(fact);
    await turn();
    world.clock.advance(DAY_MS);
    return fact;
  };

  test('is an exception that tells amount and memo, once, and changes nothing of the payment before', async () => {
    const before = await paidBefore();
    const order = await world.create(EVEN);
    const known = (await exceptions()).length;
    const again = { ...told({ memo: order.ref, amount: order.amountSent })['casso-list'], sourceId: before.sourceId };
    tell(again);
    await turn();
    tell(again);
    await turn();
    expect((await exceptions()).slice(known)).toEqual([
      expect.objectContaining({
        kind: 'other_payment',
        source: 'casso-list',
        sourceId: expect.stringContaining(before.sourceId),
        amount: again.amount.toString(),
        detail: expect.stringContaining(order.ref),
      }),
    ]);
    // Each further transfer under the id is one more.
    tell({ ...again, reference: 'FT99', paidAt: new Date(again.paidAt.getTime() + DAY_MS) });
    await turn();
    expect((await exceptions()).slice(known)).toHaveLength(2);
    expect(await paymentsOf(before.memo)).toBe(1);
    expect(await paymentsOf(order.ref)).toBe(0);
  });

  test('is one in another amount too, and does not name the order of a payment that had none', async () => {
    const nameless = told({ memo: 'chuyen tien', amount: 77_000n })['casso-list'];
    tell(nameless);
    await turn();
    world.clock.advance(2 * DAY_MS);
    const order = await world.create(EVEN);
    tell({ ...told({ memo: order.ref, amount: 78_000n })['casso-list'], sourceId: nameless.sourceId });
    await turn();
    expect((await exceptions()).at(-1)).toMatchObject({ kind: 'other_payment', amount: '78000' });
    expect((await world.order(order.ref)).status).toBe('pending');
  });

  test.each<[string, Partial<PaymentFact>]>([
    ['the reference in another form', { reference: 'VCB.FT1' }],
    ['the reference corrected', { reference: '4711' }],
    ['the memo corrected', { memo: 'chuyen tien lan nua' }],
    ['the time of another zone', { paidAt: new Date(7 * 3_600_000) }],
  ])('is not what a row is that is told again with %s', async (_, set) => {
    const fact = told({ memo: 'chuyen tien', amount: 77_000n })['casso-list'];
    tell(fact);
    await turn();
    const known = (await exceptions()).length;
    tell({ ...fact, ...set, paidAt: new Date(fact.paidAt.getTime() + (set.paidAt?.getTime() ?? 0)) });
    await turn();
    expect(await exceptions()).toHaveLength(known);
  });
});
