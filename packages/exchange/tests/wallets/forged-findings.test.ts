import { randomUUID } from 'node:crypto';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import type { Rail } from '@quydoi/rails/rail';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { declarePolledSources } from '../../src/payments/polled-sources.ts';
import { readFirstHandList } from '../../src/payments/read-sources.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { toldAgainDetail } from '../../src/told-again-detail.ts';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { limitAlone } from '../../testing/alone-limit.ts';
import { type WalletsSeen, walletsSeenIn } from '../../testing/balances.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Copies of a deposit's row that a thief has journalled with the worker's login, besides what that login tells operators of them. */

const AMOUNT = 930_000n;

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;
let member: Member;
let worker: Ctx;
let signer: SignerCtx;
let told: PaymentFact[] = [];
const list: ListSource = { kind: 'list', name: 'sepay-list', pollMs: 1_000, read: async () => ({ facts: told, cursor: null, more: false }) };

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
  const withBank = <C extends Ctx>(ctx: C, set: Partial<Rail>): C => ({
    ...ctx,
    rails: new Map([...ctx.rails, ['bank', { ...ctx.rails.get('bank'), code: 'bank', ...set } as Rail] as const]),
  });
  worker = withBank(world.worker, { sources: [list] });
  await declarePolledSources(worker);
  signer = withBank(world.signer, { firstHand: { by: 'list', source: list, others: [] } });
});
beforeEach(async () => {
  // Payments of other tests are none that a row of this one may be.
  world.clock.advance(DAY_MS);
  told = [];
  member = await openMember(world, accounts);
});
afterEach(async () => {
  await limitAlone(world, 999_999_999_999_999n);
  await expectBooksInOrder(world);
  world.errors.length = 0;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** Has the list tell a deposit, and then copies of its row, all of which the worker's login journals. @returns the copies */
async function tellCopies(count: number, amount = AMOUNT): Promise<PaymentFact[]> {
  const paidAt = new Date(Math.floor(world.clock.now().getTime() / 1_000) * 1_000 + 7_000);
  const rows = Array.from({ length: count + 1 }, (_, n) =>
    bankTransfer({
      memo: depositMemoOf(member.customerId),
      amount,
      paidAt,
      reference: '',
      source: list.name,
      sourceId: `${member.customerId} ${n}`,
    }),
  );
  for (const row of rows) {
    told.push(row);
    await readFirstHandList(signer, 'bank', list);
    // The rule of the worker is passed: as of before the row was told at first.
    await recordPayment(worker, row, new Date(0));
    await matchPayments(worker);
    await creditDeposits(signer);
    world.clock.advance(1_000);
  }
  expect(await seen.balanceOf(member)).toBe(amount);
  return rows.slice(1);
}

/** Writes an exception about a row with the worker's login. @returns its id */
async function except(row: PaymentFact, set: Readonly<Partial<Record<'asset' | 'amount' | 'memo', string>>> = {}): Promise<string> {
  const id = randomUUID();
  const { network, source, sourceId, account, reference, memo, payer, payerName, paidAt } = row;
  const told = { reference, memo: set.memo ?? memo, payer, payerName, paidAt: paidAt.toISOString() };
  const { asset, amount } = { asset: 'vnd', amount: String(row.amount), ...set };
  await world.database.query(
    `insert into reconciliation_exception (id, network, source, source_id, kind, account, asset, amount, detail, at, told)
     values ($1, $2, $3, $4, 'told_again', $5, $6, $7, $8, $9, $10)`,
    [id, network, source, sourceId, account, asset, amount, toldAgainDetail(randomUUID(), told), world.clock.now(), told],
    'quydoi_worker',
  );
  return id;
}

/** Writes to the audit log that an operator has had a row journalled, and that it is, as one operator's login can. */
async function writeJournalled(operator: string, exception: string): Promise<void> {
  const asOperator = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_operator');
  await asOperator('begin');
  await asOperator(`insert into audit (call_id, operator, verb, input, outcome, at) values (gen_random_uuid(), $1, 'journalRow', $2, 'done', $3)`, [
    operator,
    { exception, note: 'x' },
    world.clock.now(),
  ]);
  await asOperator(
    `update reconciliation_exception set resolved_at = $3, resolved_by = $1, note = 'x', journal_at = $3 where id = $2::uuid and kind = 'told_again'`,
    [operator, exception.toLowerCase(), world.clock.now()],
  );
  await asOperator('commit');
}

async function credit(): Promise<bigint | undefined> {
  for (let times = 0; times < 3; times += 1) {
    world.clock.advance(MINUTE_MS);
    await creditDeposits(signer);
  }
  return seen.balanceOf(member);
}

describe('copies of a deposit are not credited', () => {
  test('where operators were told that they are of another asset, of which so little is worth less', async () => {
    const copies = await tellCopies(2);
    await limitAlone(world, AMOUNT + AMOUNT / 2n);
    const operations = bindOperations(world.operator);
    for (const copy of copies) {
      const exception = await except(copy, { asset: 'usdt-tron' });
      expect(await operations.journalRow(operatorCaller('lan'), { exception, note: 'the bank has it too' })).toEqual({ done: true });
    }
    expect(await credit()).toBe(AMOUNT);
  });

  test('beyond what one operator decides alone, by rows that tell of less than nothing', async () => {
    const copies = await tellCopies(2);
    await limitAlone(world, AMOUNT + AMOUNT / 2n);
    const debt = await except({ ...(copies[0] as PaymentFact), sourceId: `debt of ${member.customerId}` }, { amount: '-99999999999' });
    for (const exception of [debt, ...(await Promise.all(copies.map((copy) => except(copy))))]) await writeJournalled('thief', exception);
    expect(await credit()).toBe(AMOUNT);
  });

  test.each([
    ['upper-case ids', (id: string) => id.toUpperCase()],
    ['their ids', (id: string) => id],
  ])('beyond what one operator decides alone, by calls that name %s', async (_, named) => {
    const copies = await tellCopies(2);
    await limitAlone(world, AMOUNT + AMOUNT / 2n);
    for (const copy of copies) await writeJournalled(`thief of ${member.customerId}`, named(await except(copy)));
    expect(await credit()).toBe(AMOUNT);
    await limitAlone(world, 2n * AMOUNT);
    expect(await credit()).toBe(3n * AMOUNT);
  });

  test('where operators were told that they are rows of another customer', async () => {
    const other = await openMember(world, accounts);
    const [copy] = (await tellCopies(1)) as [PaymentFact];
    const exception = await except(copy, { memo: depositMemoOf(other.customerId) });
    await bindOperations(world.operator).journalRow(operatorCaller('lan'), { exception, note: 'the bank has it too' });
    expect(await credit()).toBe(AMOUNT);
  });
});

describe('after a deposit that operators have found to be told twice as two transfers', () => {
  /** Journals a payment whose memo names no order or customer, and attaches it to an order as an operator. @returns the order's status */
  async function payBy(row: PaymentFact, ref: string, operator = 'minh'): Promise<string> {
    told.push(row);
    await readFirstHandList(signer, 'bank', list);
    await recordPayment(worker, row, new Date(0));
    await matchPayments(worker);
    const [payment] = await world.database.query('select payment_id from sighting where source_id = $1', [row.sourceId]);
    await bindOperations(world.operator).attachPayment(operatorCaller(operator), { id: String(payment?.payment_id), ref, note: 'by a receipt' });
    for (let times = 0; times < 3; times += 1) {
      await startPayouts(worker);
      await sendPayouts(signer);
      await settleAttempts(signer);
      world.clock.advance(10_000);
    }
    return (await world.order(ref)).status;
  }

  test('a payment like it pays its order, and its copy no other', async () => {
    const [order, another] = [await world.create({ quantity: '40' }), await world.create({ quantity: '40' })];
    const amount = order.amountSent;
    const [second] = (await tellCopies(1, amount)) as [PaymentFact];
    await writeJournalled(`lan of ${member.customerId}`, await except(second));
    expect(await credit()).toBe(2n * amount);
    const paidAt = new Date(world.clock.now().getTime() + 1_000);
    const row = bankTransfer({ memo: 'CK', amount, paidAt, reference: '', source: list.name, sourceId: `first ${member.customerId}` });
    expect(await payBy(row, order.ref)).toBe('delivered');
    expect(await payBy({ ...row, sourceId: `copy ${member.customerId}` }, another.ref)).toBe('delivering');
  });

  test('a payment like it pays its order, though a third row came between', async () => {
    const order = await world.create({ quantity: '40' });
    const amount = order.amountSent;
    const [second] = (await tellCopies(1, amount)) as [PaymentFact];
    // Told and found, but not journalled yet.
    const third = { ...second, sourceId: `third of ${member.customerId}` };
    told.push(third);
    await readFirstHandList(signer, 'bank', list);
    await bindOperations(world.operator).journalRow(operatorCaller('lan'), { exception: await except(third), note: 'the bank has two' });
    expect(await credit()).toBe(amount);
    await recordPayment(worker, third, new Date(0));
    await matchPayments(worker);
    expect(await credit()).toBe(2n * amount);
    const paidAt = new Date(world.clock.now().getTime() + 1_000);
    const row = bankTransfer({ memo: 'CK', amount, paidAt, reference: '', source: list.name, sourceId: `first ${member.customerId}` });
    expect(await payBy(row, order.ref)).toBe('delivered');
  });

  test('a payment like it waits where one operator alone could not have found so much', async () => {
    const order = await world.create({ quantity: '40' });
    const amount = order.amountSent;
    for (const copy of await tellCopies(2, amount)) await writeJournalled(`lan of ${member.customerId}`, await except(copy));
    expect(await credit()).toBe(3n * amount);
    await limitAlone(world, amount + amount / 2n);
    const paidAt = new Date(world.clock.now().getTime() + 1_000);
    const row = bankTransfer({ memo: 'CK', amount, paidAt, reference: '', source: list.name, sourceId: `first ${member.customerId}` });
    expect(await payBy(row, order.ref, 'hoa')).toBe('delivering');
  });
});
