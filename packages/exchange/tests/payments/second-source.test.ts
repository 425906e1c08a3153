import { randomBytes } from 'node:crypto';
import { addPaymentUse, type DoubleUseGuard } from '@quydoi/database/repositories/payment-uses';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { EXPIRY_GRACE_SECONDS } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { isTransferFree } from '@quydoi/domain/transfer/first-hand';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Rail } from '@quydoi/rails/rail';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClaim } from '../../src/actions/create-claim.ts';
import type { Ctx } from '../../src/context.ts';
import { trueRecords, useCodeOf } from '../../src/first-hand-records.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { handleClaims } from '../../src/payments/handle-claims.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { declarePolledSources } from '../../src/payments/polled-sources.ts';
import { createFirstHandReaders } from '../../src/payments/read-first-hand.ts';
import { readSource } from '../../src/payments/read-sources.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { storeFirstHand } from '../../src/payments/store-first-hand.ts';
import { watchBehind } from '../../src/payments/watch-behind.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { FAILING_MS } from '../../src/provider-health.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { customerOf, settle } from '../../testing/mismatch.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

type Name = 'sepay-list' | 'casso-list';
const NAMES: readonly Name[] = ['sepay-list', 'casso-list'];

let world: World;
let worker: Ctx;
let transfers = 0;
/** What each provider lists, and why it cannot be read. */
const books = { 'sepay-list': [] as PaymentFact[], 'casso-list': [] as PaymentFact[] };
const down: Record<Name, RailTrouble | null> = { 'sepay-list': null, 'casso-list': null };

function listOf(name: Name): ListSource {
  return {
    kind: 'list',
    name,
    pollMs: 1_000,
    async read(cursor) {
      const trouble = down[name];
      if (trouble) throw new RailError('bank', trouble, 'not-done', `${name} cannot be read`);
      return { facts: books[name].slice(Number(cursor ?? 0)), cursor: String(books[name].length), more: false };
    },
  };
}

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  const bank: Rail = { ...world.worker.rails.get('bank'), code: 'bank', sources: NAMES.map(listOf) };
  worker = { ...world.worker, rails: new Map([...world.worker.rails, ['bank', bank] as const]) };
  await declarePolledSources(worker);
});
beforeEach(() => {
  for (const name of NAMES) down[name] = null;
});
afterEach(async () => {
  for (const name of NAMES) down[name] = null;
  for (const name of NAMES) await readList(name);
  expect((await world.web.settings()).suspensions).toEqual([]);
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

async function readList(name: Name): Promise<void> {
  const source = worker.rails.get('bank')?.sources?.find((one) => one.name === name) as ListSource;
  await readSource(worker, { network: 'bank', source });
}

/** A transfer as each of the providers tells it: under an id of its own. */
function told(set: Partial<PaymentFact>): Record<Name, PaymentFact> {
  transfers += 1;
  const fact = bankTransfer({ reference: `FT${transfers}`, paidAt: world.clock.now(), ...set });
  return {
    'sepay-list': { ...fact, source: 'sepay-list', sourceId: `uuid-${transfers}` },
    'casso-list': { ...fact, source: 'casso-list', sourceId: `${transfers}`, paidAt: new Date(fact.paidAt.getTime() + 90_000) },
  };
}

async function paymentsOf(ref: string): Promise<{ count: number; sightings: string[] }> {
  const rows = await world.database.query(
    `select p.id, s.source from payment p join orders o on o.id = p.order_id join sighting s on s.payment_id = p.id where o.ref = $1 order by 2`,
    [ref],
  );
  return { count: new Set(rows.map(({ id }) => id)).size, sightings: rows.map(({ source }) => String(source)) };
}

/** Lets time pass with the lists read every 15 s. */
async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs <= ms; passedMs += 15_000) {
    for (const name of NAMES) await readList(name);
    world.clock.advance(15_000);
  }
}

/** All sequences in which two providers may tell of two transfers. */
const TELLINGS = permutationsOf('AaBb');

function permutationsOf(letters: string): string[] {
  if (letters.length < 2) return [letters];
  return [...letters].flatMap((letter) => permutationsOf(letters.replace(letter, '')).map((rest) => letter + rest));
}

