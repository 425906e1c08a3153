import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { expectBooksInOrder, reserveOf } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { act, settle } from '../../testing/mismatch.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PRICE = 2_607_975n;
const HELD = 100_50n;
const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
const NOTE = 'seen in the provider’s history';

let world: World;
let operations: ReturnType<typeof bindOperations>;
let transfers = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** An order in `error`: its payout was refused for good. */
async function failed(): Promise<string> {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  world.perfectMoney.script.push({ pays: false, hears: 'other' });
  await world.run();
  expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused', holding: HELD });
  return ref;
}

/** A paid sell of 50 pm, whose dong are still to be sent. */
async function sold(): Promise<string> {
  const { ref } = await world.create({ ...SELL_100_PM, quantity: '50' });
  transfers += 1;
  await world.record(world.signer, walletTransfer({ memo: ref, amount: 50_00n, reference: `70000${transfers}`, paidAt: world.clock.now() }));
  return ref;
}

async function needOf(ref: string): Promise<string | undefined> {
  return (await operations.listAttention(LAN, { limit: 1_000 })).items.find((item) => item.ref === ref)?.need;
}

function paidFor(ref: string): number {
  return world.perfectMoney.paid.filter(({ memo }) => memo === ref).length;
}

async function lastEvents(ref: string, count: number): Promise<string[]> {
  const events = await readOrderEvents(world.worker.orm, (await world.order(ref)).id);
  return events.slice(-count).map(({ code, actor }) => `${code} ${actor}`);
}

async function audit(): Promise<Record<string, unknown>[]> {
  return world.database.query('select operator, verb, input from audit order by id');
}

describe('an order in error', () => {
  test('is recorded as delivered with the provider’s reference, once', async () => {
    const ref = await failed();
    const before = await reserveOf(world, 'pm');
    await expect(operations.resolveError(LAN, { ref, decision: 'delivered', note: NOTE })).rejects.toThrow('VALIDATION_FAILED');
    await operations.resolveError(LAN, { ref, decision: 'delivered', reference: 'PM-77', note: NOTE });
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', payoutReference: 'PM-77', holding: 0n, finalAt: world.clock.now() });
    expect(await reserveOf(world, 'pm')).toEqual({ available: before.available + 50n, held: before.held - HELD });
    expect(await lastEvents(ref, 2)).toEqual(['operator_resolved operator:lan', 'delivered operator:lan']);
    await world.run();
    expect(paidFor(ref)).toBe(0);
    await expect(operations.resolveError(MINH, { ref, decision: 'retry', note: NOTE })).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
  });

  test('is paid again by a new payout with its own key', async () => {
    const ref = await failed();
    await operations.resolveError(LAN, { ref, decision: 'retry', note: NOTE });
    expect((await world.order(ref)).status).toBe('delivering');
    await world.run();
    const order = await world.order(ref);
    expect(order).toMatchObject({ status: 'delivered', payoutReference: `batch-${ref}-2-1`, holding: 0n });
    const payouts = await readPayoutsOf(world.signer.orm, order.id);
    expect(payouts.map(({ seq, state }) => `${seq} ${state}`)).toEqual(['1 failed', '2 settled']);
    expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref).map(({ key }) => key)).toEqual([`${ref}-2-1`]);
  });

  test('decided by two operators at once is decided once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ref = await failed();
      const decided = await Promise.allSettled([
        operations.resolveError(LAN, { ref, decision: 'retry', note: NOTE }),
        operations.resolveError(MINH, { ref, decision: 'retry', note: NOTE }),
        operations.resolveError(MINH, { ref, decision: 'by-hand', note: NOTE }),
      ]);
      expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of decided) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
      await world.run();
      const { status } = await world.order(ref);
      expect([status, paidFor(ref)]).toEqual(status === 'handmake' ? ['handmake', 0] : ['delivered', 1]);
    }
  });

  test('is handed to an operator, who records the manual transfer once', async () => {
    const ref = await failed();
    await operations.resolveError(LAN, { ref, decision: 'by-hand', note: NOTE });
    expect(await world.order(ref)).toMatchObject({ status: 'handmake', holding: HELD });
    await world.run();
    const [first, second] = await Promise.allSettled([
      operations.recordManualPayout(LAN, { ref, reference: 'HAND-1', note: '' }),
      operations.recordManualPayout(MINH, { ref, reference: 'HAND-2', note: '' }),
    ]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', payoutReference: first.status === 'fulfilled' ? 'HAND-1' : 'HAND-2' });
    expect(paidFor(ref)).toBe(0);
  });

  test('is required: orders in other statuses are rejected', async () => {
    const { ref } = await world.create();
    for (const decision of ['retry', 'by-hand', 'delivered'] as const) {
      await expect(operations.resolveError(LAN, { ref, decision, reference: 'X', note: '' })).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
    }
    await expect(operations.recordManualPayout(LAN, { ref, reference: 'X', note: '' })).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
    await expect(operations.resolveError(LAN, { ref: '7KQ2M9XR4B', decision: 'retry', note: '' })).rejects.toThrow('ORDER_NOT_FOUND');
    expect((await world.order(ref)).status).toBe('pending');
  });
});

