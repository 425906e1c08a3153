import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { readAttemptsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { mayBeAnothers } from '../../src/payouts/paid-vouchers.ts';
import { readTransfer, type SignerTransfer } from '../../src/payouts/signer-obligation.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { watchStuck } from '../../src/payouts/watch-stuck.ts';
import { activateVouchers } from '../../src/vouchers/activate-vouchers.ts';
import { answerVoucherChecks } from '../../src/vouchers/answer-checks.ts';
import { checkVoucher } from '../../src/vouchers/check-voucher.ts';
import { revealVouchers } from '../../src/vouchers/reveal-vouchers.ts';
import { submitVoucher } from '../../src/vouchers/submit-voucher.ts';
import { expectBooksInOrder, reserveOf } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { BUY_100_PM, SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const BUY_VOUCHER = { ...BUY_100_PM, to: 'e-voucher', quantity: '10', destination: 'evoucher' } as const;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  world.clock.sleepAdvances = true;
});
beforeEach(() => {
  world.clock.advance(1_000);
});
afterEach(async () => {
  expect(world.perfectMoney.script).toEqual([]);
  const codes = (await world.database.query('select sealed from voucher')).length;
  expect(
    world.log.filter((line) => /7000000000000\d{3}/.test(line)),
    `no log tells one of ${codes} codes`,
  ).toEqual([]);
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

async function buy(): Promise<CreatedOrderView> {
  const order = await world.create(BUY_VOUCHER);
  await world.pay(order.ref, order.amountSent);
  await world.run();
  return order;
}

const callerOf = (order: CreatedOrderView) => testCaller({ orderKey: order.key });
const reveal = (order: CreatedOrderView) => revealVouchers(world.web, world.deps, callerOf(order), { ref: order.ref });
const check = (voucher: { readonly number: string; readonly code: string }) =>
  workingMeanwhile(checkVoucher(world.web, world.deps, voucher), () => answerVoucherChecks(world.signer, 'perfect-money'));

/** Lets worker and signer go on. */
async function runOn(times: number, stepMs = 40_000): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await world.run();
    world.clock.advance(stepMs);
  }
}

/** Each of these orders has paid out one voucher, and each another one. */
async function expectOneEach(...orders: readonly CreatedOrderView[]): Promise<void> {
  const told = await Promise.all(orders.map(async (order) => (await reveal(order)).vouchers.map(({ number }) => number)));
  expect(told.map((numbers) => numbers.length)).toEqual(orders.map(() => 1));
  expect(new Set(told.flat()).size).toBe(orders.length);
  for (const { ref } of orders) expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
}

/** Buys a voucher that is created, which nobody has told yet. */
async function buyLost(): Promise<CreatedOrderView> {
  world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
  world.perfectMoney.recordsReadable = false;
  const order = await buy();
  world.perfectMoney.recordsReadable = true;
  return order;
}