/** A reference of no order. */
const unknownRef = () => refFromBytes(randomBytes(REF_BYTES));

/** Has the providers tell of two transfers, in upper case SePay and in lower case Casso. */
async function tellAll(telling: string, a: Record<Name, PaymentFact>, b: Record<Name, PaymentFact>): Promise<void> {
  for (const letter of telling) {
    const name = letter === letter.toUpperCase() ? 'sepay-list' : 'casso-list';
    books[name].push((letter.toUpperCase() === 'A' ? a : b)[name]);
    await readList(name);
  }
}

describe('a payment that both providers tell of', () => {
  test.each([
    ['SePay first', ['sepay-list', 'casso-list', 'sepay-list']],
    ['Casso first', ['casso-list', 'sepay-list', 'casso-list']],
  ] as const)('is one payment, %s', async (_, order) => {
    const { ref, amountSent } = await world.create();
    const facts = told({ memo: ref, amount: amountSent });
    world.bank.received.push(facts['sepay-list']);
    for (const name of order) {
      books[name].push(facts[name]);
      await readList(name);
    }
    await world.run();
    expect(await paymentsOf(ref)).toEqual({ count: 1, sightings: ['casso-list', 'sepay-list'] });
    expect((await world.order(ref)).amountPaid).toBe(amountSent);
  });

  test('is one payment when both are read at once', async () => {
    const { ref, amountSent } = await world.create();
    const facts = told({ memo: ref, amount: amountSent });
    for (const name of NAMES) books[name].push(facts[name]);
    world.bank.received.push(facts['sepay-list']);
    await Promise.all(NAMES.map(readList));
    expect((await world.database.query('select count(*)::int as n from payment where memo = $1', [ref]))[0]?.n).toBe(1);
  });

  test('twice of one reference and amount: two payments, each told twice', async () => {
    const { ref, amountSent } = await world.create();
    const repeated = { memo: ref, amount: amountSent, reference: '3516' };
    const both = [told(repeated), told(repeated)];
    for (const facts of both) world.bank.received.push(facts['sepay-list']);
    for (const name of ['casso-list', 'sepay-list'] as const) {
      for (const facts of both) books[name].push(facts[name]);
      await readList(name);
    }
    const rows = await world.database.query('select p.id from payment p join sighting s on s.payment_id = p.id where p.memo = $1', [ref]);
    expect([new Set(rows.map(({ id }) => id)).size, rows.length]).toEqual([2, 4]);
  });
});

describe('half of the price, which the providers tell differently, is half of the price', () => {
  test.each<[string, Partial<PaymentFact>]>([
    ['eleven minutes apart', { paidAt: new Date(11 * MINUTE_MS) }],
    ['with times of another time zone', { paidAt: new Date(7 * HOUR_MS) }],
    ['by the next day’s booking', { paidAt: new Date(26 * HOUR_MS) }],
    ['with a prefix at the reference', { reference: 'BNK-' }],
    ['with no reference, hours apart', { reference: '', paidAt: new Date(7 * HOUR_MS) }],
  ])('%s', async (_, otherwise) => {
    const order = await world.create();
    const transfer = told({ memo: order.ref, amount: order.amountSent / 2n, reference: `FT2406${transfers}` });
    const { paidAt, ...rest } = otherwise;
    const casso = { ...transfer['casso-list'], ...rest };
    if (rest.reference) casso.reference = rest.reference + transfer['casso-list'].reference;
    books['sepay-list'].push(transfer['sepay-list']);
    books['casso-list'].push({ ...casso, paidAt: new Date(casso.paidAt.getTime() + (paidAt?.getTime() ?? 0)) });
    for (const name of NAMES) await readList(name);
    await settle(world);
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: order.amountSent / 2n });
    expect(await paymentsOf(order.ref)).toEqual({ count: 1, sightings: ['casso-list', 'sepay-list'] });
  });
});

