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

const [LAN, MINH] = [operatorCaller('lan'), operatorCaller('minh')];
const VIRTUAL = '96247VA01';
/** The account behind it, of which customers were told later. */
const MAIN = '12310009999';
/** Vietnam's time before UTC. */
const ZONE_MS = 7 * HOUR_MS;

let lists: ToldLists;
let accounts: TestAccounts;

beforeAll(async () => {
  lists = await openToldLists(['sepay-list', 'casso-list']);
  accounts = openAccounts(lists.world);
  const { setCollectionAccount, confirmAct } = bindOperations(lists.world.operator);
  for (const accountNumber of [VIRTUAL, MAIN]) {
    const { proposal = '' } = await setCollectionAccount(LAN, { bank: 'bidv', accountNumber, accountName: 'CONG TY QUY DOI', branch: 'HN' });
    await confirmAct(MINH, { id: proposal });
  }
});
beforeEach(() => {
  // Nine in the morning in Vietnam, days after the test before.
  const { clock } = lists.world;
  clock.advance(4 * DAY_MS);
  const now = clock.now().getTime() + ZONE_MS;
  clock.advance(Math.ceil(now / DAY_MS) * DAY_MS + 9 * HOUR_MS - now);
});
afterAll(async () => {
  await accounts.close();
  await lists.world.database.close();
});

/** First second of the next day in Vietnam: when a bank books what was paid that day. */
function bookedOf({ paidAt }: PaymentFact): Date {
  return new Date((Math.floor((paidAt.getTime() + ZONE_MS) / DAY_MS) + 1) * DAY_MS - ZONE_MS);
}

/** Has SePay report a deposit at once, and Casso report it with other facts, the next day if it is booked then. @returns the credited balance */
async function deposit(
  amount: bigint,
  { isBooked, ...ofSepay }: { readonly isBooked: boolean; readonly subAccount?: string },
  ofCasso: (memo: string) => Partial<PaymentFact>,
): Promise<bigint | undefined> {
  const { world, told, tell, turn, signer } = lists;
  const member = await openMember(world, accounts);
  const memo = depositMemoOf(member.customerId);
  const facts = told({ memo, amount, account: MAIN });
  const later = { ...facts['casso-list'], ...(isBooked && { paidAt: bookedOf(facts['sepay-list']) }), ...ofCasso(memo) };
  tell({ ...facts['sepay-list'], ...ofSepay });
  if (isBooked) {
    await turn();
    world.clock.advance(16 * HOUR_MS);
  }
  tell(later);
  for (let times = 0; times < 4; times += 1) {
    await turn();
    await creditDeposits(signer);
    world.clock.advance(60_000);
  }
  return walletsSeenIn(world).balanceOf(member);
}

const otherWords = (memo: string) => ({ memo: `MBVCB.5551.${memo} tu NGUYEN` });

describe.each([
  ['to a virtual account, which the other list tells by the account behind it', 1_000n, { subAccount: VIRTUAL }],
  ['into one account', 2_000n, {}],
])('a deposit %s', (_, base, where) => {
  test.each<[string, bigint, (memo: string) => Partial<PaymentFact>]>([
    ['in the same words', 401_000n, () => ({})],
    ['in other words', 402_000n, otherWords],
    ['in the same words without a reference', 403_000n, () => ({ reference: '' })],
    ['in other words without a reference', 404_000n, (memo) => ({ ...otherWords(memo), reference: '' })],
  ])('that the other list tells %s on the next day, when it was booked, is credited once', async (_, amount, ofCasso) => {
    expect(await deposit(base + amount, { ...where, isBooked: true }, ofCasso)).toBe(base + amount);
  });

  test('that both tell at one time, in other words and with references of their own, is credited once', async () => {
    const ofCasso = (memo: string) => ({ ...otherWords(memo), reference: '770011' });
    expect(await deposit(base + 405_000n, { ...where, isBooked: false }, ofCasso)).toBe(base + 405_000n);
  });
});

test('half of an order’s price, paid to a virtual account and booked on the next day behind it, is not paid out for as the whole', async () => {
  const { world, told, tell, turn } = lists;
  const { ref, amountSent } = await world.create({ quantity: '40' });
  expect(amountSent % 2n).toBe(0n);
  const facts = told({ memo: ref, amount: amountSent / 2n, account: MAIN });
  tell({ ...facts['sepay-list'], subAccount: VIRTUAL });
  await turn();
  world.clock.advance(16 * HOUR_MS);
  tell({ ...facts['casso-list'], paidAt: bookedOf(facts['sepay-list']) });
  for (let times = 0; times < 4; times += 1) await turn();
  // The journal has both rows; the signer confirms one of them alone.
  expect(await world.order(ref)).toMatchObject({ amountPaid: amountSent, status: 'delivering' });
  expect(world.perfectMoney.paid.filter(({ memo }) => memo.includes(ref))).toEqual([]);
});