describe('a bought voucher', () => {
  test('is created once, paid out of the reserve of Perfect Money, and told to the key alone', async () => {
    const before = await reserveOf(world, 'pm');
    const order = await buy();
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', holding: 0n });
    const { vouchers } = await reveal(order);
    expect(vouchers).toEqual([{ number: expect.stringMatching(/^\d{10}$/), code: expect.stringMatching(/^\d{16}$/), amount: 10_00n }]);
    expect((await reserveOf(world, 'pm')).available).toBe(before.available - 10_05n);
    await expect(revealVouchers(world.web, world.deps, testCaller(), { ref: order.ref })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    const view = await getOrder(world.web, world.deps, callerOf(order), { ref: order.ref });
    expect(JSON.stringify(view, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(vouchers[0]?.code);
  });

  test('is stored so that no row tells its code', async () => {
    const order = await buy();
    const { vouchers } = await reveal(order);
    const tables = await world.database.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const rows = await world.database.query(`select t::text as row from "${name}" t where t::text like '%' || $1 || '%'`, [vouchers[0]?.code]);
      expect(rows, String(name)).toEqual([]);
    }
  });

  test('is revealed for 30 days', async () => {
    const order = await buy();
    world.clock.advance(29 * DAY_MS);
    expect((await reveal(order)).vouchers).toHaveLength(1);
    world.clock.advance(2 * DAY_MS);
    await expect(reveal(order)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  });
});

describe('a lost answer of the issuer', () => {
  test('after it created the voucher: its list tells it, and no other is created', async () => {
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    const created = world.perfectMoney.paid.length;
    const order = await buy();
    for (let times = 0; times < 5; times += 1) {
      world.clock.advance(5_000);
      await settleAttempts(world.signer);
    }
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered' });
    expect(world.perfectMoney.paid.length).toBe(created + 1);
    expect((await reveal(order)).vouchers).toHaveLength(1);
  });

  test('of two customers at once: each gets one of its own, one after the other', async () => {
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    const orders = [await world.create(BUY_VOUCHER), await world.create(BUY_VOUCHER)];
    for (const order of orders) await world.pay(order.ref, order.amountSent);
    await runOn(8, 5_000);
    await expectOneEach(...orders);
  });

  test('is not taken for the voucher of another customer, whom the issuer had refused before', async () => {
    world.perfectMoney.script.push({ pays: false, hears: 'funds' });
    const refused = await world.create(BUY_VOUCHER);
    await world.pay(refused.ref, refused.amountSent);
    await world.run();
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    world.perfectMoney.recordsReadable = false;
    const lost = await world.create(BUY_VOUCHER);
    await world.pay(lost.ref, lost.amountSent);
    await runOn(3);
    expect(await world.order(refused.ref)).not.toMatchObject({ status: 'delivered' });
    world.perfectMoney.recordsReadable = true;
    await runOn(8);
    await expectOneEach(refused, lost);
    world.errors.length = 0;
  });

  test('is not taken for the voucher of another customer, whose order operators try again after the list did not know it', async () => {
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    const absent = await buy();
    await runOn(8);
    expect(await world.order(absent.ref)).toMatchObject({ status: 'error' });
    const lost = await buyLost();
    await bindOperations(world.operator).resolveError(operatorCaller('lan'), { ref: absent.ref, decision: 'retry', note: 'not created' });
    await startPayouts(world.worker);
    await sendPayouts(world.signer);
    await runOn(8);
    await expectOneEach(absent, lost);
  });

  test('makes every listed voucher doubtful but an attempt’s own; another attempt’s is so always', async () => {
    const transferOf = async ({ ref }: CreatedOrderView): Promise<SignerTransfer> => {
      const [attempt] = await readAttemptsOf(world.signer.orm, (await world.order(ref)).id);
      const transfer = attempt && (await readTransfer(world.signer, attempt.id));
      if (!transfer) throw new Error('nothing was sent');
      return transfer;
    };
    const [mine, theirs] = [await transferOf(await buy()), await transferOf(await buy())];
    const areDoubtful = () =>
      Promise.all([mine.attempt.reference, theirs.attempt.reference, '123'].map((reference) => mayBeAnothers(world.signer, mine, reference ?? '')));
    expect(await areDoubtful()).toEqual([false, true, false]);
    await buyLost();
    expect(await areDoubtful()).toEqual([false, true, true]);
    await runOn(2);
    expect(await areDoubtful()).toEqual([false, true, false]);
  });

  test('that the list does not tell for minutes closes buying vouchers, and nothing else', async () => {
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    world.perfectMoney.recordsReadable = false;
    const order = await buy();
    world.clock.advance(MINUTE_MS);
    await watchStuck(world.signer, 'perfect-money');
    expect(world.errors).toEqual([]);
    world.clock.advance(MINUTE_MS);
    // Each network is watched by a loop of its own.
    await watchStuck(world.signer, 'tron');
    expect(world.errors).toEqual([]);
    await watchStuck(world.signer, 'perfect-money');
    expect(world.errors.splice(0)).toMatchObject([{ cause: 'stuck', direction: 'out', subject: 'e-voucher' }]);
    await expect(world.create(BUY_VOUCHER)).rejects.toThrow('MAINTENANCE');
    expect((await world.create(BUY_100_PM)).status).toBe('pending');
    expect((await world.create({ ...SELL_100_PM, from: 'e-voucher' })).status).toBe('pending');
    world.perfectMoney.recordsReadable = true;
    for (let times = 0; times < 5; times += 1) {
      world.clock.advance(40_000);
      await settleAttempts(world.signer);
    }
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered' });
    await watchStuck(world.signer, 'perfect-money');
    expect((await world.create(BUY_VOUCHER)).status).toBe('pending');
  });

  test.each(['payout.answered', 'payout.after-answer', 'settle.found'] as const)('by a death at %s: one voucher, and it is told', async (point) => {
    const order = await world.create(BUY_VOUCHER);
    await world.pay(order.ref, order.amountSent);
    const created = world.perfectMoney.paid.length;
    world.checkpoints.stopAt(point);
    await world.run().catch(() => {});
    for (let times = 0; times < 6; times += 1) {
      world.clock.advance(6_000);
      await world.run().catch(() => {});
    }
    world.errors.length = 0;
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered' });
    expect(world.perfectMoney.paid.length).toBe(created + 1);
    expect((await reveal(order)).vouchers).toHaveLength(1);
  });
});

describe('checking a voucher', () => {
  test('tells whether it is used, to who knows number and code', async () => {
    const [voucher] = (await reveal(await buy())).vouchers;
    if (!voucher) throw new Error('no voucher');
    expect(await check(voucher)).toMatchObject({ number: voucher.number, amount: 10_00n, used: null });
    const used = { at: new Date(world.clock.now()), account: 'U7777777' };
    world.perfectMoney.usedVouchers.set(voucher.number, used);
    world.clock.advance(15_000);
    expect(await check(voucher)).toMatchObject({ used });
  });

  test('with a wrong code, an unknown number, or too late, tells one and the same', async () => {
    const [voucher] = (await reveal(await buy())).vouchers;
    if (!voucher) throw new Error('no voucher');
    const wrong = [
      { ...voucher, code: '0000000000000000' },
      { number: '9999999999', code: voucher.code },
    ];
    for (const one of wrong) await expect(check(one)).rejects.toMatchObject({ code: 'VOUCHER_NOT_FOUND', params: {} });
    world.clock.advance(31 * DAY_MS);
    await expect(check(voucher)).rejects.toMatchObject({ code: 'VOUCHER_NOT_FOUND', params: {} });
  });

  test('while the issuer does not answer, tells nothing', async () => {
    const [voucher] = (await reveal(await buy())).vouchers;
    if (!voucher) throw new Error('no voucher');
    await expect(checkVoucher(world.web, world.deps, voucher)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

test('what was paid with a voucher is given back as one', async () => {
  const order = await world.create({ ...SELL_100_PM, from: 'e-voucher', sender: undefined });
  world.perfectMoney.goodVouchers.set('1231231231;1112223334445556', 60_00n);
  await workingMeanwhile(submitVoucher(world.web, world.deps, testCaller(), { ref: order.ref, number: '1231231231', code: '1112223334445556' }), () =>
    activateVouchers(world.signer, 'perfect-money'),
  );
  await world.run();
  const act = actOnOrder(world.web, world.deps, callerOf(order), { ref: order.ref, action: 'requestRefund', destination: 'evoucher' });
  await workingMeanwhile(act, () => handleOrderRequests(world.worker));
  for (let times = 0; times < 4; times += 1) {
    await world.run();
    world.clock.advance(MINUTE_MS);
  }
  expect(await world.order(order.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  const { vouchers } = await reveal(order);
  expect(vouchers.map(({ amount }) => amount > 0n && amount <= 60_00n)).toEqual([true]);
});

describe('buyers without a device, who are told apart by their network alone', () => {
  const PARTNER = { deviceId: null, addressBlock: '20.0.0.1' } as const;
  const SWAP = { kind: 'ex', from: 'pm', to: 'e-voucher', quantity: '60', destination: 'evoucher' } as const;

  test('are rivals for a payment without a memo: no voucher goes to who declared another’s wallet', async () => {
    const thief = await world.create({ ...SWAP, sender: 'U7654321' }, PARTNER);
    const order = await world.create(SWAP, PARTNER);
    world.clock.advance(5 * MINUTE_MS);
    const { amountSent: amount } = await world.order(order.ref);
    const told = { amount, memo: 'my payment', payer: 'U7654321', reference: '70009877', sourceId: '70009877', paidAt: world.clock.now() };
    await world.record(world.signer, walletTransfer(told));
    await world.run();
    expect([(await world.order(thief.ref)).status, (await world.order(order.ref)).status]).toEqual(['pending', 'pending']);
    const [payment] = await world.database.query("select state, case_code from payment where reference = '70009877'");
    expect(payment).toEqual({ state: 'case', case_code: 'ambiguous' });
  });

  test('get no order of another by a key that others may have chosen as well', async () => {
    const buyWith = (idempotencyKey: string) => world.create(BUY_VOUCHER, { ...PARTNER, addressBlock: '30.0.0.1', idempotencyKey });
    await expect(buyWith('1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_TOO_SHORT', params: { min: '16' } });
    const first = await buyWith('6f3c1f6e-5f0e-4a55');
    expect(await buyWith('6f3c1f6e-5f0e-4a55')).toMatchObject({ ref: first.ref, key: first.key });
  });
});