test.each(['sepay-list', 'casso-list'] as const)(
  'what names no order and has no reference is one payment, which %s tells of first, hours apart',
  async (first) => {
    const memo = `thank you ${first}`;
    const facts = told({ memo, reference: '', amount: 298_469n });
    books['sepay-list'].push(facts['sepay-list']);
    books['casso-list'].push({ ...facts['casso-list'], paidAt: new Date(facts['casso-list'].paidAt.getTime() - 7 * HOUR_MS) });
    for (const name of first === 'sepay-list' ? NAMES : NAMES.toReversed()) {
      await readList(name);
      await matchPayments(world.worker);
    }
    const rows = await world.database.query('select p.id from payment p join sighting s on s.payment_id = p.id where p.memo = $1', [memo]);
    expect([new Set(rows.map(({ id }) => id)).size, rows.length]).toEqual([1, 2]);
  },
);

test('half of the price that the providers number differently buys nothing until one of them tells of it twice', async () => {
  const order = await world.create();
  const half = { memo: order.ref, amount: order.amountSent / 2n };
  const [first, second] = [told(half), told({ ...half, amount: order.amountSent - half.amount })];
  books['sepay-list'].push(first['sepay-list']);
  books['casso-list'].push({ ...first['casso-list'], reference: 'BNK1' });
  for (const name of NAMES) await readList(name);
  await settle(world);
  await settle(world);
  expect((await world.order(order.ref)).status).not.toBe('delivered');
  expect(world.perfectMoney.paid.filter(({ memo }) => memo.includes(order.ref))).toEqual([]);
  books['sepay-list'].push(second['sepay-list']);
  for (const name of NAMES) await readList(name);
});

test.each(NAMES)('a payment that only %s tells of pays its order', async (name) => {
  const { ref, amountSent } = await world.create();
  const fact = told({ memo: ref, amount: amountSent })[name];
  books[name].push(fact);
  world.bank.received.push(fact);
  for (const each of NAMES) await readList(each);
  await world.run();
  expect(await paymentsOf(ref)).toEqual({ count: 1, sightings: [name] });
});

describe('a provider that is silent', () => {
  test.each([
    ['cannot be reached', 'unreachable', FAILING_MS + 60_000],
    ['refuses our key', 'credentials', 15_000],
  ] as const)('because it %s closes nothing, is an alarm, and ends with its next answer', async (_, trouble, ms) => {
    down['casso-list'] = trouble;
    await pass(ms);
    expect(world.errors.splice(0)).toMatchObject([{ network: 'bank', cause: 'silent', direction: 'in', subject: 'casso-list' }]);
    const { items } = await bindOperations(world.operator).listAlarms(operatorCaller('lan'), {});
    expect(items).toMatchObject([{ kind: 'suspension', network: 'bank', detail: expect.stringMatching(/^nothing is closed, .*casso-list/) }]);
    expect((await world.create()).status).toBe('pending');
    down['casso-list'] = null;
    await readList('casso-list');
    expect((await world.web.settings()).suspensions).toEqual([]);
  });

  test('does not keep orders from expiring; one that is away for a moment does', async () => {
    const { ref } = await world.create();
    await pass(15_000);
    world.clock.advance(2 * HOUR_MS);
    down['sepay-list'] = 'unreachable';
    await readList('sepay-list');
    await readList('casso-list');
    await endTimedOutOrders(worker);
    expect((await world.order(ref)).status).toBe('pending');
    await pass(FAILING_MS + EXPIRY_GRACE_SECONDS * 1_000);
    expect(world.errors.splice(0)).toMatchObject([{ cause: 'silent', subject: 'sepay-list' }]);
    await endTimedOutOrders(worker);
    expect((await world.order(ref)).status).toBe('cancelled');
  });

  test('with the other: the network is closed, nothing expires, and one of them opens it again', async () => {
    const { ref } = await world.create();
    for (const name of NAMES) down[name] = 'unreachable';
    await pass(FAILING_MS + 60_000);
    expect(
      world.errors
        .splice(0)
        .map((error) => (error as { cause: string }).cause)
        .sort(),
    ).toEqual(['silent', 'silent', 'unreachable', 'unreachable']);
    await expect(world.create()).rejects.toThrow('MAINTENANCE');
    world.clock.advance(2 * HOUR_MS);
    await endTimedOutOrders(worker);
    expect((await world.order(ref)).status).toBe('pending');
    down['casso-list'] = null;
    await readList('casso-list');
    expect((await world.create()).status).toBe('pending');
    await endTimedOutOrders(worker);
    expect((await world.order(ref)).status).toBe('cancelled');
  });
});

