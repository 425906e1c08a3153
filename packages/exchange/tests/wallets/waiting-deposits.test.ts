import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import type { Rail } from '@quydoi/rails/rail';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { journalRows } from '../../src/payments/journal-rows.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { declarePolledSources } from '../../src/payments/polled-sources.ts';
import { readFirstHandList, readSource } from '../../src/payments/read-sources.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { limitAlone } from '../../testing/alone-limit.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { readFirstHand } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Deposits that cannot be credited at once, because their bank tells too little or contradicts itself. */

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;
let member: Member;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
});
beforeEach(async () => {
  member = await openMember(world, accounts);
});
afterEach(async () => {
  await expectBooksInOrder(world);
  world.errors.length = 0;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** Alarms of deposits. */
async function alarms(): Promise<string[]> {
  const { items } = await bindOperations(world.operator).listAlarms(operatorCaller('lan'), {});
  return items.filter(({ kind }) => kind === 'confirmation-slow').map(({ network, detail }) => `${network}: ${detail.split(':')[0]}`);
}

type Name = 'sepay-list' | 'casso-list';
const books = { 'sepay-list': [] as PaymentFact[], 'casso-list': [] as PaymentFact[] };
const NAMES: readonly Name[] = ['sepay-list', 'casso-list'];

function listOf(name: Name): ListSource {
  const read = async () => ({ facts: books[name], cursor: null, more: false });
  return { kind: 'list', name, pollMs: 1_000, read };
}

/** Worker and signer that read two providers' lists of the bank's transfers. */
async function withTwoLists(): Promise<{ worker: Ctx; signer: SignerCtx }> {
  const [source, ...others] = NAMES.map(listOf) as [ListSource, ...ListSource[]];
  const withBank = <C extends Ctx>(ctx: C, set: Partial<Rail>): C => ({
    ...ctx,
    rails: new Map([...ctx.rails, ['bank', { ...ctx.rails.get('bank'), code: 'bank', ...set } as Rail] as const]),
  });
  const worker = withBank(world.worker, { sources: [source, ...others] });
  await declarePolledSources(worker);
  return { worker, signer: withBank(world.signer, { firstHand: { by: 'list', source, others } }) };
}

/** Has a worker read both lists. */
async function readLists(worker: Ctx): Promise<void> {
  for (const name of NAMES) await readSource(worker, { network: 'bank', source: listOf(name) });
}

describe('a deposit', () => {
  const deposit = (set: Partial<Parameters<typeof bankTransfer>[0]>) =>
    bankTransfer({ memo: depositMemoOf(member.customerId), amount: 500_000n, paidAt: world.clock.now(), ...set });

  test('is credited though more of others wait than one run looks at, and operators are told of those', async () => {
    const other = await openMember(world, accounts);
    // The signer never reads them: the bank's list has none of them.
    const memo = depositMemoOf(other.customerId);
    for (let n = 0; n < 210; n += 1) await recordPayment(world.worker, deposit({ memo, amount: 2_000n, reference: `FTX${n}` }));
    await workFor(world, 2);
    await member.deposit(500_000n);
    await workFor(world, 3);
    expect([await seen.balanceOf(member), await seen.balanceOf(other)]).toEqual([500_000n, 0n]);
    world.clock.advance(10 * MINUTE_MS);
    expect(await alarms()).toEqual(['bank: 210 deposits are not credited']);
    await world.database.query(`update payment set version = version + 1, case_code = 'no_order' where case_code = 'deposit'`);
  });

  test('is credited though its bank fills its memo in later', async () => {
    const fact = deposit({ memo: 'CK', reference: 'FTLATE' });
    await world.record(world.worker, fact);
    await workFor(world, 1);
    const filled = { ...fact, memo: `CK ${depositMemoOf(member.customerId)}` };
    world.bank.received[world.bank.received.indexOf(fact)] = filled;
    await recordPayment(world.worker, filled);
    await recordPayment(world.worker, fact);
    await workFor(world, 2);
    expect(await seen.linesOf(member)).toEqual([['deposit', 500_000n, 500_000n]]);
  });

  test('whose bank tells the signer another amount is not credited, and told to operators', async () => {
    const fact = deposit({ reference: 'FTAMT' });
    await recordPayment(world.worker, fact);
    world.bank.received.push({ ...fact, amount: 50_000n });
    await workFor(world, 2);
    expect([await seen.balanceOf(member), await alarms()]).toEqual([0n, []]);
    world.clock.advance(10 * MINUTE_MS);
    expect(await alarms()).toEqual(['bank: 1 deposit is not credited']);
  });

  test.each([
    ['SePay tells one and Casso the other first', ['a', 'B', 'A', 'b']],
    ['Casso tells both before SePay tells one', ['a', 'B', 'b', 'A']],
  ] as const)('is its customer’s though another’s of the same amount is told without a reference: %s', async (_, tellings) => {
    const other = await openMember(world, accounts);
    const { worker, signer } = await withTwoLists();
    const amount = 1_000n * (500n + BigInt(books['sepay-list'].length));
    const memos = { a: `LAN CHUYEN ${depositMemoOf(member.customerId)}`, b: `MINH CHUYEN ${depositMemoOf(other.customerId)}` };
    for (const each of tellings) {
      const name = each === each.toLowerCase() ? 'sepay-list' : 'casso-list';
      const whose = each.toLowerCase() === 'a' ? 'a' : 'b';
      const reference = name === 'sepay-list' ? '' : `FT26333${whose}${amount}`;
      books[name].push(deposit({ memo: memos[whose], amount, reference, source: name, sourceId: `${name} ${whose} ${amount}` }));
      await readLists(worker);
      await matchPayments(worker);
      await readFirstHand(signer, 'bank');
      await creditDeposits(signer);
      world.clock.advance(MINUTE_MS);
    }
    await readFirstHand(signer, 'bank');
    await creditDeposits(signer);
    expect([await seen.balanceOf(member), await seen.balanceOf(other)]).toEqual([amount, amount]);
  });

  test.each([
    ['is told whole by one list', { reference: 'VCB.FT26334A1B2C3' }, [{ reference: 'FT26334A1B2C3' }]],
    ['is told without its memo by one list', { reference: 'VCB.FT26334B1B2C3', memo: '' }, [{ reference: 'FT26334B1B2C3' }]],
    ['is told whole by one list, and without its memo', { reference: 'VCB.FT26334C1B2C3' }, [{ reference: 'FT26334C1B2C3', memo: '' }, {}]],
    ['is told without reference and memo by one list', { reference: '', memo: '' }, [{ reference: 'FT26334D1B2C3' }]],
    ['is told by one list in another time zone', { reference: 'VCB.FT26334E1B2C3', hours: -7 }, [{ reference: 'FT26334E1B2C3' }]],
  ] as const)('is journalled and credited once though it %s before the other tells it', async (_, casso, sepay) => {
    const { worker, signer } = await withTwoLists();
    const amount = 1_000n * (700n + BigInt(books['sepay-list'].length));
    const whole = deposit({ amount });
    const told = (name: Name, { hours = 0, ...set }: Partial<PaymentFact> & { hours?: number }) =>
      ({
        ...whole,
        source: name,
        sourceId: `${name} ${amount}`,
        paidAt: new Date(whole.paidAt.getTime() + hours * HOUR_MS),
        ...set,
      }) satisfies PaymentFact;
    const tell = async (name: Name, row: PaymentFact) => {
      books[name] = [...books[name].filter(({ sourceId }) => sourceId !== row.sourceId), row];
      await readLists(worker);
      await matchPayments(worker);
      await readFirstHand(signer, 'bank');
      await creditDeposits(signer);
    };
    await tell('casso-list', told('casso-list', casso));
    for (const later of sepay) await tell('sepay-list', told('sepay-list', { reference: sepay[0].reference, ...later }));
    await tell('casso-list', told('casso-list', { ...casso, memo: whole.memo }));
    expect(await seen.linesOf(member)).toEqual([['deposit', amount, amount]]);
    const rows = await world.database.query('select count(*)::int from payment where amount = $1', [amount]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('of which the signer has read an equal one before is credited once an operator has found it to be a transfer of its own', async () => {
    const { worker, signer } = await withTwoLists();
    const amount = 910_000n;
    const paidAt = new Date(Math.floor(world.clock.now().getTime() / 1_000) * 1_000 + 7_000);
    const [first, second] = [1, 2].map((n) => deposit({ amount, paidAt, reference: '', source: 'sepay-list', sourceId: `equal ${n}` })) as [
      PaymentFact,
      PaymentFact,
    ];
    books['sepay-list'].push(first);
    await readFirstHandList(signer, 'bank', listOf('sepay-list'));
    world.clock.advance(2_000);
    books['sepay-list'].push(second);
    // The worker reads both at once, the signer one after the other, as if the list had given the first another id.
    await readLists(worker);
    await matchPayments(worker);
    const credit = async () => {
      await readFirstHand(signer, 'bank');
      await creditDeposits(signer);
    };
    await credit();
    world.clock.advance(2 * MINUTE_MS);
    await credit();
    expect(await seen.balanceOf(member)).toBe(amount);
    const operations = bindOperations(world.operator);
    const lan = operatorCaller('lan');
    const told = (await operations.listExceptions(lan, { limit: 100 })).items.filter(({ amount: of }) => of === String(amount));
    expect(told.map(({ kind, source, sourceId }) => [kind, source, sourceId])).toEqual([
      ['told_again', 'sepay-list', expect.stringContaining('equal')],
    ]);
    expect(await operations.journalRow(lan, { exception: told[0]?.id ?? '', note: 'the bank has two transfers' })).toEqual({ done: true });
    await journalRows(worker);
    // The signer judges by itself what one operator may decide alone: their login can write any call.
    await limitAlone(world, amount - 1n);
    await credit();
    expect(await seen.balanceOf(member)).toBe(amount);
    await limitAlone(world, 999_999_999_999_999n);
    for (let times = 0; times < 2; times += 1) await credit();
    expect(await seen.linesOf(member)).toEqual([
      ['deposit', amount, 2n * amount],
      ['deposit', amount, amount],
    ]);
  });

  test('that its list seems to tell again is credited once an operator has found it to be a transfer of its own', async () => {
    const { worker, signer } = await withTwoLists();
    const amount = 920_000n;
    const paidAt = new Date(Math.floor(world.clock.now().getTime() / 1_000) * 1_000 + 7_000);
    for (const n of [1, 2]) {
      books['sepay-list'].push(deposit({ amount, paidAt, reference: '', source: 'sepay-list', sourceId: `again ${n}` }));
      await readLists(worker);
      await matchPayments(worker);
      await readFirstHandList(signer, 'bank', listOf('sepay-list'));
      await creditDeposits(signer);
      world.clock.advance(MINUTE_MS);
    }
    expect(await seen.balanceOf(member)).toBe(amount);
    const operations = bindOperations(world.operator);
    const lan = operatorCaller('lan');
    const told = (await operations.listExceptions(lan, { limit: 100 })).items.filter(({ amount: of }) => of === String(amount));
    expect(told.map(({ kind, sourceId }) => [kind, sourceId])).toEqual([['told_again', 'again 2']]);
    await operations.journalRow(lan, { exception: told[0]?.id ?? '', note: 'the bank has two transfers' });
    await journalRows(worker);
    for (let times = 0; times < 2; times += 1) await creditDeposits(signer);
    expect(await seen.balanceOf(member)).toBe(2n * amount);
  });

  test('whose memo names another customer the second time is told to operators, and credited once', async () => {
    const other = await openMember(world, accounts);
    const fact = deposit({ reference: 'FTMEMO' });
    await world.record(world.worker, fact);
    await workFor(world, 1);
    await recordPayment(world.worker, { ...fact, memo: depositMemoOf(other.customerId) });
    await workFor(world, 2);
    expect([await seen.balanceOf(member), await seen.balanceOf(other)]).toEqual([500_000n, 0n]);
    const { items } = await bindOperations(world.operator).listExceptions(operatorCaller('lan'), { limit: 100 });
    expect(items.map(({ kind, sourceId }) => `${kind} ${sourceId.split(' ')[0]}`)).toContain('other_payment FTMEMO');
  });

  test('is journalled once though the other list tells it hours off, among more of its customer’s than are compared', async () => {
    const { worker } = await withTwoLists();
    const memo = depositMemoOf(member.customerId);
    const startMs = world.clock.now().getTime();
    const facts = Array.from({ length: 101 }, (_, n) =>
      deposit({
        memo,
        amount: 3_000n,
        reference: `FT26334Z${1_000 + n}`,
        paidAt: new Date(startMs + n * 10_000),
        source: 'casso-list',
        sourceId: `z${n}`,
      }),
    );
    for (const fact of facts) await recordPayment(worker, fact);
    world.clock.advance(8 * HOUR_MS);
    const [first] = facts as [PaymentFact, ...PaymentFact[]];
    for (const reference of [first.reference, `VCB.${facts[1]?.reference}`])
      await recordPayment(worker, {
        ...first,
        reference,
        paidAt: new Date(startMs + 7 * HOUR_MS),
        source: 'sepay-list',
        sourceId: `sepay ${reference}`,
      });
    expect(await world.database.query('select count(*)::int from payment where amount = 3000')).toEqual([{ count: facts.length }]);
  });
});
