import { randomUUID } from 'node:crypto';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { creditPayouts } from '../../src/wallets/credit-payouts.ts';
import { giveBackWithdrawals } from '../../src/wallets/give-back-withdrawals.ts';
import { takeWithdrawals } from '../../src/wallets/take-withdrawals.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openMember } from '../../testing/members.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* What a thief can do who has the database login of the signer, and not the secrets of its process: no balance gets the same money twice. */

const PRICE = 2_607_975n;
const SOLD_FOR = 2_535_000n;

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
});
beforeEach(() => void world.errors.splice(0));
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const asSigner = (text: string, values: unknown[]) => world.database.query(text, values, 'quydoi_signer');

/** The login calls a payout that went into a balance failed, and its order one in error, with what the ledger has to hold for it. */
async function callFailed(orderId: string, held: bigint): Promise<void> {
  await putPayout(orderId, 'failed');
  await putOrder(orderId, 'error', held);
  await holdAgain(orderId, held);
}

/** The login calls a payout that went into a balance failed, and queues it again, with what the ledger has to hold for it. */
async function queueAgain(orderId: string, held: bigint): Promise<void> {
  for (const state of ['failed', 'queued'] as const) await putPayout(orderId, state);
  for (const status of ['error', 'delivering']) await putOrder(orderId, status, held);
  await holdAgain(orderId, held);
}

async function putPayout(orderId: string, state: 'failed' | 'queued'): Promise<void> {
  await asSigner(
    `update payout set version = version + 1, state = $2, next_at = now() - interval '10 years', reference = case $2 when 'failed' then reference end where order_id = $1 and to_balance_of is not null`,
    [orderId, state],
  );
}

async function putOrder(orderId: string, status: string, held: bigint): Promise<void> {
  await asSigner(
    `update orders set version = version + 1, status = $2, holding = $3, payout_reference = null, final_at = null, reason = case $2 when 'error' then 'reversed' end where id = $1`,
    [orderId, status, held],
  );
}

async function holdAgain(orderId: string, held: bigint): Promise<void> {
  const posting = randomUUID();
  await asSigner(`insert into posting (id, kind, order_id, at) values ($1, 'rehold', $2, now())`, [posting, orderId]);
  await asSigner(
    `insert into entry (posting_id, account_id, amount)
     select $1, id, case name when 'rail:vnd' then -$2::bigint else $2::bigint end from account where name in ('rail:vnd', 'held:vnd')`,
    [posting, held],
  );
}

/** The login writes that an operator has refused a withdrawal's payout before it was tried. */
async function refuse(ref: string): Promise<void> {
  await asSigner(
    `update payout set version = version + 1, state = 'failed', tries = 0 where obligation_id = (select id from withdrawal where ref = $1)`,
    [ref],
  );
  await asSigner(`update withdrawal set version = version + 1, state = 'error', reason = 'payout_refused' where ref = $1`, [ref]);
}

/** The login queues a withdrawal's payout that is being sent, and releases its hold: the signer rejects it. */
async function queueWithoutHold(ref: string): Promise<void> {
  const posting = randomUUID();
  await asSigner(
    `update payout set version = version + 1, state = 'queued', tries = 0, next_at = now() - interval '10 years'
     where obligation_id = (select id from withdrawal where ref = $1)`,
    [ref],
  );
  await asSigner(`insert into posting (id, kind, withdrawal_id, at) select $1, 'release', id, now() from withdrawal where ref = $2`, [posting, ref]);
  await asSigner(
    `insert into entry (posting_id, account_id, amount)
     select $1, id, case name when 'rail:vnd' then 600000 else -600000 end from account where name in ('rail:vnd', 'held:vnd')`,
    [posting],
  );
}

/** The login calls a withdrawal that was only asked for one on its way, and queues its payout: the amount has not left the balance. */
async function queueUntaken(ref: string): Promise<void> {
  await asSigner(`update withdrawal set version = version + 1, state = 'sending' where ref = $1`, [ref]);
  await asSigner(
    `insert into payout (id, version, obligation_kind, obligation_id, seq, part, parts, network, reserve, currency, amount, held, fee,
       destination, destination_bank, made_by, state, tries, next_at, created_at)
     select $1, 1, 'withdrawal', id, 1, 1, 1, 'bank', 'vnd', 'vnd', amount - fee, amount - fee, fee,
       destination, destination_bank, 'system', 'queued', 0, now() - interval '10 years', created_at from withdrawal where ref = $2`,
    [randomUUID(), ref],
  );
}

