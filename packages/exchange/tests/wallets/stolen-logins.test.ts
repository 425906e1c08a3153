import { randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { readPayoutsOfObligation } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { NO_CHANGE } from '@quydoi/domain/change';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { readObligation } from '../../src/payouts/signer-obligation.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { takeWithdrawals } from '../../src/wallets/take-withdrawals.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { bankTransfer, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* What a thief can do who has the database login of one role, and not the secrets of its process: no balance moves. */

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

async function withDong(amount = 1_000_000n): Promise<Member> {
  const member = await openMember(world, accounts);
  await member.deposit(amount);
  return member;
}
const refusal = (text: string, values: unknown[], role: Parameters<World['database']['query']>[2]) =>
  world.database.query(text, values, role).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('web’s login asks for withdrawals in vain, with no proof or with another’s', async () => {
  const [lan, thief] = [await withDong(), await openMember(world, accounts)];
  const asked = await lan.withdraw('100000');
  const columns = 'id, version, ref, customer_id, currency, amount, fee, destination, destination_bank, created_at, proof, state';
  const copy = (set: Record<string, string>) =>
    `insert into withdrawal (${columns}) select ${columns
      .split(', ')
      .map((name) => set[name] ?? name)
      .join(', ')} from withdrawal where ref = $1`;
  const own = { id: 'gen_random_uuid()', ref: `'22222222AA'` };
  expect(await refusal(copy({ ...own, proof: `''`, amount: '900000' }), [asked.ref], 'quydoi_web')).toBe('done');
  expect(await refusal(copy({ ...own, ref: `'22222222AB'`, amount: '900000' }), [asked.ref], 'quydoi_web')).toBe('done');
  expect(await refusal(copy({ ...own, ref: `'22222222AC'`, destination: `'0071007777777'` }), [asked.ref], 'quydoi_web')).toBe('done');
  expect(await refusal(copy({ ...own, ref: `'22222222AD'`, customer_id: `'${thief.customerId}'` }), [asked.ref], 'quydoi_web')).toBe('done');
  for (const state of ['sending', 'done'])
    expect(await refusal(copy({ ...own, ref: `'22222222AE'`, state: `'${state}'` }), [asked.ref], 'quydoi_web')).toBe('QD085');
  expect(await refusal(`update withdrawal set state = 'sending'`, [], 'quydoi_web')).toBe('42501');
  await workFor(world);
  const states = (await seen.withdrawalsOf(lan)).map(([state, reason]) => `${state} ${reason}`).sort();
  expect(states).toEqual(['done null', 'refused not_proven', 'refused not_proven', 'refused not_proven']);
  expect([await seen.balanceOf(lan), await seen.withdrawalsOf(thief)]).toEqual([900_000n, [['refused', 'not_proven', 100_000n]]]);
});

test('web’s login makes no order that another’s balance pays', async () => {
  const lan = await withDong(5_000_000n);
  const { ref } = await lan.order({});
  const { id } = await world.order(ref);
  expect(await refusal('update orders set from_balance = true where id = $1', [id], 'quydoi_web')).toBe('42501');
  await expect(world.database.query(`update orders set from_balance = true, version = version + 1 where id = $1`, [id])).rejects.toMatchObject({
    code: expect.stringMatching(/^(QD024|23514)$/),
  });
  await workFor(world, 2);
  expect(await seen.balanceOf(lan)).toBe(5_000_000n);
});

test('worker’s login tells of deposits in vain', async () => {
  const thief = await openMember(world, accounts);
  await recordPayment(
    world.worker,
    bankTransfer({ memo: depositMemoOf(thief.customerId), amount: 9_000_000n, reference: 'FT-forged', paidAt: world.clock.now() }),
  );
  await workFor(world, 3);
  expect(await seen.balanceOf(thief)).toBe(0n);
  expect(
    await refusal(
      `update payment set customer_id = $1, state = 'matched', case_code = null where reference = 'FT-forged'`,
      [thief.customerId],
      'quydoi_worker',
    ),
  ).toBe('42501');
  const payment = `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
    values (gen_random_uuid(), 1, 'bank', 'balance', 'x', 'vnd', 5, '', now(), true, 'unmatched', now())`;
  expect(await refusal(payment, [], 'quydoi_worker')).toBe('42501');
});

test('false deposits, however many, delay no true one', async () => {
  const [thief, lan] = [await openMember(world, accounts), await openMember(world, accounts)];
  for (let n = 0; n <= 100; n += 1) {
    const fact = { memo: depositMemoOf(thief.customerId), amount: 9_000_000n, reference: `FT-false-${n}`, paidAt: world.clock.now() };
    await recordPayment(world.worker, bankTransfer(fact));
  }
  await matchPayments(world.worker);
  await matchPayments(world.worker);
  await lan.deposit(700_000n);
  await workFor(world, 3);
  expect([await seen.balanceOf(lan), await seen.balanceOf(thief)]).toEqual([700_000n, 0n]);
  await world.database.query(`update payment set version = version + 1, case_code = 'no_order' where case_code = 'deposit'`);
});

test('worker’s login pays no order, and gives none back, into a balance that is not the order’s', async () => {
  const [lan, thief] = [await openMember(world, accounts), await openMember(world, accounts)];
  const { ref, amountSent } = await lan.order(SELL_100_PM);
  await world.record(world.signer, walletTransfer({ amount: amountSent, memo: ref, reference: '7001', sourceId: '7001', paidAt: world.clock.now() }));
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  const { id } = await world.order(ref);
  await world.database.query(`update payout set to_balance_of = $1, destination = $1, destination_bank = null where order_id = $2`, [
    thief.customerId,
    id,
  ]);
  await workFor(world, 2);
  expect(world.errors.splice(0)).toMatchObject([{ reason: 'payout differs from the order' }]);
  expect([await seen.balanceOf(thief), (await world.order(ref)).status]).toEqual([0n, 'error']);
});

describe('a payout of a withdrawal', () => {
  let payout: Payout;

  beforeAll(async () => {
    const { ref } = await (await withDong()).withdraw('600000');
    await takeWithdrawals(world.signer);
    const [row] = await world.database.query('select id from withdrawal where ref = $1', [ref]);
    payout = (await readPayoutsOfObligation(world.signer.orm, 'withdrawal', String(row?.id)))[0] as Payout;
  });

  const objectionTo = async (row: Payout) => (await readObligation(world.signer, payout))?.validate(row);

  test('is sent as it was made', async () => {
    expect(await objectionTo(payout)).toBeNull();
  });

  test.each<[keyof Payout, Partial<Payout>]>([
    ['obligationKind', { obligationKind: 'refund' }],
    ['orderId', { orderId: randomUUID() }],
    ['part', { part: 2 }],
    ['parts', { parts: 2 }],
    ['network', { network: 'ethereum' }],
    ['reserve', { reserve: 'eth' }],
    ['currency', { currency: 'eth' }],
    ['amount', { amount: 599_999n }],
    ['fee', { fee: 1n }],
    ['destination', { destination: '0071007777777' }],
    ['destinationBank', { destinationBank: 'tcb' }],
    ['toBalanceOf', { toBalanceOf: 'KH00000000' }],
  ])('with another %s is not sent by the signer', async (_, forged) => {
    expect(await objectionTo({ ...payout, ...forged })).toBe('payout differs from the withdrawal');
  });
});

test('no role but the signer’s process moves a balance, and its login alone not for long', async () => {
  const lan = await withDong();
  const [account] = await world.database.query(`select id from account where name = $1`, [`customer:${lan.customerId}:vnd`]);
  const [suspense] = await world.database.query(`select id from account where name = 'suspense:bank:vnd'`);
  const raise = (role: Parameters<World['database']['query']>[2], line: boolean) =>
    refusal(
      `with p as (insert into posting (id, kind, at) values ($1, 'adjust', now()) returning id)${
        line
          ? `, l as (insert into balance_line (account_id, n, posting_id, amount, balance, code) values (${account?.id}, 2, $1, 5000000, 6000000, 'x'))`
          : ''
      } insert into entry (posting_id, account_id, amount) values ($1, ${account?.id}, -5000000), ($1, ${suspense?.id}, 5000000)`,
      [randomUUID()],
      role,
    );
  for (const role of ['quydoi_web', 'quydoi_worker', 'quydoi_operator'] as const) expect(await raise(role, false), role).not.toBe('done');
  expect(await raise('quydoi_signer', false)).not.toBe('done');
  expect(await seen.balanceOf(lan)).toBe(1_000_000n);
  await expect(
    applyChanges(
      world.worker.orm,
      [
        {
          ...NO_CHANGE,
          postings: [
            {
              id: randomUUID(),
              kind: 'match',
              orderId: null,
              entries: [
                { account: `customer:${lan.customerId}:vnd`, amount: -5n },
                { account: 'suspense:bank:vnd', amount: 5n },
              ],
            },
          ],
        },
      ],
      world.clock.now(),
    ),
  ).rejects.toBeInstanceOf(InvariantError);
});
