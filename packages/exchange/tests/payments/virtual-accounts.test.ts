import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { walletsSeenIn } from '../../testing/balances.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openMember } from '../../testing/members.ts';
import { openToldLists, type ToldLists } from '../../testing/told-lists.ts';

const FIRST_ACCOUNT = '0011004567890';
let lists: ToldLists;
let accounts: TestAccounts;

/** Has two operators tell customers another account. */
async function tellCustomers(accountNumber: string): Promise<void> {
  const { proposal = '' } = await bindOperations(lists.world.operator).setCollectionAccount(operatorCaller('lan'), {
    bank: 'bidv',
    accountNumber,
    accountName: 'CONG TY QUY DOI',
    branch: 'HN',
  });
  await bindOperations(lists.world.operator).confirmAct(operatorCaller('minh'), { id: proposal });
}

/** A deposit to a virtual account, which SePay tells with the account behind it and Casso by that account alone. */
async function deposit(
  account: string,
  virtual: string,
  amount: bigint,
  inWords: (memo: string) => Partial<PaymentFact> = () => ({}),
): Promise<bigint | undefined> {
  const { world, told, tell, turn, signer } = lists;
  const member = await openMember(world, accounts);
  const memo = depositMemoOf(member.customerId);
  const facts = told({ memo, amount, account });
  tell({ ...facts['sepay-list'], subAccount: virtual }, { ...facts['casso-list'], ...inWords(memo) });
  for (let times = 0; times < 4; times += 1) {
    await turn();
    await creditDeposits(signer);
    world.clock.advance(60_000);
  }
  return walletsSeenIn(world).balanceOf(member);
}

async function waitingDeposits(): Promise<string[]> {
  const { items } = await bindOperations(lists.world.operator).listAlarms(operatorCaller('lan'), {});
  return items.filter(({ kind }) => kind === 'confirmation-slow').map(({ detail }) => detail);
}

describe('a deposit to a virtual account, which the other list tells by the account behind it alone', () => {
  beforeAll(async () => {
    lists = await openToldLists(['casso-list', 'sepay-list']);
    accounts = openAccounts(lists.world);
  });
  beforeEach(() => {
    lists.world.clock.advance(DAY_MS);
  });
  afterAll(async () => {
    await accounts.close();
    await lists.world.database.close();
  });

  test('that customers were never told of is credited once, and the other row is an exception', async () => {
    await tellCustomers('96247VA01');
    expect(await deposit('12310009999', '96247VA01', 111_000n)).toBe(111_000n);
    expect(await lists.exceptions()).toMatchObject([{ kind: 'unknown_account', source: 'casso-list' }]);
  });

  test('that customers were told of before is one payment', async () => {
    expect(await deposit(FIRST_ACCOUNT, '96247VA01', 222_000n)).toBe(222_000n);
    expect(await waitingDeposits()).toEqual([]);
    expect(await lists.exceptions()).toHaveLength(1);
  });

  test('that customers were told of later is credited once, and what waits is an alarm', async () => {
    await tellCustomers('12310009999');
    expect(await deposit('12310009999', '96247VA01', 333_000n)).toBe(333_000n);
    expect(await waitingDeposits()).toMatchObject([expect.stringContaining('1 deposit is not credited')]);
  });

  test.each<[string, bigint, (memo: string) => Partial<PaymentFact>]>([
    ['in other words', 444_000n, (memo) => ({ memo: `MBVCB.5551.${memo} tu NGUYEN` })],
    ['without a reference and in other words', 555_000n, (memo) => ({ memo: `MBVCB.5551.${memo} tu NGUYEN`, reference: '' })],
    ['at midnight, without a reference and in other words', 666_000n, (memo) => ({ memo: `CK ${memo} GD`, reference: '', paidAt: midnight() })],
  ])('that customers were told of later, and the other list tells %s, is credited once', async (_, amount, inWords) => {
    expect(await deposit('12310009999', '96247VA01', amount, inWords)).toBe(amount);
  });
});

/** First second of the day in Vietnam, as a list tells that knows the day alone. */
function midnight(): Date {
  const shiftMs = 7 * HOUR_MS;
  return new Date(Math.floor((lists.world.clock.now().getTime() + shiftMs) / DAY_MS) * DAY_MS - shiftMs);
}
