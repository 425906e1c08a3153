import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openMember } from '../../testing/members.ts';
import { openToldLists, type ToldLists } from '../../testing/told-lists.ts';

const NOTE = 'by a receipt';
let lists: ToldLists;
let accounts: TestAccounts;

beforeAll(async () => {
  lists = await openToldLists(['sepay-list']);
  accounts = openAccounts(lists.world);
});
afterAll(async () => {
  await accounts.close();
  await lists.world.database.close();
});

/** A customer's deposit as the signer has read it, journalled with the worker's login in other words; and an order of somebody else. */
async function hideDeposit(memoOf: (ref: string) => string) {
  const { world, told, tell, signerReads, journalPast } = lists;
  const victim = await openMember(world, accounts);
  const { ref, amountSent: amount } = await world.create({ quantity: '40' });
  const fact = told({ memo: depositMemoOf(victim.customerId), amount })['sepay-list'];
  tell(fact);
  await signerReads();
  const id = await journalPast({ ...fact, memo: memoOf(ref) }, 'ambiguous');
  return { id, ref };
}

describe.each([
  ['names nobody', () => 'CHUYEN TIEN'],
  ['names the order', (ref: string) => ref],
])('the deposit of one customer, of which the worker’s login journals a memo that %s', (_, memoOf) => {
  test('pays another’s order by two operators alone', async () => {
    const { world, turn } = lists;
    const { id, ref } = await hideDeposit(memoOf);
    const operations = bindOperations(world.operator);
    await operations.attachPayment(operatorCaller('lan'), { id, ref, note: NOTE }).catch(() => {});
    for (let times = 0; times < 4; times += 1) {
      await turn();
      await creditDeposits(lists.signer);
    }
    expect(world.perfectMoney.paid.filter(({ memo }) => memo.includes(ref))).toEqual([]);
    if ((await world.order(ref)).status === 'pending') return;
    const { items } = await operations.listAttention(operatorCaller('lan'), { limit: 100 });
    const cause = expect.stringContaining('the balance of customer');
    expect(items.find((one) => one.ref === ref)).toMatchObject({ need: 'approval', cause });
  });
});