describe('the signer confirms', () => {
  /** The signer with both lists of its own. */
  function signerOf(): SignerCtx {
    const [source, ...others] = NAMES.map(listOf) as [ListSource, ...ListSource[]];
    const bank: Rail = { ...world.signer.rails.get('bank'), code: 'bank', firstHand: { by: 'list', source, others } };
    return { ...world.signer, rails: new Map([...world.signer.rails, ['bank', bank] as const]) };
  }

  test.each([
    ['sepay-list', 'casso-list'],
    ['casso-list', 'sepay-list'],
  ] as const)('with %s while %s cannot be read', async (well, other) => {
    const { ref, amountSent } = await world.create();
    const facts = told({ memo: ref, amount: amountSent });
    for (const name of NAMES) books[name].push(facts[name]);
    await readList(other);
    await world.run();
    expect((await world.order(ref)).status).toBe('delivering');
    down[other] = 'unreachable';
    await Promise.all(createFirstHandReaders(signerOf(), 'bank').map((reader) => reader.run()));
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
    expect(await world.database.query('select source from payment_use u join orders o on o.id = u.order_id where o.ref = $1', [ref])).toEqual([
      { source: well },
    ]);
  });

  /** Two orders of one amount, within minutes of each other. */
  const ordersAlike = async () => {
    world.clock.advance(HOUR_MS);
    return [await world.create(), await world.create()] as const;
  };
  const statusOf = async (ref: string) => (await world.order(ref)).status;
  /** Has the providers tell of a transfer, the lists read by worker and signer, and the orders go on. */
  const tell = async (facts: readonly PaymentFact[]) => {
    for (const fact of facts) books[fact.source as Name].push(fact);
    for (const name of NAMES) await readList(name);
    await world.run();
    await Promise.all(createFirstHandReaders(signerOf(), 'bank').map((reader) => reader.run()));
    await settle(world);
  };

  test('an order whose transfer looks like another order’s, of which only one provider told, without a reference', async () => {
    const [first, second] = await ordersAlike();
    const ofFirst = told({ memo: first.ref, amount: first.amountSent, reference: '' });
    await tell([ofFirst['sepay-list']]);
    expect(await statusOf(first.ref)).toBe('delivered');
    const ofSecond = told({ memo: second.ref, amount: second.amountSent });
    await tell([ofSecond['casso-list']]);
    expect(await statusOf(second.ref)).toBe('delivered');
    await tell([ofSecond['sepay-list'], ofFirst['casso-list']]);
    world.clock.advance(HOUR_MS);
  });

  test('an order whose transfer looks like one without memo that paid another, once both providers have told of it', async () => {
    const [first, second] = await ordersAlike();
    const ofFirst = told({ memo: '', amount: first.amountSent, reference: '' });
    await tell([ofFirst['sepay-list']]);
    const [row] = await world.database.query("select id from payment where order_id is null and memo = '' and amount = $1", [first.amountSent]);
    await bindOperations(world.operator).attachPayment(operatorCaller('lan'), { id: String(row?.id), ref: first.ref, note: 'their receipt' });
    await settle(world);
    expect(await statusOf(first.ref)).toBe('delivered');
    const ofSecond = told({ memo: second.ref, amount: second.amountSent });
    await tell([ofSecond['casso-list']]);
    await tell([ofSecond['sepay-list']]);
    expect(await statusOf(second.ref)).toBe('delivered');
    await tell([ofFirst['casso-list']]);
    world.clock.advance(HOUR_MS);
  });

  const readers = [
    { by: 'both lists are read', isOnlyList: false },
    { by: 'only one list is still read', isOnlyList: true },
  ];
  test.each(readers)('no payment twice while $by, although both told of the money and somebody journals it twice', async ({ isOnlyList }) => {
    const { ref, amountSent } = await world.create();
    const facts = told({ memo: ref, amount: amountSent });
    books['sepay-list'].push(facts['sepay-list']);
    await readList('sepay-list');
    // With the worker's login: a row that SePay does not have, which Casso's is taken for.
    await recordPayment(world.worker, { ...facts['casso-list'], source: 'sepay-list', sourceId: `forged ${ref}` });
    books['casso-list'].push(facts['casso-list']);
    await readList('casso-list');
    const payments = await world.database.query('select * from payment where memo = $1 order by occurrence', [ref]);
    expect(payments).toHaveLength(2);
    const signer = signerOf();
    await storeFirstHand(signer, [facts['sepay-list'], facts['casso-list']]);
    const { id: orderId } = await world.order(ref);
    const taken = [];
    for (const [index, name] of NAMES.entries()) {
      const use = { paymentId: String(payments[index]?.id), orderId };
      const readAt = world.clock.now();
      const record = { ...facts[name], journalledAs: use.paymentId, firstReadAt: readAt, lastReadAt: readAt, use: null };
      const isFree: DoubleUseGuard['isFree'] = (alike, payees) => isTransferFree(record, trueRecords(signer, alike), payees);
      taken.push(
        await addPaymentUse(signer.orm, record, { ...use, code: useCodeOf(signer, record, use) }, world.clock.now(), { isOnlyList, isFree }),
      );
    }
    expect(taken).toEqual([true, false]);
  });
});

