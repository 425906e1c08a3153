import { HOUR_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { creditTold, openToldLists, type ToldLists } from '../../testing/told-lists.ts';

let lists: ToldLists;
let accounts: TestAccounts;

const credit = (member: Member) => creditTold(lists, member);

describe('deposits of one customer and amount whose times one list tells in another zone', () => {
  beforeAll(async () => {
    lists = await openToldLists(['sepay-list', 'casso-list']);
    accounts = openAccounts(lists.world);
  });
  beforeEach(() => {
    lists.world.clock.advance(300 * HOUR_MS);
  });
  afterAll(async () => {
    await accounts.close();
    await lists.world.database.close();
  });

  test.each([
    [2, 70],
    [2, 18],
    [4, 11],
    [6, 11],
  ])('%s of them, %s hours apart, are credited as many times, whatever the worker’s login journals', async (count, hours) => {
    const { world, told, tell, signerReads, journalPast } = lists;
    const member = await openMember(world, accounts);
    const amount = 800_000n + BigInt(100 * count + hours);
    const memo = depositMemoOf(member.customerId);
    const first = Math.floor(world.clock.now().getTime() / 1_000) * 1_000;
    const transfers = Array.from({ length: count }, (_, index) => told({ memo, amount, paidAt: new Date(first + index * hours * HOUR_MS) }));
    const shifted = ({ paidAt, ...fact }: PaymentFact) => ({ ...fact, paidAt: new Date(paidAt.getTime() + 7 * HOUR_MS) });
    const rows = transfers.map((facts) => ({ sepay: facts['sepay-list'], casso: shifted(facts['casso-list']) }));
    for (const row of rows.flatMap(({ sepay, casso }) => [sepay, casso])) {
      tell(row);
      await signerReads();
      world.clock.advance(60_000);
    }
    // The list with the wrong times first, and its neighbours' own rows last.
    for (const row of [...rows.map(({ casso }) => casso), ...rows.map(({ sepay }) => sepay)]) {
      await journalPast(row, 'deposit');
      await credit(member);
    }
    expect(await credit(member)).toBe(BigInt(count) * amount);
  });
});
