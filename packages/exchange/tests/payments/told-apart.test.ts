import { DAY_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { journalRows } from '../../src/payments/journal-rows.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { storeFirstHand } from '../../src/payments/store-first-hand.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { limitAlone } from '../../testing/alone-limit.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { creditTold, type ListName, openToldLists, renumbered, type ToldLists } from '../../testing/told-lists.ts';

/* Payments that are journalled by themselves, while the signer takes the row of one for a copy of another's. */

/** An order whose price has halves. */
const EVEN = { quantity: '40' };
const lan = operatorCaller('lan');

let world: ToldLists['world'];
let worker: ToldLists['worker'];
let signer: ToldLists['signer'];
let names: ToldLists['names'];
let told: ToldLists['told'];
let tell: ToldLists['tell'];
let signerReads: ToldLists['signerReads'];
let journalPast: ToldLists['journalPast'];
let turn: ToldLists['turn'];
let exceptions: ToldLists['exceptions'];
let accounts: TestAccounts;

async function open(lists: readonly ListName[]): Promise<void> {
  ({ world, worker, signer, names, told, tell, journalPast, signerReads, turn, exceptions } = await openToldLists(lists));
  accounts = openAccounts(world);
}

async function close(): Promise<void> {
  await accounts.close();
  await world.database.close();
}

async function goOnLonger(): Promise<void> {
  for (let times = 0; times < 6; times += 1) await turn();
}

const credit = (member: Member) => creditTold({ world, signer }, member);

const rowsAbout = async (memo: string) => (await exceptions()).filter(({ kind, detail }) => kind === 'told_again' && detail.includes(memo));
const paidOut = (ref: string) => world.perfectMoney.paid.filter(({ memo }) => memo.includes(ref)).length;

/** Has a row journalled, or its exception closed. */
async function decideOn(id: string, isOwn: boolean): Promise<void> {
  const operations = bindOperations(world.operator);
  if (isOwn) await operations.journalRow(lan, { exception: id, note: 'the bank has this transfer too' });
  else await operations.resolveException(lan, { id, note: 'a copy' });
}

/** Has every list tell transfers that differ in nothing, which the worker reads at once and the signer one after the other. */
async function tellApart(set: Partial<PaymentFact>, count = 2): Promise<void> {
  const first = told({ reference: '', ...set });
  const { paidAt } = first['sepay-list'];
  const later = Array.from({ length: count - 1 }, () => told({ reference: '', ...set, paidAt }));
  for (const facts of [first, ...later]) {
    tell(...names.map((name) => facts[name]));
    await signerReads();
    world.clock.advance(2_000);
  }
  await turn();
  world.clock.advance(60_000);
  await turn();
}

describe.each([[['sepay-list']], [['sepay-list', 'casso-list']], [['casso-list', 'sepay-list']]] as [ListName[]][])(
  'with the lists %j, equal payments that worker and signer read apart',
  (lists) => {
    beforeAll(() => open(lists));
    beforeEach(() => {
      world.clock.advance(DAY_MS);
    });
    afterAll(close);

    /** Has all rows about a memo journalled: each list tells one again. */
    async function journalRowsAbout(memo: string): Promise<void> {
      const rows = await rowsAbout(memo);
      expect(rows.map(({ source }) => source).toSorted()).toEqual(names.toSorted());
      for (const { id } of rows) await decideOn(id, true);
      await journalRows(worker);
    }

    test('pay their order together once operators find them to be two, if one may decide so much alone', async () => {
      const order = await world.create(EVEN);
      await tellApart({ memo: `${order.ref} chuyen tien`, amount: order.amountSent / 2n });
      expect(await world.order(order.ref)).toMatchObject({ status: 'delivering', amountPaid: order.amountSent });
      await journalRowsAbout(order.ref);
      await limitAlone(world, order.amountSent / 2n - 1n);
      await goOnLonger();
      expect(paidOut(order.ref)).toBe(0);
      await limitAlone(world, 999_999_999_999_999n);
      await goOnLonger();
      expect((await world.order(order.ref)).status).toBe('delivered');
      expect(paidOut(order.ref)).toBe(1);
      await expectBooksInOrder(world);
    });

    test('go back once operators find them to be two, where one is too much', async () => {
      const order = await world.create(EVEN);
      await tellApart({ memo: `${order.ref} chuyen tien`, amount: order.amountSent });
      expect((await world.order(order.ref)).status).toBe('delivered');
      const operations = bindOperations(world.operator);
      const { items } = await operations.listUnmatched(lan, { limit: 100 });
      const [extra] = items.filter(({ memo }) => memo.includes(order.ref));
      await operations.refundPayment(lan, {
        id: extra?.id ?? '',
        destination: '0011001234567',
        destinationBank: 'vcb',
        note: 'paid twice',
      });
      const sent = async () => (await world.database.query('select state from payout where obligation_id = $1', [extra?.id]))[0]?.state;
      world.clock.advance(60_000);
      await goOnLonger();
      expect(await sent()).toBe('queued');
      await journalRowsAbout(order.ref);
      await goOnLonger();
      expect(await sent()).toBe('settled');
    });

    test('pay for the orders that operators attach them to, once they find them to be two', async () => {
      const orders = [await world.create(EVEN), await world.create(EVEN)];
      const memo = `cho hai don ${lists.join(' ')}`;
      await tellApart({ memo, amount: orders[0]?.amountSent ?? 0n });
      const operations = bindOperations(world.operator);
      const cases = (await operations.listUnmatched(lan, { limit: 100 })).items.filter((one) => one.memo === memo);
      expect(cases).toHaveLength(2);
      for (const [n, { ref }] of orders.entries()) await operations.attachPayment(lan, { id: cases[n]?.id ?? '', ref, note: 'hers' });
      world.clock.advance(60_000);
      await goOnLonger();
      const delivered = async () =>
        (await Promise.all(orders.map(({ ref }) => world.order(ref)))).filter(({ status }) => status === 'delivered').length;
      expect(await delivered()).toBe(1);
      await journalRowsAbout(memo);
      await goOnLonger();
      expect(await delivered()).toBe(2);
    });

    test.each(['first list', 'last list', 'every list'])(
      'are credited once operators find the rows of the %s to be transfers of their own',
      async (which) => {
        const member = await openMember(world, accounts);
        const memo = depositMemoOf(member.customerId);
        await tellApart({ memo, amount: 900_000n }, 3);
        expect(await credit(member)).toBe(900_000n);
        const chosen = which === 'first list' ? names[0] : names.at(-1);
        for (const { id, source } of await rowsAbout(memo)) await decideOn(id, which === 'every list' || source === chosen);
        await journalRows(worker);
        expect(await credit(member)).toBe(2_700_000n);
      },
    );

    test.each(['one of them', 'all'])(
      'whose memos their bank fills in later pay their order once operators find %s to be transfers of their own',
      async (which) => {
        const order = await world.create(EVEN);
        const half = { reference: '', memo: 'CK', amount: order.amountSent / 2n };
        const one = told(half);
        const two = told({ ...half, paidAt: one['sepay-list'].paidAt });
        const rows = [one, two].flatMap((facts) => names.map((name) => facts[name]));
        tell(...rows);
        await turn();
        world.clock.advance(30_000);
        const filled = rows.map((row) => ({ ...row, memo: order.ref }));
        await storeFirstHand(signer, filled);
        for (const fact of filled) await recordPayment(worker, fact);
        await goOnLonger();
        expect((await world.order(order.ref)).status).toBe('delivering');
        for (const [n, { id }] of (await rowsAbout(order.ref)).entries()) await decideOn(id, which === 'all' || n === 0);
        await goOnLonger();
        expect((await world.order(order.ref)).status).toBe('delivered');
      },
    );

    test.each([' GD 123456', '.'])('are credited though the signer has read them with %j behind what operators were told', async (more) => {
      const member = await openMember(world, accounts);
      const memo = depositMemoOf(member.customerId);
      const first = told({ memo, reference: '', amount: 900_000n });
      const second = told({ memo, reference: '', amount: 900_000n, paidAt: first['sepay-list'].paidAt });
      for (const facts of [first, second]) {
        for (const name of names) await recordPayment(worker, facts[name]);
        await storeFirstHand(
          signer,
          names.map((name) => ({ ...facts[name], memo: `${memo}${more}` })),
        );
        await matchPayments(worker);
        world.clock.advance(2_000);
      }
      expect(await credit(member)).toBe(900_000n);
      for (const { id } of await rowsAbout(memo)) await decideOn(id, true);
      await journalRows(worker);
      expect(await credit(member)).toBe(1_800_000n);
    });
  },
);

describe.each([[['sepay-list']], [['sepay-list', 'casso-list']]] as [ListName[]][])('with the lists %j', (lists) => {
  beforeAll(() => open(lists));
  beforeEach(() => {
    world.clock.advance(DAY_MS);
  });
  afterAll(close);

  test.each(['later', 'never'])(
    'a deposit that the worker’s login journals twice takes no transfer of the same amount whose memo is told %s',
    async (when) => {
      const thief = await openMember(world, accounts);
      const order = await world.create(EVEN);
      const amount = order.amountSent;
      const others = told({ memo: '', reference: '', amount });
      const paidAt = new Date(others['sepay-list'].paidAt.getTime() + 20_000);
      const own = told({ memo: depositMemoOf(thief.customerId), reference: '', amount, paidAt });
      tell(...names.map((name) => others[name]), ...names.map((name) => own[name]));
      await signerReads();
      world.clock.advance(1_000);
      // By both lists, or by a list that tells it again.
      const [first] = names as [ListName];
      const rows = names.length > 1 ? names.map((name) => own[name]) : [own[first], renumbered(own[first])];
      tell(...rows.filter((row) => row.sourceId.startsWith('again')));
      await signerReads();
      for (const row of rows) await journalPast(row, 'deposit');
      expect(await credit(thief)).toBe(amount);
      if (when === 'never') return;
      const filled = names.map((name) => ({ ...others[name], memo: order.ref }));
      await storeFirstHand(signer, filled);
      for (const fact of filled) await recordPayment(worker, fact);
      await goOnLonger();
      expect((await world.order(order.ref)).status).toBe('delivered');
      expect(await credit(thief)).toBe(amount);
    },
  );
});