describe('charges and adjustments', () => {
  test('an operator posts a provider’s charge', async () => {
    const ref = await failed();
    const before = await reserveOf(world, 'pm');
    await expect(operations.resolveError(LAN, { ref, decision: 'delivered', reference: 'PM-1', fee: '0.001', note: '' })).rejects.toThrow(
      'VALIDATION_FAILED',
    );
    await operations.resolveError(LAN, { ref, decision: 'delivered', reference: 'PM-1', fee: '0.3', note: '' });
    expect((await reserveOf(world, 'pm')).available).toBe(before.available + 20n);
    const byHand = await failed();
    await operations.resolveError(LAN, { ref: byHand, decision: 'by-hand', note: '' });
    await operations.recordManualPayout(LAN, { ref: byHand, reference: 'HAND-9', fee: '0.5', note: '' });
    expect((await reserveOf(world, 'pm')).available).toBe(before.available + 20n - HELD);
  });

  test('an operator posts money moved into or out of a wallet, at most the available balance', async () => {
    const before = await reserveOf(world, 'pm');
    await operations.adjustReserve(LAN, { reserve: 'pm', amount: '1000.5', note: 'from the exchange' });
    expect(await reserveOf(world, 'pm')).toEqual({ ...before, available: before.available + 1_000_50n });
    await operations.adjustReserve(LAN, { reserve: 'pm', amount: '-1000.5', note: 'to the bank' });
    expect(await reserveOf(world, 'pm')).toEqual(before);
    for (const amount of ['0', 'much', '1.001', '--1', '-', `-${before.available}`]) {
      await expect(operations.adjustReserve(LAN, { reserve: 'pm', amount, note: 'x' })).rejects.toThrow('VALIDATION_FAILED');
    }
    expect(await reserveOf(world, 'pm')).toEqual(before);
  });

  test('dong moved from the collection account to the payout account is booked once, between the two', async () => {
    const places = ['rail:vnd-collection', 'rail:vnd', 'equity:vnd'];
    const balances = async () => {
      const rows = await world.database.query('select name, balance from account where name = any($1)', [places]);
      return places.map((place) => BigInt(String(rows.find(({ name }) => name === place)?.balance)));
    };
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    const [collected = 0n, paying = 0n, equity] = await balances();
    const transfer = { reserve: 'vnd', amount: '2000000', to: 'payout', reference: 'FT26010612345', note: '' } as const;
    await Promise.all([operations.transferReserve(LAN, transfer), operations.transferReserve(LAN, transfer)]);
    await operations.transferReserve(LAN, { ...transfer, amount: '2000000.0' });
    expect(await balances()).toEqual([collected - 2_000_000n, paying + 2_000_000n, equity]);
    for (const other of [{ amount: '2000001' }, { to: 'collection' }] as const) {
      await expect(operations.transferReserve(LAN, { ...transfer, ...other })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    }
    for (const other of [{ amount: String(collected) }, { amount: '0' }, { amount: '0.5' }, { reserve: 'pm' }, { reserve: 'usdt-tron' }]) {
      const refused = operations.transferReserve(LAN, { ...transfer, reference: 'FT2', ...other });
      await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expect(await balances()).toEqual([collected - 2_000_000n, paying + 2_000_000n, equity]);
    await operations.transferReserve(LAN, { ...transfer, to: 'collection', reference: 'FT3' });
    expect(await balances()).toEqual([collected, paying, equity]);
    const calls = await world.database.query(`select outcome from audit where verb = 'transferReserve' and input ->> 'reference' = 'FT26010612345'`);
    expect(calls.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
  });
});

describe('rates', () => {
  const buyPm = async () => {
    const rate = (await world.web.settings()).buy.get('pm');
    if (!rate) throw new Error('no rate');
    return rate;
  };

  test('get a new version with each change; an order is delivered at its own version', async () => {
    const before = await buyPm();
    const { ref } = await world.create();
    await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '26100.5', percentFee: '0.7' });
    const after = await buyPm();
    expect(after).toEqual({ value: { ...before.value, value: '26100.5', percentFee: '0.7' }, version: after.version });
    expect(after.version).toBeGreaterThan(before.version);
    // 26 100.5 × (100 + 0.7)
    expect(await world.create()).toMatchObject({ amountSent: 2_628_321n, rate: '26100.5' });
    await world.pay(ref, PRICE);
    await world.run();
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', rateVersion: before.version });
    const authors = await world.database.query(
      `select author, value ->> 'value' as value from setting where kind = 'buy' and key = 'pm' order by version`,
    );
    expect(authors).toEqual([
      { author: 'defaults', value: '25950' },
      { author: 'lan', value: '26100.5' },
    ]);
    await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '25950', percentFee: '0.5' });
  });

  test('that became worse since the quote reject the order with the new price', async () => {
    const seen = (await buyPm()).version;
    await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '26000' });
    const { version } = await buyPm();
    const refused = world.create({ rateVersion: seen }, { deviceId: 'sees-old-price' });
    await expect(refused).rejects.toMatchObject({
      code: 'RATE_CHANGED',
      details: { rateVersion: version, amountSent: '2613000', amountReceived: '100' },
    });
    expect(await world.database.query(`select 1 from orders where subject = 'device:sees-old-price'`)).toEqual([]);
    expect(await world.create({ rateVersion: version })).toMatchObject({ amountSent: 2_613_000n });
  });

  test('that became better since the quote apply to the order', async () => {
    const seen = (await buyPm()).version;
    await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '25950' });
    expect(await world.create({ rateVersion: seen })).toMatchObject({ amountSent: PRICE });
  });

  test('of another pair, or unknown versions, are rejected', async () => {
    const [site] = await world.database.query(`select version from setting where kind = 'site'`);
    const sellVersion = (await world.web.settings()).sell.get('pm')?.version;
    const dearer = (await world.web.settings()).buy.get('e-voucher')?.version;
    for (const rateVersion of [
      site?.version as number,
      sellVersion,
      dearer,
      0,
      -1,
      2_000_000_000,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ]) {
      await expect(world.create({ rateVersion: rateVersion as number })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
    }
  });

  test('must be numbers of their currency', async () => {
    const before = (await buyPm()).version;
    for (const change of [
      { value: '0' },
      { value: '-1' },
      { value: 'x' },
      { value: '25950', fee: '0.001' },
      { value: '25950', percentFee: 'half' },
    ]) {
      await expect(operations.setRate(LAN, { kind: 'buy', code: 'pm', ...change })).rejects.toThrow('VALIDATION_FAILED');
    }
    await expect(operations.setRate(LAN, { kind: 'buy', code: 'vnd', value: '1' })).rejects.toThrow('CURRENCY_NOT_SUPPORTED');
    await expect(operations.setRate(LAN, { kind: 'sell', code: 'doge', value: '1' })).rejects.toThrow('CURRENCY_NOT_SUPPORTED');
    expect((await buyPm()).version).toBe(before);
  });

  test('of pairs keep omitted fields', async () => {
    const before = (await world.web.settings()).pairs.get('trc20:pm');
    await operations.setPair(LAN, { from: 'trc20', to: 'pm', value: '1.01' });
    expect((await world.web.settings()).pairs.get('trc20:pm')?.value).toEqual({ ...before?.value, value: '1.01', overridden: true });
  });
});

