import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { getWallet, listStatement, listWithdrawals } from '../../src/wallets/read-wallet.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const balanceOf = async ({ caller }: Member) => (await getWallet(world.web, caller)).balances.find(({ currency }) => currency === 'vnd')?.balance;
const linesOf = async ({ caller }: Member) => {
  const { items } = await listStatement(world.web, caller, { currency: 'vnd', offset: 0, limit: 8 });
  return items.map(({ kind, amount, balance }) => [kind, amount, balance]);
};
const withdrawalsOf = async ({ caller }: Member) => {
  const { items } = await listWithdrawals(world.web, caller, { offset: 0, limit: 8 });
  return items.map(({ state, reason, amount }) => [state, reason, amount]);
};

async function settle(times = 6): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    world.clock.advance(40_000);
    await world.run();
  }
}

test('a deposit is credited by its memo, and a withdrawal sends it to the customer’s own account', async () => {
  const lan = await openMember(world, accounts);
  await lan.deposit(5_000_000n);
  expect(await balanceOf(lan)).toBe(5_000_000n);
  const asked = await lan.withdraw('1500000');
  expect(asked).toMatchObject({ state: 'requested', amount: 1_500_000n, fee: 0n, destinationName: expect.any(String) });
  await settle();
  expect(await withdrawalsOf(lan)).toEqual([['done', null, 1_500_000n]]);
  expect(world.payOs.paid.filter(({ memo }) => memo === asked.ref).map(({ amount }) => amount)).toEqual([1_500_000n]);
  expect(await linesOf(lan)).toEqual([
    ['withdrawal', -1_500_000n, 3_500_000n],
    ['deposit', 5_000_000n, 5_000_000n],
  ]);
});

test('an order that the balance pays is paid at once, and delivered', async () => {
  const lan = await openMember(world, accounts);
  await lan.deposit(5_000_000n);
  const order = await lan.order({ fromBalance: { code: lan.code() } });
  expect(order).toMatchObject({ status: 'pending', fromBalance: true, instructions: null });
  await settle();
  expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', amountPaid: order.amountSent });
  expect(world.perfectMoney.paid.filter(({ memo }) => memo === order.ref)).toHaveLength(1);
  expect(await linesOf(lan)).toEqual([
    ['charge', -order.amountSent, 5_000_000n - order.amountSent],
    ['deposit', 5_000_000n, 5_000_000n],
  ]);
});

test('an order into the balance is credited when it is paid', async () => {
  const lan = await openMember(world, accounts);
  const order = await lan.order({ kind: 'sell', from: 'pm', to: 'vnd', destination: '', toBalance: true, sender: 'U7654321' });
  await world.record(
    world.signer,
    walletTransfer({ amount: order.amountSent, memo: order.ref, reference: '71', sourceId: '71', paidAt: world.clock.now() }),
  );
  await settle(2);
  expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', holding: 0n });
  expect(world.payOs.paid.filter(({ memo }) => memo === order.ref)).toEqual([]);
  expect(await linesOf(lan)).toEqual([['payout', order.amountReceived, order.amountReceived]]);
});
