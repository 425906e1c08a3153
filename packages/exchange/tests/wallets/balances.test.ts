import { randomUUID } from 'node:crypto';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import { applyChanges } from '@quydoi/database/apply-changes';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { NO_CHANGE } from '@quydoi/domain/change';
import { FAST_TRANSFER_MAX_VND } from '@quydoi/domain/constants';
import { post } from '@quydoi/domain/ledger/post';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openMember } from '../../testing/members.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { bankTransfer, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Price of 100 pm, and what 100 pm are sold for. */
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
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect([world.perfectMoney.script, world.payOs.script]).toEqual([[], []]);
  await expectBooksInOrder(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const open = () => openMember(world, accounts);
const sentFor = (ref: string) => [...world.perfectMoney.paid, ...world.payOs.paid].filter(({ memo }) => memo === ref).length;
const inbox = async () => (await world.database.query(`select case_code from payment where state = 'case'`)).map((row) => row.case_code);

async function payPm(ref: string, amount: bigint): Promise<void> {
  const reference = `7${BigInt(`0x${randomUUID().slice(0, 8)}`)}`;
  await world.record(world.signer, walletTransfer({ amount, memo: ref, reference, sourceId: reference, paidAt: world.clock.now() }));
}

describe('a deposit', () => {
  test('is credited by its memo, however the bank writes it, once', async () => {
    const lan = await open();
    const { customerId } = lan;
    const memo = `MBVCB.123 dep cv${customerId.slice(0, 3)} ${customerId.slice(3)} chuyen tien`;
    const fact = bankTransfer({ memo, amount: 700_000n, reference: 'FT-once', paidAt: world.clock.now() });
    await world.record(world.worker, fact);
    await world.run();
    await world.record(world.worker, fact);
    await workFor(world, 2);
    expect(await seen.linesOf(lan)).toEqual([['deposit', 700_000n, 700_000n]]);
  });

  test('that only other roles tell of waits for the signer’s own reading', async () => {
    const lan = await open();
    const fact = bankTransfer({ memo: depositMemoOf(lan.customerId), amount: 900_000n, reference: 'FT-late', paidAt: world.clock.now() });
    await recordPayment(world.worker, fact);
    await workFor(world, 2);
    expect([await seen.balanceOf(lan), await inbox()]).toEqual([0n, ['deposit']]);
    await world.record(world.worker, fact);
    await workFor(world, 2);
    expect([await seen.balanceOf(lan), await inbox()]).toEqual([900_000n, []]);
  });

  test('whose memo names an order too pays the order', async () => {
    const lan = await open();
    const order = await lan.order({});
    await world.pay(`${order.ref} ${depositMemoOf(lan.customerId)}`, order.amountSent);
    await workFor(world);
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered' });
    expect(await seen.linesOf(lan)).toEqual([]);
  });

  test('of nobody, or of two customers, is left to operators', async () => {
    const [lan, minh] = [await open(), await open()];
    await world.pay('DEPCV22222222', 100_000n);
    await world.pay(`${depositMemoOf(lan.customerId)} ${depositMemoOf(minh.customerId)}`, 100_000n);
    await workFor(world, 2);
    expect([await seen.balanceOf(lan), await seen.balanceOf(minh)]).toEqual([0n, 0n]);
    expect((await inbox()).sort()).toEqual(['ambiguous', 'no_order']);
  });
});

describe('an order that a balance pays', () => {
  test('is paid at once, and delivered', async () => {
    const lan = await open();
    await lan.deposit(5_000_000n);
    const order = await lan.order({ fromBalance: { code: lan.code() } });
    expect(order).toMatchObject({ status: 'pending', fromBalance: true, instructions: null });
    await workFor(world);
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', amountPaid: PRICE });
    expect(sentFor(order.ref)).toBe(1);
    expect(await seen.linesOf(lan)).toEqual([
      ['charge', -PRICE, 5_000_000n - PRICE],
      ['deposit', 5_000_000n, 5_000_000n],
    ]);
  });

  test('takes a code, and what the balance has', async () => {
    const lan = await open();
    await lan.deposit(PRICE - 1n);
    await expect(lan.order({ fromBalance: { code: lan.code() } })).rejects.toMatchObject({
      code: 'BALANCE_SHORT',
      params: { n: '2607974', code: 'vnd' },
    });
    await lan.deposit(1n);
    for (const fromBalance of [{}, { code: '000000' }, { password: 'tra da via he 7' }])
      await expect(lan.order({ fromBalance })).rejects.toMatchObject({ code: 'CODE_INVALID' });
    expect((await lan.order({ fromBalance: { code: lan.code() } })).status).toBe('pending');
    await workFor(world);
    expect(await seen.balanceOf(lan)).toBe(0n);
  });

  test('is cancelled when another order was paid from the balance meanwhile', async () => {
    const lan = await open();
    await lan.deposit(PRICE + 1n);
    const orders = [await lan.order({ fromBalance: { code: lan.code() } }), await lan.order({ fromBalance: { code: lan.code() } })];
    await workFor(world);
    const ended = await Promise.all(orders.map(async ({ ref }) => (await world.order(ref)).status));
    expect(ended.sort()).toEqual(['cancelled', 'delivered']);
    const cancelled = await Promise.all(orders.map(({ ref }) => world.order(ref)));
    expect(cancelled.find(({ status }) => status === 'cancelled')).toMatchObject({ reason: 'balance_short', amountPaid: 0n, holding: 0n });
    expect(await seen.balanceOf(lan)).toBe(1n);
  });

  test.each([0, 2])('is paid by it alone: what a bank sends for it after %i rounds waits for operators', async (rounds) => {
    const lan = await open();
    await lan.deposit(PRICE);
    const { ref } = await lan.order({ fromBalance: { code: lan.code() } });
    await workFor(world, rounds);
    await world.pay(ref, PRICE, { payer: '0071001234567' });
    await workFor(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountPaid: PRICE });
    expect(await seen.balanceOf(lan)).toBe(0n);
    const given = await world.database.query(`select state, case_code, order_id from payment where memo = $1 and account <> 'balance'`, [ref]);
    expect(given).toEqual([{ state: 'case', case_code: 'no_order', order_id: null }]);
  });

  test('is given back to the balance when it cannot be paid out', async () => {
    const lan = await open();
    await lan.deposit(PRICE);
    world.perfectMoney.script.push({ pays: false, hears: 'destination' });
    const { ref } = await lan.order({ fromBalance: { code: lan.code() } });
    await workFor(world);
    expect(await world.order(ref)).toMatchObject({ status: 'error' });
    world.errors.length = 0;
    await bindOperations(world.operator).refundOrder(operatorCaller('lan'), { ref, note: 'the wallet does not exist' });
    await workFor(world);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    expect(await seen.linesOf(lan)).toEqual([
      ['payout', PRICE, PRICE],
      ['charge', -PRICE, 0n],
      ['deposit', PRICE, PRICE],
    ]);
  });
});