describe('currencies', () => {
  test('that are off cannot be ordered; switched on they are, at prices that followed their rates, and within the same limits', async () => {
    const buy = (quantity: string) => world.create({ to: 'btc', quantity, destination: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' });
    const limits = async () => {
      const { minOrder, maxBalance } = (await world.web.settings()).currencies.get('btc') ?? {};
      return { minOrder, maxBalance };
    };
    const before = await limits();
    await expect(buy('0.001')).rejects.toThrow('CURRENCY_NOT_SUPPORTED');
    expect(await operations.switchCurrency(LAN, { code: 'btc', on: true })).toEqual({ done: true });
    expect(await limits()).toEqual(before);
    await expect(buy('0.0004')).rejects.toThrow('QUANTITY_TOO_SMALL');
    const { ref } = await buy('0.001');
    // The network's fee is held with the amount.
    expect(await world.order(ref)).toMatchObject({ amountSent: 2_467_500n, amountReceived: 100_000n, holding: 150_000n });
    await operations.switchCurrency(LAN, { code: 'btc', on: false });
    await expect(buy('0.001')).rejects.toThrow('CURRENCY_NOT_SUPPORTED');
    for (const code of ['vnd', 'doge']) await expect(operations.switchCurrency(LAN, { code, on: true })).rejects.toThrow('CURRENCY_NOT_SUPPORTED');
  });
});

describe('rails', () => {
  test('that are off accept no orders; paid ones go to an operator', async () => {
    await operations.setRail(LAN, { network: 'bank', on: false, note: 'maintenance' });
    await expect(world.create()).rejects.toThrow('MAINTENANCE');
    expect((await operations.listRails(LAN, {})).items.find(({ network }) => network === 'bank')).toEqual({
      network: 'bank',
      on: false,
      note: 'maintenance',
      suspensions: [],
    });
    await operations.setRail(LAN, { network: 'bank', on: true });
    expect((await world.create()).status).toBe('pending');
  });

  test('switched off between payout and signing make the payout wait', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    world.checkpoints.at('start-payout.after-write', () => operations.setRail(LAN, { network: 'perfect-money', on: false }).then(() => {}));
    await world.run();
    expect((await world.order(ref)).status).toBe('delivering');
    expect(paidFor(ref)).toBe(0);
    await operations.setRail(LAN, { network: 'perfect-money', on: true });
    await sendPayouts(world.signer);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  });
});

describe('the operators’ inbox lists', () => {
  test('payments without an order, oldest first', async () => {
    for (const reference of ['FT-A', 'FT-B', 'FT-C']) {
      await world.pay('no order', 12_345n, { reference, payer: '0071001234567' });
      world.clock.advance(1);
    }
    await world.run();
    const { items } = await operations.listUnmatched(LAN, { limit: 100 });
    expect(items.map(({ reference, amount, caseCode, orderRef }) => [reference, amount, caseCode, orderRef])).toEqual([
      ['FT-A', '12345', 'no_order', null],
      ['FT-B', '12345', 'no_order', null],
      ['FT-C', '12345', 'no_order', null],
    ]);
    expect((await operations.listUnmatched(LAN, { limit: 2 })).items.map(({ reference }) => reference)).toEqual(['FT-A', 'FT-B']);
  });

  test('orders that wait for an operator, oldest first', async () => {
    const { items: before } = await operations.listAttention(LAN, { limit: 1_000 });
    const error = await failed();
    world.clock.advance(1);
    const { ref: underpaid } = await world.create();
    await world.pay(underpaid, PRICE - 1n);
    await world.run();
    world.clock.advance(1);
    await world.create();
    const inError = {
      ref: error,
      need: 'payout',
      status: 'error',
      reason: 'payout_refused',
      amountSent: '2607975',
      amountPaid: '2607975',
      amountReceived: '100',
    };
    expect((await operations.listAttention(LAN, { limit: 1_000 })).items.slice(before.length)).toMatchObject([inError]);
    // A mismatch is its customer's to decide first.
    world.clock.advance(24 * 3_600_000);
    const { items } = await operations.listAttention(LAN, { limit: 1_000 });
    expect(items.slice(before.length)).toMatchObject([
      inError,
      { ref: underpaid, need: 'undecided', status: 'verifying_transaction', reason: 'underpaid', amountPaid: '2607974' },
    ]);
    expect((await operations.listAttention(LAN, { limit: 1 })).items).toHaveLength(1);
  });

  test('orders whose payout needs a one-time code, at once', async () => {
    world.payOs.course = 'waiting-otp';
    const ref = await sold();
    await settle(world);
    world.payOs.course = 'paid';
    expect((await world.order(ref)).status).toBe('waitingotp');
    expect(await needOf(ref)).toBe('code');
    for (const payout of world.payOs.book.values()) if (payout.course === 'waiting-otp') payout.course = 'paid';
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
    expect(await needOf(ref)).toBeUndefined();
  });

  test('payouts unproven for an hour: unreadable records, or a rail that is off', async () => {
    world.payOs.isReadable = false;
    const unread = await sold();
    await world.run();
    const stopped = (await world.create()).ref;
    await world.pay(stopped, PRICE);
    world.checkpoints.at('start-payout.after-write', () => operations.setRail(LAN, { network: 'perfect-money', on: false }).then(() => {}));
    await world.run();
    for (const ref of [unread, stopped]) expect((await world.order(ref)).status).toBe('delivering');
    world.clock.advance(3_599_999);
    for (const ref of [unread, stopped]) expect(await needOf(ref)).toBeUndefined();
    world.clock.advance(1);
    for (const ref of [unread, stopped]) expect(await needOf(ref)).toBe('slow');
    world.payOs.isReadable = true;
    await operations.setRail(LAN, { network: 'perfect-money', on: true });
    await settle(world);
    for (const ref of [unread, stopped]) {
      expect((await world.order(ref)).status).toBe('delivered');
      expect(await needOf(ref)).toBeUndefined();
    }
  });

  test('orders whose refund needs a one-time code', async () => {
    const created = await world.create();
    await world.pay(created.ref, PRICE - 1n);
    await world.run();
    world.payOs.course = 'waiting-otp';
    await act(world, created, { action: 'requestRefund', destination: '0011001234567', destinationBank: 'vcb' });
    await settle(world);
    world.payOs.course = 'paid';
    expect(await needOf(created.ref)).toBe('code');
    for (const payout of world.payOs.book.values()) if (payout.course === 'waiting-otp') payout.course = 'paid';
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    expect(await needOf(created.ref)).toBeUndefined();
  });

  test('orders paid an hour ago whose payout has not started', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    await matchPayments(world.worker);
    expect((await world.order(ref)).status).toBe('paid');
    expect(await needOf(ref)).toBeUndefined();
    world.clock.advance(3_600_000);
    expect(await needOf(ref)).toBe('slow');
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('no order for manual payout that is being refunded', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    world.perfectMoney.script.push({ pays: false, hears: 'destination' });
    await world.run();
    await operations.resolveError(LAN, { ref, decision: 'by-hand', note: 'as asked' });
    expect(await needOf(ref)).toBe('by-hand');
    world.payOs.isReadable = false;
    await operations.refundOrder(LAN, { ref, destination: '0011001234567', destinationBank: 'vcb', note: 'as asked' });
    await world.run();
    expect(await needOf(ref)).toBeUndefined();
    world.clock.advance(3_600_000);
    expect(await needOf(ref)).toBe('slow');
    world.payOs.isReadable = true;
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test('refunds unsettled for an hour', async () => {
    const created = await world.create();
    await world.pay(created.ref, PRICE - 1n);
    await world.run();
    world.payOs.isReadable = false;
    await act(world, created, { action: 'requestRefund', destination: '0011001234567', destinationBank: 'vcb' });
    await world.run();
    expect(await needOf(created.ref)).toBeUndefined();
    world.clock.advance(3_600_000);
    expect(await needOf(created.ref)).toBe('slow');
    world.payOs.isReadable = true;
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    expect(await needOf(created.ref)).toBeUndefined();
  });

  test('the differences of the ledger', async () => {
    const clean = await operations.checkLedger(LAN, {});
    expect(clean.drift).toEqual([]);
    expect(clean.sums.map(({ unit }) => unit)).toContain('pm');
    expect(new Set(clean.sums.map(({ sum }) => sum))).toEqual(new Set(['0']));

    const { available } = await reserveOf(world, 'pm');
    await world.database.query(`update account set balance = balance + 1 where name = 'rail:pm'`);
    expect((await operations.checkLedger(LAN, {})).drift).toEqual([
      { account: 'rail:pm', balance: String(available + 1n), entries: String(available) },
    ]);
    await world.database.query(`update account set balance = balance - 1 where name = 'rail:pm'`);

    const { ref } = await world.create();
    await world.database.query(`update orders set holding = holding + 1, version = version + 1 where ref = $1`, [ref]);
    const { held } = await reserveOf(world, 'pm');
    expect((await operations.checkLedger(LAN, {})).drift).toEqual([{ account: 'held:pm', balance: String(held), entries: String(held + 1n) }]);
    await world.database.query(`update orders set holding = holding - 1, version = version + 1 where ref = $1`, [ref]);
  });
});

describe('the audit log', () => {
  test('records every changing call, also rejected ones, with operator and input', async () => {
    const before = (await audit()).length;
    await operations.setRail(LAN, { network: 'bank', on: true, note: 'still on' });
    await expect(operations.resolveError(MINH, { ref: '7KQ2M9XR4B', decision: 'retry', note: 'guess' })).rejects.toThrow('ORDER_NOT_FOUND');
    await operations.listUnmatched(LAN, { limit: 1 });
    await operations.checkLedger(LAN, {});
    await operations.listRails(LAN, {});
    expect((await audit()).slice(before)).toEqual([
      { operator: 'lan', verb: 'setRail', input: { network: 'bank', on: true, note: 'still on' } },
      { operator: 'minh', verb: 'resolveError', input: { ref: '7KQ2M9XR4B', decision: 'retry', note: 'guess' } },
    ]);
  });

  test('has one row per call, with its outcome and its order, also for failed calls', async () => {
    const ref = await failed();
    const { id } = await world.order(ref);
    const setBuyPm = (value: string) => operations.setRate(LAN, { kind: 'buy', code: 'pm', value });
    const { available } = await reserveOf(world, 'pm');
    const [before] = await world.database.query('select coalesce(max(id), 0) as id from audit');
    await operations.resolveError(LAN, { ref, decision: 'by-hand', note: '' });
    await expect(operations.resolveError(LAN, { ref, decision: 'retry', note: '' })).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
    await setBuyPm('25950');
    await expect(setBuyPm('x')).rejects.toThrow('VALIDATION_FAILED');
    // Fails in the database, after its audit row was written there.
    await expect(operations.adjustReserve(LAN, { reserve: 'pm', amount: `-${available}`, note: 'all of it' })).rejects.toThrow('VALIDATION_FAILED');
    expect(await world.database.query('select verb, outcome, order_id from audit where id > $1 order by id', [before?.id])).toEqual([
      { verb: 'resolveError', outcome: 'done', order_id: id },
      { verb: 'resolveError', outcome: 'ORDER_ACTION_NOT_ALLOWED', order_id: id },
      { verb: 'setRate', outcome: 'done', order_id: null },
      { verb: 'setRate', outcome: 'VALIDATION_FAILED', order_id: null },
      { verb: 'adjustReserve', outcome: 'VALIDATION_FAILED', order_id: null },
    ]);
    await operations.recordManualPayout(LAN, { ref, reference: 'HAND-10', note: '' });
  });

  test('is written in the transaction of the change: both commit or neither', async () => {
    const before = await reserveOf(world, 'pm');
    const rows = (await audit()).length;
    const adjust = () => operations.adjustReserve(LAN, { reserve: 'pm', amount: '7', note: 'x' });
    await world.database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`);
    try {
      for (const table of ['audit', 'posting', 'entry']) {
        await world.database.query(`create trigger zz_fail after insert on ${table} for each statement execute function fail()`);
        await expect(adjust()).rejects.toThrow('killed');
        await world.database.query(`drop trigger zz_fail on ${table}`);
        expect(await reserveOf(world, 'pm')).toEqual(before);
      }
    } finally {
      await world.database.query('drop function fail() cascade');
    }
    // Where the log itself could be written, the failed calls are in it.
    const failures = await world.database.query('select outcome from audit order by id offset $1', [rows]);
    expect(failures).toEqual([{ outcome: 'INTERNAL' }, { outcome: 'INTERNAL' }]);
    expect(world.errors.splice(0)).toHaveLength(1);
  });

  test('cannot be reached by customers, who are rejected', async () => {
    const before = (await audit()).length;
    const customer = testCaller({ principal: { kind: 'customer', customerId: '7KQ2M9XR', sessionId: 's1' } });
    await expect(operations.setRail(customer, { network: 'bank', on: false })).rejects.toThrow('FORBIDDEN');
    await expect(operations.listUnmatched(customer, { limit: 1 })).rejects.toThrow('FORBIDDEN');
    await expect(operations.checkLedger(customer, {})).rejects.toThrow('FORBIDDEN');
    expect((await audit()).length).toBe(before);
  });
});