describe('both providers tell of transfers at the same moment: each is journalled once', () => {
  const ROUNDS = 12;
  const AT_ONCE = 4;

  test.each([
    { how: 'with a reference that others have, too', amount: 710_000n, referenceOf: () => ['R-REPEATED', 'R-REPEATED'] },
    { how: 'without references', amount: 720_000n, referenceOf: () => ['', ''] },
    { how: 'one of them without the reference', amount: 730_000n, referenceOf: (n: number) => [`R-HALF-${n}`, ''] },
  ])('$how', async ({ how, amount, referenceOf }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const transfersTold = Array.from({ length: AT_ONCE }, (_, n) => {
        const [first = '', second = ''] = referenceOf(round * AT_ONCE + n);
        const facts = told({ memo: how, amount: amount + BigInt(round * AT_ONCE + n) });
        return [
          { ...facts['sepay-list'], reference: first },
          { ...facts['casso-list'], reference: second },
        ];
      });
      await Promise.all(transfersTold.flat().map((fact) => recordPayment(worker, fact)));
    }
    const rows = await world.database.query('select amount::text, count(*)::int as times from payment where memo = $1 group by amount', [how]);
    expect(rows).toHaveLength(ROUNDS * AT_ONCE);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  });
});

describe('transfers that are much alike', () => {
  test.each([
    ['the same reference', '3516', '3516'],
    ['no reference', '', ''],
    ['a reference and none', '3517', ''],
  ])('transfers for two orders, alike but for their memos, with %s: two payments, in whatever order they are told', async (_, ofFirst, ofSecond) => {
    for (const telling of TELLINGS) {
      world.clock.advance(HOUR_MS);
      const [first, second] = [told({ memo: unknownRef(), reference: ofFirst }), told({ memo: unknownRef(), reference: ofSecond })];
      await tellAll(telling, first, second);
      for (const facts of [first, second]) {
        const { memo } = facts['sepay-list'];
        const rows = await world.database.query(
          'select s.source, s.source_id from payment p join sighting s on s.payment_id = p.id where p.memo = $1',
          [memo],
        );
        const sightings = rows.map(({ source, source_id: id }) => `${source} ${id}`).toSorted();
        expect([telling, sightings]).toEqual([telling, NAMES.map((name) => `${name} ${facts[name].sourceId}`).toSorted()]);
      }
    }
  });

  test('two transfers of one amount without memo, one with a reference: two payments, in whatever order they are told', async () => {
    for (const [index, telling] of TELLINGS.entries()) {
      const amount = BigInt(54_321 + index);
      await tellAll(telling, told({ memo: '', amount, reference: '3518' }), told({ memo: '', amount, reference: '' }));
      const rows = await world.database.query('select p.id, s.source from payment p join sighting s on s.payment_id = p.id where p.amount = $1', [
        amount,
      ]);
      expect([telling, new Set(rows.map(({ id }) => id)).size, rows.length]).toEqual([telling, 2, 4]);
    }
  });
});

