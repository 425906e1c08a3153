import { randomBytes, randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Change } from '@quydoi/domain/change';
import { decideCreate } from '@quydoi/domain/order/decisions/decide-create';
import { decideMatch } from '@quydoi/domain/order/decisions/decide-payment';
import { moveOrder } from '@quydoi/domain/order/lifecycle';
import { deliveryPostings } from '@quydoi/domain/order/obligations/delivery-postings';
import type { Order } from '@quydoi/domain/order/order';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { changeOrder, reholdPosting } from '@quydoi/domain/order/steps';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decisionContext, newId } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { creditReferrals } from '../../src/wallets/credit-referrals.ts';
import { judgeReferred } from '../../src/wallets/judge-referral.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { deliverOrder, setReferralPercent } from '../../testing/referrals.ts';
import { openWorld, type World } from '../../testing/world.ts';

/*
 * What a thief can do for themselves as a sponsor who has the database login of one role, and not the secrets of its process. An operator who is deceived
 * pays by hand what the signer has refused, so that orders are delivered all the same.
 */

const LAN = operatorCaller('lan');

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;
let thief: Member;
let friend: Member;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
});
beforeEach(async () => {
  await setReferralPercent(world, '100');
  thief = await openMember(world, accounts);
  friend = await openMember(world, accounts, thief);
});
afterEach(() => {
  world.errors.length = 0;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

type Role = Parameters<World['database']['query']>[2];
const refusal = (text: string, values: unknown[], role: Role) =>
  world.database.query(text, values, role).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const operations = () => bindOperations(world.operator);

async function payByHand(ref: string): Promise<void> {
  expect((await world.order(ref)).status).toBe('error');
  await operations().resolveError(LAN, { ref, decision: 'by-hand', note: '' });
  await operations().recordManualPayout(LAN, { ref, reference: `HAND-${ref}`, note: '' });
}

/** Nothing was credited for an order, which is delivered, and the signer has given its reason. */
async function expectUncredited(ref: string, reason: string): Promise<void> {
  await workFor(world, 1);
  const { id, status } = await world.order(ref);
  expect(status).toBe('delivered');
  expect(await world.database.query('select state, amount from referral where id = $1', [id])).toEqual([{ state: 'none', amount: '0' }]);
  expect(await seen.balanceOf(thief)).toBe(0n);
  expect(world.log.filter((line) => line.includes('sponsor not credited') && line.includes(id)).join()).toContain(reason);
}

test.each<[NonNullable<Role>, string, string[]]>([
  ['quydoi_web', `update customer set sponsor = $1, version = version + 1`, ['42501', 'QD047']],
  ['quydoi_operator', `update customer set sponsor = $1`, ['42501']],
  ...(['quydoi_web', 'quydoi_worker', 'quydoi_operator'] as const).flatMap((role): [NonNullable<Role>, string, string[]][] => [
    [
      role,
      `insert into referral (id, version, sponsor_id, state, amount, returned, due_at) select id, 1, $1, 'due', 0, 0, now() from orders`,
      ['42501'],
    ],
    [role, `update referral set sponsor_id = $1`, ['42501']],
    [role, `update referral set state = 'credited', amount = 1000000, version = version + 1 where sponsor_id <> $1`, ['42501']],
    [role, `update referral_total set earned = earned + 1 where sponsor_id = $1`, ['42501']],
    [role, `delete from referral where sponsor_id = $1`, ['42501']],
    [
      role,
      `with p as (select $1) insert into posting (id, kind, order_id, at) select gen_random_uuid(), 'referral', id, now() from orders`,
      ['42501', 'QD012'],
    ],
  ]),
  [
    'quydoi_signer',
    `insert into referral (id, version, sponsor_id, state, amount, returned, due_at) select id, 1, $1, 'due', 0, 0, now() from orders`,
    ['42501'],
  ],
  ['quydoi_signer', `update referral set sponsor_id = $1, version = version + 1`, ['42501']],
])('%s’s login cannot %s', async (role, text, codes) => {
  await deliverOrder(world, friend);
  expect(codes).toContain(await refusal(text, [thief.customerId], role));
});

test('web’s login makes an order with a higher fee, which gives nothing however it is paid', async () => {
  const made = await world.order((await friend.order({})).ref);
  const ref = refFromBytes(randomBytes(REF_BYTES));
  const terms = { ...made, id: newId(world.web), ref, feeExchange: 90n * made.feeExchange };
  await applyChanges(world.web.orm, [decideCreate(terms, made.expiresAt, decisionContext(world.web, 'customer', 'create'))], world.clock.now());
  await world.pay(ref, made.amountSent);
  await workFor(world, 2);
  await payByHand(ref);
  await expectUncredited(ref, 'the order was not made by the site');
});

describe('a delivered order', () => {
  const judge = async (order: Order) => judgeReferred(world.signer, order, await readPayoutsOf(world.signer.orm, order.id));

  test('has earned its fee while none of what was paid for it goes back', async () => {
    const order = await world.order(await deliverOrder(world, friend));
    expect(await judge(order)).toBeNull();
    expect(await judge({ ...order, amountRefunded: 1n })).toBe('not paid in full');
  });

  test.each([
    ['not done', `update attempt set state = 'sent'`],
    ['none of the signer’s process', `update attempt set key = key || '-own'`],
  ])('has not earned it where its payout is called settled, and the attempt at it is %s', async (_, update) => {
    const order = await world.order(await deliverOrder(world, friend));
    await world.database.query('set session_replication_role = replica');
    await world.database.query(`${update} where payout_id in (select id from payout where order_id = $1)`, [order.id]);
    await world.database.query('set session_replication_role = origin');
    expect(await judge(order)).toBe('nobody has paid part 1 out');
  });
});

describe('worker’s login', () => {
  test('raises an order’s fee as it becomes paid, and it gives nothing however it is paid', async () => {
    const { ref, amountSent } = await friend.order({});
    await world.record(world.worker, bankTransfer({ memo: ref, amount: amountSent, reference: `FT-${ref}`, paidAt: world.clock.now() }));
    const [row] = await world.database.query('select id from payment where memo = $1', [ref]);
    const payment = await readPaymentById(world.worker.orm, String(row?.id));
    const order = await world.order(ref);
    if (!payment) throw new Error('no payment');
    const matched = decideMatch(payment, order, decisionContext(world.worker, 'system', `payment:${payment.id}`));
    const raised: Change = {
      ...matched,
      order: matched.order && { ...matched.order, after: { ...matched.order.after, feeExchange: 90n * order.feeExchange } },
    };
    await applyChanges(world.worker.orm, [raised], world.clock.now());
    await workFor(world, 2);
    await payByHand(ref);
    await expectUncredited(ref, 'price does not follow from the rate');
  });

  test('says that an order is delivered that nobody has paid out', async () => {
    const { ref, amountSent } = await friend.order({});
    await world.pay(ref, amountSent);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    const order = await world.order(ref);
    const ctx = decisionContext(world.worker, 'system', 'forged');
    const after = moveOrder(order, 'delivered', { holding: 0n, payoutReference: 'forged' }, ctx.now);
    await applyChanges(world.worker.orm, [changeOrder(order, after, [], ctx, { postings: deliveryPostings(order, 0n, ctx) })], ctx.now);
    await creditReferrals(world.signer);
    await expectUncredited(ref, 'the order is not paid out');
  });

  test('calls a delivery reversed: what the sponsor got is taken back until the order is delivered again', async () => {
    const ref = await deliverOrder(world, friend);
    const order = await world.order(ref);
    const ctx = decisionContext(world.worker, 'system', 'forged');
    const after = moveOrder(order, 'error', { reason: 'reversed', holding: order.held, payoutReference: null }, ctx.now);
    const postings = [reholdPosting(order, ctx.newId())];
    await applyChanges(world.worker.orm, [changeOrder(order, after, [], ctx, { postings })], ctx.now);
    // What other tests have left.
    world.errors.length = 0;
    await creditReferrals(world.signer);
    expect([await seen.balanceOf(thief), world.errors]).toEqual([0n, []]);
    await operations().resolveError(LAN, { ref, decision: 'delivered', reference: 'batch', note: '' });
    await creditReferrals(world.signer);
    expect([await seen.balanceOf(thief), world.errors]).toEqual([12_975n, []]);
  });

  test('tells of a payment that never came, and an operator who believes it', async () => {
    const { ref, amountSent } = await friend.order({});
    await recordPayment(world.worker, bankTransfer({ memo: ref, amount: amountSent, reference: 'FT-forged', paidAt: world.clock.now() }));
    await matchPayments(world.worker);
    const order = await world.order(ref);
    const ctx = decisionContext(world.worker, 'system', 'forged');
    await applyChanges(world.worker.orm, [changeOrder(order, moveOrder(order, 'handmake', {}, ctx.now), [], ctx)], ctx.now);
    await operations().recordManualPayout(LAN, { ref, reference: `HAND-${ref}`, note: '' });
    await creditReferrals(world.signer);
    expect(await seen.balanceOf(thief)).toBe(0n);
    // The signer waits for its own reading for a day, and then no longer.
    const due = () => world.database.query('select state from referral where id = $1', [order.id]);
    expect(await due()).toEqual([{ state: 'due' }]);
    world.clock.advance(25 * 3_600_000);
    await expectUncredited(ref, 'is not in our own reading');
  });
});

test('one operator alone says that an order was paid out by hand that is worth more than one may decide', async () => {
  world.perfectMoney.script.push({ pays: false, hears: 'destination' });
  const { ref, amountSent } = await friend.order({});
  await world.pay(ref, amountSent);
  await workFor(world, 2);
  await payByHand(ref);
  const limit = (worth: string) =>
    world.database.query(`insert into setting (kind, key, value, author, at) values ('secondOperator', 'secondOperator', $1, 'tests', $2)`, [
      JSON.stringify({ worth, rateChange: '99' }),
      world.clock.now(),
    ]);
  await limit('1000000');
  await expectUncredited(ref, 'nobody has paid part 1 out');
  await limit('999999999999999');
});

test('one operator’s login alone does not set what sponsors get', async () => {
  const set = `insert into setting (kind, key, value, author, at) select 'site', 'site', value || '{"referralPercent":"100"}', 'lan', now()
    from setting where kind = 'site' order by version desc limit 1`;
  expect(await refusal(set, [], 'quydoi_operator')).not.toBe('done');
  expect(await operations().setSite(LAN, { referralPercent: '50' })).toMatchObject({ proposal: expect.any(String) });
});

describe('the signer’s login', () => {
  /** Books a credit of the thief as the signer's login could, with a code that it cannot make. */
  async function book(orderId: string, amount: bigint, then: readonly string[]): Promise<string | undefined> {
    const [own] = await world.database.query('select id, -balance as balance from account where name = $1', [`customer:${thief.customerId}:vnd`]);
    const [fee] = await world.database.query(`select id from account where name = 'fee:vnd'`);
    const [line] = await world.database.query('select coalesce(max(n), 0) + 1 as n from balance_line where account_id = $1', [own?.id]);
    const id = randomUUID();
    const statements = [
      'begin',
      ...then,
      `insert into posting (id, kind, order_id, at) values ('${id}', 'referral', '${orderId}', now())`,
      `insert into balance_line (account_id, n, posting_id, amount, balance, code)
        values (${own?.id}, ${line?.n}, '${id}', ${amount}, ${BigInt(String(own?.balance)) + amount}, 'a guess')`,
      `insert into entry (posting_id, account_id, amount) values ('${id}', ${own?.id}, ${-amount}), ('${id}', ${fee?.id}, ${amount})`,
      'commit',
    ];
    try {
      for (const statement of statements) await world.database.query(statement, [], 'quydoi_signer');
      return 'done';
    } catch (error) {
      await world.database.query('rollback', [], 'quydoi_signer');
      return (error as { code?: string }).code;
    }
  }

  test('credits no order a second time, and none more than once said', async () => {
    const { id } = await world.order(await deliverOrder(world, friend));
    const balance = await seen.balanceOf(thief);
    expect(balance).toBe(12_975n);
    expect(await book(id, 12_975n, [])).toBe('QD093');
    expect(await book(id, 1n, [`update referral set amount = amount + 1, version = version + 1 where id = '${id}'`])).toBe('QD091');
    expect(await book(id, 1n, [`update referral set returned = 1, state = 'taken-back', version = version + 1 where id = '${id}'`])).toBe('QD092');
    expect(await refusal(`update referral set returned = 1, state = 'due', version = version + 1 where id = $1`, [id], 'quydoi_signer')).not.toBe(
      'done',
    );
    expect(await seen.balanceOf(thief)).toBe(balance);
  });

  test('credits no order that is not delivered, nor one of its own', async () => {
    await deliverOrder(world, friend);
    const { id } = await world.order((await friend.order({})).ref);
    expect(await book(id, 1n, [])).toBe('QD093');
    const own = await world.order(await deliverOrder(world, thief));
    expect(await book(own.id, 1n, [])).toBe('QD093');
  });

  test('takes nothing back without booking it', async () => {
    const { id } = await world.order(await deliverOrder(world, friend));
    await world.database.query(`update referral set state = 'due', version = version + 1 where id = $1`, [id], 'quydoi_signer');
    const take = `update referral set returned = amount, state = 'taken-back', version = version + 1 where id = $1`;
    expect(await refusal(take, [id], 'quydoi_signer')).toBe('QD093');
  });
});