describe('the signer’s login', () => {
  test('has no order paid into a balance once more', async () => {
    const lan = await openMember(world, accounts);
    const { ref, amountSent } = await lan.order({ ...SELL_100_PM, destination: '', toBalance: true });
    await world.record(
      world.signer,
      walletTransfer({ amount: amountSent, memo: ref, reference: '8001', sourceId: '8001', paidAt: world.clock.now() }),
    );
    await workFor(world, 2);
    expect(await seen.balanceOf(lan)).toBe(SOLD_FOR);
    const { id, held } = await world.order(ref);
    await queueAgain(id, held);
    await creditPayouts(world.signer);
    expect(await seen.balanceOf(lan)).toBe(SOLD_FOR);
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'the balance was credited otherwise than payouts say' }]);
    expect(await world.order(ref)).toMatchObject({ status: 'error' });
  });

  test('has no money refunded that was paid into a balance', async () => {
    const lan = await openMember(world, accounts);
    const { ref, amountSent } = await lan.order({ ...SELL_100_PM, destination: '', toBalance: true });
    await world.record(
      world.signer,
      walletTransfer({ amount: amountSent, memo: ref, reference: '8002', sourceId: '8002', paidAt: world.clock.now() }),
    );
    await workFor(world, 2);
    const { id, held } = await world.order(ref);
    await callFailed(id, held);
    expect([await seen.balanceOf(lan), await world.order(ref)]).toMatchObject([SOLD_FOR, { status: 'error' }]);
    await bindOperations(world.operator).refundOrder(operatorCaller('lan'), { ref, destination: SELL_100_PM.sender, note: 'not delivered' });
    await workFor(world);
    expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref)).toEqual([]);
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'the balance was credited otherwise than payouts say' }]);
  });

  test.each(['refuses', 'queues again'])('has no withdrawal given back that was sent, when it %s its payout', async (deed) => {
    const lan = await openMember(world, accounts);
    await lan.deposit(1_000_000n);
    world.payOs.course = 'pending';
    const { ref } = await lan.withdraw('600000');
    await takeWithdrawals(world.signer);
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    expect([...world.payOs.book.values()].filter(({ request }) => request.memo === ref)).toHaveLength(1);
    await (deed === 'refuses' ? refuse(ref) : queueWithoutHold(ref));
    await sendPayouts(world.signer);
    await giveBackWithdrawals(world.signer);
    expect(await seen.balanceOf(lan)).toBe(400_000n);
  });

  test('has no withdrawal given back that was never taken', async () => {
    const lan = await openMember(world, accounts);
    await lan.deposit(1_000_000n);
    const { ref } = await lan.withdraw('600000');
    await queueUntaken(ref);
    await sendPayouts(world.signer);
    await giveBackWithdrawals(world.signer);
    expect(await seen.balanceOf(lan)).toBe(1_000_000n);
    expect(await seen.withdrawalsOf(lan)).toEqual([['error', 'payout_refused', 600_000n]]);
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'the amount has not left the balance' }]);
  });
});

describe('money that has left as a payout', () => {
  test('is not given back into a balance too, when the provider paid what it said it refused', async () => {
    const lan = await openMember(world, accounts);
    await lan.deposit(PRICE);
    world.perfectMoney.script.push({ pays: true, hears: 'destination' });
    const { ref } = await lan.order({ fromBalance: { code: lan.code() } });
    await workFor(world);
    expect(await world.order(ref)).toMatchObject({ status: 'error' });
    expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref)).toHaveLength(1);
    await bindOperations(world.operator).refundOrder(operatorCaller('lan'), { ref, note: 'refused' });
    await workFor(world);
    expect(await seen.balanceOf(lan)).toBe(0n);
  });
});
