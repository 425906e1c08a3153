import { addSetting } from '@quydoi/database/repositories/settings';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { FAST_TRANSFER_MAX_VND } from '@quydoi/domain/constants';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { act, decisionOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { setRateByTwo } from '../../testing/set-rate-by-two.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const SENDER = { destination: SELL_100_PM.sender ?? '' };
const note = 'tests';
/** What comes in, in pm, and our fee of half a percent. */
const PAID = 90_00n;
const FEE = 45n;

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(() => {
  expect(world.errors.splice(0)).toEqual([]);
});
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);
const setFee = (percentFee: string) => setRateByTwo(world, { kind: 'buy', code: 'pm', value: '25950', fee: '0', percentFee });

async function receive(memo: string, amount: bigint): Promise<void> {
  n += 1;
  const facts = { reference: `81${n}`, sourceId: `81${n}`, paidAt: world.clock.now() };
  await world.record(world.signer, walletTransfer({ memo, amount, ...facts }));
  await matchPayments(world.worker);
}

/** A sale of 100 pm of which 90 came in. */
async function underpaid() {
  const created = await world.create(SELL_100_PM);
  await receive(created.ref, PAID);
  expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid' });
  return created;
}

/** A refund of all to the declared sender that whoever has the worker's login writes, with a fee and a time of its own. */
async function writeRefund(ref: string, fee: bigint, madeAt: Date): Promise<void> {
  const { id, holding } = await world.order(ref);
  const held = PAID - fee + 50n;
  const entries = (posting: string, sums: Record<string, bigint>) =>
    Object.entries(sums).map(([name, sum]) => `(md5('${id}${posting}')::uuid, (select id from account where name = '${name}'), ${sum})`);
  const sums = { 'suspense:perfect-money:pm': PAID, 'refund:pm': -PAID, 'rail:pm': -held, 'held:pm': held };
  const statements = [
    'begin',
    `update orders set version = version + 1, reason = 'refunding', amount_refunded = amount_paid, holding = 0 where id = '${id}'`,
    `insert into posting (id, kind, order_id, at) select md5('${id}a')::uuid, 'release', id, created_at from orders where id = '${id}'`,
    `insert into posting (id, kind, order_id, at) select md5('${id}b')::uuid, 'refund', id, created_at from orders where id = '${id}'`,
    `insert into entry (posting_id, account_id, amount) values ${entries('a', { 'held:vnd': -holding, 'rail:vnd': holding }).join(', ')}`,
    `insert into entry (posting_id, account_id, amount) values ${entries('b', sums).join(', ')}`,
    `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee,
       destination, made_by, state, tries, next_at, created_at)
     select md5('${id}p')::uuid, 1, 'refund', id, id, 1, 1, 1, 'perfect-money', 'pm', 'pm', ${PAID - fee}, ${held}, ${fee},
       sender, 'system', 'queued', 0, created_at, '${madeAt.toISOString()}' from orders where id = '${id}'`,
    'commit',
  ];
  for (const statement of statements) await world.database.query(statement, [], 'quydoi_worker');
}

function sentBack(ref: string): bigint[] {
  return world.perfectMoney.paid.filter(({ memo }) => memo === ref).map(({ amount }) => amount);
}

const waitOf = async (ref: string) => (await refundsOf(world, ref)).map(({ state, waitsFor, fee }) => [state, waitsFor, fee]);