test('a repeated Idempotency-Key is that of the same order only where the same balances pay and are paid', async () => {
  const lan = await open();
  await lan.deposit(5_000_000n);
  const once = (idempotencyKey: string, input: Partial<CreateOrderInput>) => lan.order(input, { idempotencyKey });
  const paid = await once('pay', { fromBalance: { code: lan.code() } });
  expect((await once('pay', { fromBalance: { code: lan.code() } })).ref).toBe(paid.ref);
  await expect(once('pay', {})).rejects.toThrow('IDEMPOTENCY_CONFLICT');
  const into = { ...SELL_100_PM, destination: '0011001234567', destinationBank: 'vcb' };
  const received = await once('receive', { ...into, toBalance: true });
  expect((await once('receive', { ...into, toBalance: true })).ref).toBe(received.ref);
  await expect(once('receive', into)).rejects.toThrow('IDEMPOTENCY_CONFLICT');
});

describe('an order into a balance', () => {
  test('is credited when it is paid, and nothing is sent', async () => {
    const lan = await open();
    const order = await lan.order({ ...SELL_100_PM, destination: '', toBalance: true });
    expect(order).toMatchObject({ toBalance: true, amountReceived: SOLD_FOR });
    const { available, held } = await reserveOf(world, 'vnd');
    await payPm(order.ref, order.amountSent);
    await workFor(world, 2);
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', holding: 0n });
    expect([sentFor(order.ref), await seen.linesOf(lan)]).toEqual([0, [['payout', SOLD_FOR, SOLD_FOR]]]);
    expect((await reserveOf(world, 'vnd')).held).toBe(held - SOLD_FOR);
    expect((await reserveOf(world, 'vnd')).available).toBe(available + SOLD_FOR);
  });

  test('of more than one transfer of dong carries is credited as a whole', async () => {
    await world.database.query(`insert into setting (kind, key, value, author, at)
      select kind, key, value || '{"maxBalance": "100000"}', 'test', now() from setting where kind = 'currency' and key = 'pm'`);
    await setAvailable(world, 'vnd', 5_000_000_000n);
    const lan = await open();
    await bindOperations(world.operator).setDocStatus(operatorCaller('lan'), { customer: lan.customerId, status: 'verify', note: 'seen' });
    const { ref, amountSent, amountReceived } = await lan.order({ ...SELL_100_PM, quantity: '21000', destination: '', toBalance: true });
    expect(amountReceived).toBeGreaterThan(FAST_TRANSFER_MAX_VND);
    await payPm(ref, amountSent);
    await workFor(world, 2);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', holding: 0n });
    expect(await seen.linesOf(lan)).toEqual([['payout', amountReceived, amountReceived]]);
  });

  test('can be spent and withdrawn again', async () => {
    const lan = await open();
    const { ref, amountSent } = await lan.order({ ...SELL_100_PM, destination: '', toBalance: true });
    await payPm(ref, amountSent);
    await workFor(world, 2);
    await lan.withdraw('2500000');
    await workFor(world);
    expect(await seen.withdrawalsOf(lan)).toEqual([['done', null, 2_500_000n]]);
    expect(await seen.balanceOf(lan)).toBe(35_000n);
  });

  test.each([
    ['a currency without balances', { fromBalance: {}, kind: 'sell', from: 'pm', to: 'vnd', destination: '0011001234567', destinationBank: 'vcb' }],
    ['a payout without balances', { toBalance: true }],
  ] as const)('is refused for %s', async (_, input) => {
    await expect((await open()).order({ ...SELL_100_PM, ...BUY, ...input })).rejects.toMatchObject({
      code: 'CURRENCY_NOT_SUPPORTED',
      params: { code: 'pm' },
    });
  });

  test('is refused without a login', async () => {
    await expect(world.create({ ...SELL_100_PM, destination: '', toBalance: true })).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
    await expect(world.create({ fromBalance: {} })).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
  });
});