describe('a provider that answers, but lacks what the other tells', () => {
  // What earlier tests left told by one alone.
  beforeEach(() => {
    world.clock.advance(2 * DAY_MS);
  });

  test.each([
    ['sepay-list', 'casso-list'],
    ['casso-list', 'sepay-list'],
  ] as const)('%s told, %s did not: an alarm that closes nothing, until it has told all', async (teller, other) => {
    const facts = [told({ memo: unknownRef() }), told({ memo: unknownRef() })];
    books[teller].push(...facts.map((fact) => fact[teller]));
    await pass(14 * MINUTE_MS);
    await watchBehind(worker);
    expect(world.errors).toEqual([]);
    await pass(2 * MINUTE_MS);
    await watchBehind(worker);
    // It looks again at the next interval, not at once.
    expect(await watchBehind(worker)).toBe(false);
    expect(world.errors.splice(0)).toMatchObject([
      { network: 'bank', cause: 'behind', subject: other, detail: expect.stringContaining('lacks 2 payments') },
    ]);
    const { items } = await bindOperations(world.operator).listAlarms(operatorCaller('lan'), {});
    expect(items[0]).toMatchObject({ kind: 'suspension', network: 'bank', detail: expect.stringContaining(other) });
    expect((await world.create()).status).toBe('pending');
    for (const fact of facts) {
      await watchBehind(worker);
      expect((await world.web.settings()).suspensions).toMatchObject([{ cause: 'behind', subject: other }]);
      books[other].push(fact[other]);
      await readList(other);
    }
    await watchBehind(worker);
    expect((await world.web.settings()).suspensions).toEqual([]);
  });

  test('is not blamed for what a webhook of its own told first', async () => {
    const fact = told({ memo: unknownRef() })['casso-list'];
    await recordPayment(worker, { ...fact, source: 'casso-webhook' });
    await pass(20 * MINUTE_MS);
    await watchBehind(worker);
    expect((await world.web.settings()).suspensions).toEqual([]);
  });
});

describe('one transfer whose memo names no order, claimed for two orders of one customer', () => {
  const SENDER = '0011001001002';

  test.each([
    ['a prefix', 'FT99900123', 'BNK-FT99900123', 0, '121'],
    ['a number of its own', 'FT99900124', 'CS-7781', 0, '131'],
    ['a date of the day after', 'FT99900125', 'FT99900125', 26 * HOUR_MS, '141'],
  ] as const)('pays one of them, where the other provider gives it %s', async (_, reference, other, apartMs, quantity) => {
    const [source, ...others] = NAMES.map(listOf) as [ListSource, ...ListSource[]];
    const bank: Rail = { ...world.signer.rails.get('bank'), code: 'bank', firstHand: { by: 'list', source, others } };
    const signer: SignerCtx = { ...world.signer, rails: new Map([...world.signer.rails, ['bank', bank] as const]) };
    const readers = createFirstHandReaders(signer, 'bank');
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        for (const name of NAMES) await readList(name);
        await matchPayments(worker);
        await handleClaims(worker);
        for (const reader of readers) await reader.run();
        await startPayouts(worker);
        await sendPayouts(signer);
        await settleAttempts(signer);
        world.clock.advance(10_000);
      }
    };
    // What earlier tests left.
    world.clock.advance(4 * DAY_MS);
    const create = (dollars: string) => world.create({ sender: SENDER, senderBank: 'vcb', quantity: dollars });
    const [small, large] = [await create(quantity), await create('250')];
    const claim = (order: typeof small, number: string) =>
      createClaim(world.web, world.deps, customerOf(order), {
        ref: order.ref,
        paidAt: world.clock.now().toISOString(),
        bank: '',
        accountEnd: '',
        reference: number,
      });
    world.clock.advance(MINUTE_MS);
    const transfer = told({ memo: `CT ${SENDER}`, amount: small.amountSent, reference });
    books['sepay-list'].push(transfer['sepay-list']);
    await turns(1);
    await claim(small, reference);
    await turns(6);
    expect((await world.order(small.ref)).status).toBe('delivered');
    const again = transfer['casso-list'];
    books['casso-list'].push({ ...again, reference: other, paidAt: new Date(again.paidAt.getTime() + apartMs) });
    const rest = told({ memo: large.ref, amount: large.amountSent - small.amountSent });
    for (const name of NAMES) books[name].push(rest[name]);
    await turns(1);
    await claim(large, other);
    await turns(10);
    expect((await world.order(large.ref)).status).not.toBe('delivered');
    world.errors.length = 0;
  });
});
