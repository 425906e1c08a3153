import { MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClaim } from '../../src/actions/create-claim.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { handleClaims } from '../../src/payments/handle-claims.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openMember } from '../../testing/members.ts';
import { customerOf } from '../../testing/mismatch.ts';
import { creditTold, openToldLists, type ToldLists } from '../../testing/told-lists.ts';

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

describe('the deposit of one customer from an account that another’s order has declared', () => {
  const SENDER = '0011007654321';
  const BANK_TEXT = `CT tu ${SENDER} NGUYEN VAN A`;
  const DECLARED = { sender: SENDER, senderBank: 'vcb' };

  async function declared(quantity: string) {
    const victim = await openMember(lists.world, accounts);
    const thief = await lists.world.create({ ...DECLARED, quantity });
    lists.world.clock.advance(MINUTE_MS);
    return { victim, thief };
  }

  /** Claims a payment for an order, as who has seen its receipt; worker and signer go on. */
  async function claim(thief: Awaited<ReturnType<typeof declared>>['thief'], { reference }: PaymentFact): Promise<void> {
    const { world, worker, turn } = lists;
    const facts = { paidAt: world.clock.now().toISOString(), bank: 'Vietcombank', accountEnd: SENDER.slice(-4), reference };
    await createClaim(world.web, world.deps, customerOf(thief), { ref: thief.ref, ...facts });
    for (let times = 0; times < 2; times += 1) await handleClaims(worker);
    for (let times = 0; times < 4; times += 1) await turn();
  }

  const paidFor = ({ ref }: { readonly ref: string }) => lists.world.perfectMoney.paid.filter(({ memo }) => memo.includes(ref));

  test('pays no such order by a claim, once the worker’s login has journalled it without the customer’s name', async () => {
    const { told, tell, signerReads, journalPast } = lists;
    const { victim, thief } = await declared('42');
    const fact = told({ memo: `${depositMemoOf(victim.customerId)} ${BANK_TEXT}`, amount: thief.amountSent })['sepay-list'];
    tell(fact);
    await signerReads();
    await journalPast({ ...fact, memo: BANK_TEXT }, 'no_order');
    await claim(thief, fact);
    expect(paidFor(thief)).toEqual([]);
  });

  test('pays no part of such an order, once the worker’s login has journalled it under the order’s name', async () => {
    const { world, worker, told, tell, turn, signerReads } = lists;
    const { victim, thief } = await declared('90');
    const amount = 777_777n;
    const fact = told({ memo: `${depositMemoOf(victim.customerId)} ${BANK_TEXT}`, amount })['sepay-list'];
    tell(fact);
    await signerReads();
    await recordPayment(worker, { ...fact, memo: thief.ref });
    await matchPayments(worker);
    // The thief pays the rest of the order's price.
    tell(told({ memo: thief.ref, amount: thief.amountSent - amount })['sepay-list']);
    for (let times = 0; times < 4; times += 1) await turn();
    expect(paidFor(thief)).toEqual([]);
    expect((await world.order(thief.ref)).status).not.toBe('delivered');
  });

  test('waits for operators when its memo has a character of the customer’s id wrong', async () => {
    const { world, told, tell, turn } = lists;
    const { victim, thief } = await declared('43');
    const memo = depositMemoOf(victim.customerId);
    const mistyped = `${memo.slice(0, -1)}${memo.endsWith('2') ? '3' : '2'}`;
    const fact = told({ memo: `${mistyped} ${BANK_TEXT}`, amount: thief.amountSent })['sepay-list'];
    tell(fact);
    await turn();
    await claim(thief, fact);
    expect(await world.order(thief.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    expect(await creditTold(lists, victim)).toBe(0n);
  });
});