const BUY = { kind: 'buy', from: 'vnd', to: 'pm' } as const;

test('no order holds what balances need, wherever the money lies', async () => {
  const lan = await open();
  await lan.deposit(5_000_000n);
  const owed = BigInt(String((await world.database.query(`select owed from balance_total where unit = 'vnd'`))[0]?.owed));
  // What customers have paid is moved to where payouts are made.
  const [collected] = await world.database.query(`select balance from account where name = 'rail:vnd-collection'`);
  const moved = BigInt(String(collected?.balance));
  const entries = [
    { account: 'rail:vnd-collection', amount: -moved },
    { account: 'rail:vnd', amount: moved },
  ] as const;
  await applyChanges(world.owner, [{ ...NO_CHANGE, postings: [post(randomUUID(), 'transfer', null, entries)] }], world.clock.now());
  const unallocated = (await freeDong()) + owed - (await availableDong());
  await setDong(owed - unallocated + SOLD_FOR - 1n);
  expect([await freeDong(), (await reserveOf(world, 'vnd')).available]).toEqual([SOLD_FOR - 1n, SOLD_FOR - 1n]);
  await expect(world.create(SELL_100_PM)).rejects.toMatchObject({ code: 'QUANTITY_TOO_LARGE' });
  const hold = (amount: bigint) =>
    applyChanges(world.worker.orm, [{ ...NO_CHANGE, postings: [post(randomUUID(), 'rehold', null, holdEntries(amount))] }], world.clock.now());
  await expect(hold(SOLD_FOR)).rejects.toBeInstanceOf(OverdrawnError);
  await hold(SOLD_FOR - 1n);
  await applyChanges(
    world.worker.orm,
    [{ ...NO_CHANGE, postings: [post(randomUUID(), 'release', null, holdEntries(1n - SOLD_FOR))] }],
    world.clock.now(),
  );
});

function holdEntries(amount: bigint) {
  return [
    { account: 'rail:vnd', amount: -amount },
    { account: 'held:vnd', amount },
  ] as const;
}

async function availableDong(): Promise<bigint> {
  return BigInt(String((await world.database.query(`select balance from account where name = 'rail:vnd'`))[0]?.balance));
}

async function setDong(amount: bigint): Promise<void> {
  const change = amount - (await availableDong());
  const entries = [
    { account: 'rail:vnd', amount: change },
    { account: 'equity:vnd', amount: -change },
  ] as const;
  await applyChanges(world.owner, [{ ...NO_CHANGE, postings: [post(randomUUID(), 'adjust', null, entries)] }], world.clock.now());
}

async function freeDong(): Promise<bigint> {
  const [row] = await world.database.query(`select uncommitted('vnd') as free`);
  return BigInt(String(row?.free));
}
