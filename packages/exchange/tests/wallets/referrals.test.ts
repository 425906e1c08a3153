import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { creditReferrals } from '../../src/wallets/credit-referrals.ts';
import { listReferrals } from '../../src/wallets/list-referrals.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment, walletTransfer } from '../../testing/payment-facts.ts';
import { deliverOrder, reverseDelivery, setReferralPercent } from '../../testing/referrals.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** 20 % of the fee of 100 pm: half a dollar, at 25 950 đ. */
const SHARE = 2_595n;
const LAN = operatorCaller('lan');

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;
let sponsor: Member;
let friend: Member;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
});
beforeEach(async () => {
  await setReferralPercent(world, '20');
  sponsor = await openMember(world, accounts);
  friend = await openMember(world, accounts, sponsor);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const referrals = (member: Member, page = { offset: 0, limit: 8 }) => listReferrals(world.web, member.caller, page);
const operations = () => bindOperations(world.operator);
const feesOf = async () => {
  const [row] = await world.database.query(`select balance from account where name = 'fee:vnd'`);
  return BigInt(String(row?.balance));
};
/** Ends what an operator's call begins. */
async function workErrorsAside(steps?: number): Promise<void> {
  await workFor(world, steps);
  world.errors.length = 0;
}

describe('the sponsor of a delivered order', () => {
  test('is credited with the percentage of its fee, out of the fees, once', async () => {
    const fees = await feesOf();
    const ref = await deliverOrder(world, friend);
    await workFor(world, 3);
    expect(await seen.linesOf(sponsor)).toEqual([['referral', SHARE, SHARE]]);
    expect(await feesOf()).toBe(fees + SHARE);
    expect(await referrals(sponsor)).toMatchObject({ percent: '20', customers: 1, earned: SHARE, owed: 0n, total: 1 });
    expect((await referrals(sponsor)).items).toEqual([{ order: `•••${ref.slice(-4)}`, at: expect.any(Date), amount: SHARE, returned: 0n, owed: 0n }]);
    expect(await seen.linesOf(friend)).toEqual([]);
  });

  test('is credited for a swap by what its fee is worth in dong', async () => {
    const order = await friend.order(SWAP_60_TRC20);
    await world.record(
      world.worker,
      chainPayment({ account: order.instructions?.account ?? '', amount: order.amountSent, reference: 'tx-swap', paidAt: world.clock.now() }),
    );
    await workFor(world, 3);
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', feeExchange: 30n });
    // 0.30 ÷ 1.000842 × 26 050 × 20 % = 1 561.68…
    expect(await seen.linesOf(sponsor)).toEqual([['referral', 1_561n, 1_561n]]);
  });

  test('is credited for an order that a balance pays', async () => {
    await friend.deposit(3_000_000n);
    await friend.order({ fromBalance: { code: friend.code() } });
    await workFor(world, 2);
    expect(await seen.linesOf(sponsor)).toEqual([['referral', SHARE, SHARE]]);
  });

  test('gets nothing of a sale, which has no fee', async () => {
    const { ref, amountSent } = await friend.order(SELL_100_PM);
    await world.record(world.signer, walletTransfer({ amount: amountSent, memo: ref, reference: ref, sourceId: ref, paidAt: world.clock.now() }));
    await workFor(world, 2);
    expect((await world.order(ref)).status).toBe('delivered');
    expect(await seen.linesOf(sponsor)).toEqual([]);
  });

  test('gets nothing of an order that is refunded instead', async () => {
    world.perfectMoney.script.push({ pays: false, hears: 'destination' });
    const { ref, amountSent } = await friend.order({});
    await world.pay(ref, amountSent);
    await workErrorsAside(2);
    await operations().refundOrder(LAN, { ref, destination: '0071001234567', destinationBank: 'vcb', note: 'no such wallet' });
    await workFor(world);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    expect(await seen.linesOf(sponsor)).toEqual([]);
  });

  test('gets what was set when the order was made, whatever is set later', async () => {
    const first = await friend.order({});
    await setReferralPercent(world, '100');
    await world.pay(first.ref, first.amountSent);
    await workFor(world, 2);
    const second = await friend.order({});
    await setReferralPercent(world, '0');
    await world.pay(second.ref, second.amountSent);
    await workFor(world, 2);
    expect((await seen.linesOf(sponsor)).map(([, amount]) => amount)).toEqual([5n * SHARE, SHARE]);
    await deliverOrder(world, friend);
    expect(await seen.linesOf(sponsor)).toHaveLength(2);
    expect(await referrals(sponsor)).toMatchObject({ percent: '0', earned: 6n * SHARE, total: 2 });
  });

  test('is nobody where the customer has none, or a visitor made the order', async () => {
    await deliverOrder(world, sponsor);
    const visitor = await world.create();
    await world.pay(visitor.ref, visitor.amountSent);
    await workFor(world, 2);
    const ids = await Promise.all([visitor.ref].map(async (ref) => (await world.order(ref)).id));
    expect(await world.database.query('select id from referral where id = any($1::uuid[]) or sponsor_id = $2', [ids, sponsor.customerId])).toEqual(
      [],
    );
    expect(await seen.linesOf(sponsor)).toEqual([]);
  });

  test('is credited for what an operator paid out by hand', async () => {
    world.perfectMoney.script.push({ pays: false, hears: 'destination' });
    const { ref, amountSent } = await friend.order({});
    await world.pay(ref, amountSent);
    await workErrorsAside(2);
    await operations().resolveError(LAN, { ref, decision: 'by-hand', note: '' });
    await operations().recordManualPayout(LAN, { ref, reference: 'HAND-1', note: '' });
    await workFor(world, 1);
    expect(await seen.linesOf(sponsor)).toEqual([['referral', SHARE, SHARE]]);
  });

  test('who has deleted the account gets nothing', async () => {
    const { ref, amountSent } = await friend.order({});
    await deleteAccount(world.web, accounts.deps, sponsor.caller, { password: PASSWORD, code: sponsor.code() });
    await world.pay(ref, amountSent);
    await workFor(world, 2);
    const { id } = await world.order(ref);
    expect(await world.database.query('select state, amount from referral where id = $1', [id])).toEqual([{ state: 'none', amount: '0' }]);
  });

  test('sees the credits by pages', async () => {
    const refs: string[] = [];
    for (let n = 0; n < 3; n += 1) refs.unshift(await deliverOrder(world, friend));
    const shown = async (page: { offset: number; limit: number }) => (await referrals(sponsor, page)).items.map(({ order }) => order);
    const masked = refs.map((ref) => `•••${ref.slice(-4)}`);
    expect([await shown({ offset: 0, limit: 2 }), await shown({ offset: 2, limit: 2 })]).toEqual([masked.slice(0, 2), masked.slice(2)]);
    expect(await referrals(sponsor)).toMatchObject({ total: 3, earned: 3n * SHARE });
  });
});

describe('a credit', () => {
  test('is made once by two signers at once', async () => {
    const other = await world.openSigner();
    const { ref, amountSent } = await friend.order({});
    await world.pay(ref, amountSent);
    await workForBut(async () => {
      await Promise.all([creditReferrals(world.signer), creditReferrals(other)]);
    });
    await workFor(world, 1);
    expect(await seen.linesOf(sponsor)).toEqual([['referral', SHARE, SHARE]]);
  });

  test('is made once, and whole, by a signer after another died in the middle of it', async () => {
    await sponsor.deposit(1n);
    const { ref, amountSent } = await friend.order({});
    await world.pay(ref, amountSent);
    const dying = await world.openSigner();
    await workForBut(async () => {
      // It waits for the sponsor's balance, within its transaction, when it dies.
      const name = `customer:${sponsor.customerId}:vnd`;
      await world.database.query('begin');
      await world.database.query('select 1 from account where name = $1 for update', [name]);
      const crediting = creditReferrals(dying);
      const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and usename = 'quydoi_signer'`;
      await expect.poll(async () => (await world.owner.em.getConnection().execute(waiting)).length).toBe(1);
      await world.owner.em.getConnection().execute(`select pg_terminate_backend(pid) from (${waiting}) waiting`);
      await crediting;
      await world.database.query('rollback');
    });
    expect(world.errors.splice(0)).toHaveLength(1);
    // The stack of the error names functions for balances, which is also the account of what a balance pays.
    world.log.length = 0;
    expect(await seen.balanceOf(sponsor)).toBe(1n);
    await workFor(world, 1);
    expect(await seen.linesOf(sponsor)).toEqual([
      ['referral', SHARE, SHARE + 1n],
      ['deposit', 1n, 1n],
    ]);
  });

  test('is taken back when the payout comes back, once, and given again when the order is delivered again', async () => {
    const ref = await deliverOrder(world, friend);
    await reverseDelivery(world, ref);
    await workErrorsAside(3);
    expect(await seen.linesOf(sponsor)).toEqual([
      ['referral-return', -SHARE, 0n],
      ['referral', SHARE, SHARE],
    ]);
    expect(await referrals(sponsor)).toMatchObject({ earned: 0n, owed: 0n, total: 1, items: [{ amount: SHARE, returned: SHARE, owed: 0n }] });
    await operations().resolveError(LAN, { ref, decision: 'by-hand', note: '' });
    await operations().recordManualPayout(LAN, { ref, reference: 'HAND-2', note: '' });
    await workFor(world, 3);
    expect((await seen.linesOf(sponsor))[0]).toEqual(['referral', SHARE, SHARE]);
    expect(await referrals(sponsor)).toMatchObject({ earned: SHARE, total: 1, items: [{ amount: SHARE, returned: 0n }] });
  });

  test('stays taken back when the order is refunded after the payout came back', async () => {
    const ref = await deliverOrder(world, friend);
    await reverseDelivery(world, ref);
    await workErrorsAside(1);
    await operations().refundOrder(LAN, { ref, destination: '', reference: 'FT-back', note: '' });
    await workFor(world);
    expect((await world.order(ref)).status).toBe('cancelled');
    expect(await seen.balanceOf(sponsor)).toBe(0n);
    expect(await seen.linesOf(sponsor)).toHaveLength(2);
  });

  test('that is spent is taken back as far as there is money, and the rest from the next credits', async () => {
    await setReferralPercent(world, '100');
    await sponsor.deposit(100_000n);
    const ref = await deliverOrder(world, friend);
    await sponsor.withdraw('110000');
    await workFor(world);
    const left = 100_000n + 5n * SHARE - 110_000n;
    expect(await seen.balanceOf(sponsor)).toBe(left);
    await reverseDelivery(world, ref);
    await workErrorsAside(2);
    const debt = 5n * SHARE - left;
    expect(await seen.balanceOf(sponsor)).toBe(0n);
    expect(await referrals(sponsor)).toMatchObject({ earned: debt, owed: debt, items: [{ amount: 5n * SHARE, returned: left, owed: debt }] });
    await setReferralPercent(world, '20');
    // What the customer deposits is the customer's.
    await sponsor.deposit(7n);
    expect(await seen.balanceOf(sponsor)).toBe(7n);
    for (let n = 0; n < 4; n += 1) await deliverOrder(world, friend);
    expect(await seen.balanceOf(sponsor)).toBe(7n + 4n * SHARE - debt);
    expect(await referrals(sponsor)).toMatchObject({ earned: 4n * SHARE, owed: 0n, total: 5 });
  });

  test('that is owed is owed no more when its order is delivered again', async () => {
    await sponsor.deposit(100_000n);
    const ref = await deliverOrder(world, friend);
    await sponsor.withdraw('102595');
    await workFor(world);
    await reverseDelivery(world, ref);
    await workErrorsAside(2);
    expect(await referrals(sponsor)).toMatchObject({ owed: SHARE });
    await operations().resolveError(LAN, { ref, decision: 'by-hand', note: '' });
    await operations().recordManualPayout(LAN, { ref, reference: 'HAND-3', note: '' });
    await workFor(world, 1);
    expect(await referrals(sponsor)).toMatchObject({ earned: SHARE, owed: 0n });
    expect(await seen.balanceOf(sponsor)).toBe(0n);
  });
});

/** Delivers what is paid, and lets another process look at referrals in this one's place. */
async function workForBut(creditInstead: () => Promise<void>): Promise<void> {
  const hold = `update referral set version = version + 1, due_at = due_at + interval '1 day' where state = 'due'`;
  await world.database.query(`alter table referral disable trigger notify_referral`);
  await world.database.query(
    `create or replace function put_off() returns trigger language plpgsql as $$ begin new.due_at := new.due_at + interval '1 day'; return new; end $$`,
  );
  await world.database.query(`create trigger put_off before insert on referral for each row execute function put_off()`);
  await workFor(world, 2);
  await world.database.query('drop trigger put_off on referral');
  await world.database.query(hold.replace('+ interval', '- interval'));
  await creditInstead();
}