describe('a refund that the worker’s login writes', () => {
  test('with the operators’ fee is sent as the customer was offered', async () => {
    const created = await underpaid();
    expect((await decisionOf(world, created)).refund).toEqual({ amount: PAID - FEE, fee: FEE });
    await writeRefund(created.ref, FEE, world.clock.now());
    await settle(world);
    expect(sentBack(created.ref)).toEqual([PAID - FEE]);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test.each([
    ['nearly all of it', 89_00n],
    ['more than the fee by the least', FEE + 1n],
    ['less than the fee by the least', FEE - 1n],
    ['nothing', 0n],
  ])('and that leaves us %s waits for an operator, who has the right one sent', async (_, fee) => {
    const { ref } = await underpaid();
    await writeRefund(ref, fee, world.clock.now());
    await settle(world);
    expect(sentBack(ref)).toEqual([]);
    expect(await waitOf(ref)).toEqual([['queued', 'approval', fee]]);
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'refunding' });
    const [{ id } = { id: '' }] = await refundsOf(world, ref);
    await operations().refusePayout(LAN, { payout: id, note });
    await operations().refundOrder(LAN, { ref, ...SENDER, note });
    await settle(world);
    expect(sentBack(ref)).toEqual([PAID - FEE]);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test('with a fee of its own is not what an operator asked for, but may be approved', async () => {
    const { ref } = await underpaid();
    await writeRefund(ref, 0n, world.clock.now());
    await sendPayouts(world.signer);
    const [{ id } = { id: '' }] = await refundsOf(world, ref);
    await operations().approvePayout(LAN, { payout: id, note });
    await settle(world);
    expect(sentBack(ref)).toEqual([PAID]);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test.each([
    ['before its money came', -10 * MINUTE_MS],
    ['in the future', 10 * MINUTE_MS],
  ])('and dates %s, when the fee was another, waits for an operator', async (_, byMs) => {
    const { ref } = await underpaid();
    await writeRefund(ref, FEE, new Date(world.clock.now().getTime() + byMs));
    await sendPayouts(world.signer);
    expect(sentBack(ref)).toEqual([]);
    expect(await waitOf(ref)).toEqual([['queued', 'approval', FEE]]);
  });
});

describe('a refund is sent at the fee that was set when it was made', () => {
  afterEach(async () => {
    await setFee('0.5');
    world.clock.advance(10 * MINUTE_MS);
  });

  test('when another is set before it is sent', async () => {
    const created = await underpaid();
    await act(world, created, { action: 'requestRefund', ...SENDER });
    world.clock.advance(10 * MINUTE_MS);
    await setFee('2');
    await settle(world);
    expect(sentBack(created.ref)).toEqual([PAID - FEE]);
  });

  test('when another was set before it was made, and not at an earlier one', async () => {
    const [first, second] = [await underpaid(), await underpaid()];
    await setFee('2');
    world.clock.advance(10 * MINUTE_MS);
    await act(world, first, { action: 'requestRefund', ...SENDER });
    await writeRefund(second.ref, FEE, world.clock.now());
    await settle(world);
    expect(sentBack(first.ref)).toEqual([PAID - 180n]);
    expect(sentBack(second.ref)).toEqual([]);
    expect(await waitOf(second.ref)).toEqual([['queued', 'approval', FEE]]);
  });

  test('and at the one before, within the time of the change', async () => {
    const { ref } = await underpaid();
    world.clock.advance(10 * MINUTE_MS);
    await setFee('2');
    world.clock.advance(MINUTE_MS);
    await writeRefund(ref, FEE, world.clock.now());
    await settle(world);
    expect(sentBack(ref)).toEqual([PAID - FEE]);
  });
});

describe('the fee is charged once', () => {
  test('of a refund of the excess, and of one of the rest', async () => {
    const created = await world.create(SELL_100_PM);
    await receive(created.ref, 120_00n);
    await act(world, created, { action: 'refundExcess', ...SENDER });
    world.payOs.script.push({ takes: false, hears: 'destination' });
    await settle(world);
    expect(sentBack(created.ref)).toEqual([1_990n]);
    expect(await world.order(created.ref)).toMatchObject({ status: 'error' });
    await operations().refundOrder(LAN, { ref: created.ref, ...SENDER, note });
    await settle(world);
    expect(sentBack(created.ref)).toEqual([1_990n, 9_950n]);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test('of the return of a payment that its order could not take, and not otherwise', async () => {
    const { ref } = await world.create(SELL_100_PM);
    await receive(ref, 100_00n);
    await settle(world);
    for (const amount of [40_00n, 60_00n]) await receive(ref, amount);
    const { id: orderId } = await world.order(ref);
    const extras = await world.database.query(`select id from payment where order_id = $1 and state = 'case' order by amount`, [orderId]);
    for (const { id } of extras) await operations().refundPayment(LAN, { id: String(id), ...SENDER, note });
    await world.database.query(`update payout set amount = amount - 1, fee = fee + 1 where obligation_id = $1`, [extras[1]?.id]);
    await settle(world);
    expect(sentBack(ref)).toEqual([39_80n]);
  });

  test('of a refund in dong, by its bank, in as many transfers as it needs', async () => {
    await setAvailable(world, 'vnd', 5_000_000_000n);
    const bank = { isShow: true, accountPattern: '^\\d{6,19}$', payoutFee: '5500', orderBy: 1 };
    await addSetting(world.owner, { kind: 'bank', key: 'vcb', value: bank, author: 'tests', at: world.clock.now() });
    world.clock.advance(10 * MINUTE_MS);
    const own = { destination: '0011001234567', destinationBank: 'vcb' };
    const created = await world.create({ sender: own.destination, senderBank: own.destinationBank });
    await world.pay(created.ref, FAST_TRANSFER_MAX_VND + 1_000_000n);
    await world.run();
    // What an operator asked for counts for no limit, so that the parts wait for nothing but their fee.
    await operations().refundOrder(LAN, { ref: created.ref, ...own, note });
    await settle(world);
    const refunds = await refundsOf(world, created.ref);
    expect(refunds.map(({ amount, fee }) => [amount, fee])).toEqual([
      [FAST_TRANSFER_MAX_VND, 5_500n],
      [994_500n, 0n],
    ]);
    expect(refunds.map(({ state }) => state)).toEqual(['settled', 'settled']);
  });
});
