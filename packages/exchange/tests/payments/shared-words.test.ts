import { DAY_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { walletsSeenIn } from '../../testing/balances.ts';
import { openMember } from '../../testing/members.ts';
import { type ListName, openToldLists, renumbered, type ToldLists } from '../../testing/told-lists.ts';

/* Transfers of one amount, minutes apart, whose memos have words in common, as the names of payers: ten letters look like an order's reference. */

const TRADE = { quantity: '40' };
const BOTH: readonly ListName[] = ['sepay-list', 'casso-list'];
/** Rows as they are read, page by page. Of transfer A or B: small letters are SePay's, capitals Casso's. */
const READINGS = ['a B A b', 'a B b A', 'b A a B', 'b A B a', 'a BA b', 'ab BA'];

let lists: ToldLists;
let accounts: TestAccounts;

async function open(names: readonly ListName[]): Promise<void> {
  lists = await openToldLists(names);
  accounts = openAccounts(lists.world);
}

async function close(): Promise<void> {
  await accounts.close();
  await lists.world.database.close();
}

/** Both roles go on for some minutes, with deposits too. */
async function goOnForMinutes(count: number): Promise<void> {
  for (let times = 0; times < count; times += 1) {
    await lists.turn();
    await creditDeposits(lists.signer);
    lists.world.clock.advance(60_000);
  }
}

const statusOf = async (ref: string) => (await lists.world.order(ref)).status;

describe.each(['no list', 'Casso alone', 'both lists'])('where %s tells references', (tellers) => {
  beforeAll(() => open(BOTH));
  beforeEach(() => {
    lists.world.clock.advance(DAY_MS);
  });
  afterAll(close);

  const hasReference = (name: ListName) => tellers === 'both lists' || (tellers === 'Casso alone' && name === 'casso-list');

  async function read(reading: string, facts: Record<string, Record<ListName, PaymentFact>>): Promise<void> {
    for (const page of reading.split(' ')) {
      for (const letter of page) {
        const fact = facts[letter.toLowerCase()]?.[letter === letter.toLowerCase() ? 'sepay-list' : 'casso-list'] as PaymentFact;
        lists.tell({ ...fact, reference: hasReference(fact.source as ListName) ? fact.reference : '' });
      }
      await lists.turn();
      await creditDeposits(lists.signer);
    }
    await goOnForMinutes(4);
  }

  test.each(READINGS)('a deposit and an order are each paid by their own transfer, read %s', async (reading) => {
    const { world, told } = lists;
    const member = await openMember(world, accounts);
    const { ref, amountSent: amount } = await world.create(TRADE);
    const a = told({ memo: `NGUYEN VAN AN ${depositMemoOf(member.customerId)}`, amount });
    const b = told({ memo: `NGUYEN VAN AN ${ref}`, amount });
    await read(reading, { a, b });
    expect([await walletsSeenIn(world).balanceOf(member), await statusOf(ref)]).toEqual([amount, 'delivered']);
  });

  test.each(READINGS)('two orders are each paid by their own transfer, read %s', async (reading) => {
    const { world, told } = lists;
    const [one, two] = [await world.create(TRADE), await world.create(TRADE)];
    const a = told({ memo: `NGUYEN VAN AN chuyen khoan ${one.ref}`, amount: one.amountSent });
    const b = told({ memo: `NGUYEN VAN ANH ${two.ref} GD`, amount: one.amountSent });
    await read(reading, { a, b });
    expect([await statusOf(one.ref), await statusOf(two.ref)]).toEqual(['delivered', 'delivered']);
  });
});

describe.each([[BOTH.slice(0, 1)], [BOTH]])('a deposit that the worker’s login journals twice, where %j tell it', (names) => {
  beforeAll(() => open(names));
  beforeEach(() => {
    lists.world.clock.advance(DAY_MS);
  });
  afterAll(close);

  /** The signer has read all before the worker comes to it; the deposit is journalled by another row as well. */
  async function journalTwice(deposit: Record<ListName, PaymentFact>, others: readonly Record<ListName, PaymentFact>[]): Promise<void> {
    const { world, tell, signerReads, journalPast } = lists;
    tell(...[deposit, ...others].flatMap((facts) => names.map((name) => facts[name])));
    await signerReads();
    world.clock.advance(1_000);
    const [first = 'sepay-list', second] = names;
    const another = second === undefined ? renumbered(deposit[first]) : deposit[second];
    if (second === undefined) tell(another);
    await signerReads();
    for (const row of [deposit[first], another]) await journalPast(row, 'deposit');
  }

  test('takes no transfer of an order whose memo has words in common', async () => {
    const { world, told } = lists;
    const member = await openMember(world, accounts);
    const { ref, amountSent: amount } = await world.create(TRADE);
    const own = told({ memo: `NGUYEN VAN AN ${depositMemoOf(member.customerId)}`, amount });
    await journalTwice(own, [told({ memo: `NGUYEN VAN AN ${ref}`, amount })]);
    await goOnForMinutes(12);
    expect([await walletsSeenIn(world).balanceOf(member), await statusOf(ref)]).toEqual([amount, 'delivered']);
  });

  test('takes none of own orders whose memos are linked in a chain', async () => {
    const { world, told } = lists;
    const member = await openMember(world, accounts);
    const [one, two] = [await world.create(TRADE), await world.create(TRADE)];
    const amount = one.amountSent;
    const own = told({ memo: `${depositMemoOf(member.customerId)} 0 XXXXXXXXXX`, amount });
    const links = [`${one.ref} 0 XXXXXXXXXX 0 YYYYYYYYYY`, `${two.ref} 0 YYYYYYYYYY`].map((memo) => told({ memo, amount }));
    await journalTwice(own, links);
    for (let times = 0; times < 4; times += 1) await creditDeposits(lists.signer);
    await goOnForMinutes(6);
    expect([await walletsSeenIn(world).balanceOf(member), await statusOf(one.ref), await statusOf(two.ref)]).toEqual([
      amount,
      'delivered',
      'delivered',
    ]);
  });
});
