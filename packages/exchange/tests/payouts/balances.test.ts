import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { OneShotPayouts } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSnapshots } from '../../src/config/snapshots.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { quoteOrder } from '../../src/orders/quote-order.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { checkBalances } from '../../src/payouts/check-balances.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { expectBooksInOrder, reserveOf } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { accept, decisionOf } from '../../testing/mismatch.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { BUY_100_PM, SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
const EVERY_MS = 5 * MINUTE_MS;

let world: World;
let operations: ReturnType<typeof bindOperations>;
/** What the wallet had at first, and what is not the exchange's doing. */
let opening: bigint;
let strange = 0n;
/** Happens while the provider answers. */
let meanwhile: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
  opening = (await reserveOf(world, 'pm')).available;
  const payouts = world.perfectMoney.rail.payouts as OneShotPayouts;
  payouts.balances = async () => {
    const told = wallet();
    await meanwhile();
    return new Map([['pm', told]]);
  };
});
afterEach(async () => {
  strange = 0n;
  meanwhile = async () => {};
  await look(2);
  expect(await alarms()).toEqual([]);
  expect((await world.web.settings()).suspensions).toEqual([]);
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** The wallet by the provider's own records. */
function wallet(): bigint {
  const { paid, statement, received } = world.perfectMoney;
  const maxFee = (world.perfectMoney.rail.payouts as OneShotPayouts).maxFee;
  const out = paid.reduce((sum, { amount }) => sum + amount + maxFee(amount), 0n);
  const into = [...statement, ...received].reduce((sum, { amount }) => sum + amount, 0n);
  return opening - out + into + strange;
}

async function look(times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    world.clock.advance(EVERY_MS);
    await checkBalances(world.signer, 'perfect-money', EVERY_MS);
  }
}

async function queued(): Promise<string> {
  const { ref, amountSent } = await world.create();
  await world.pay(ref, amountSent);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  return ref;
}

const send = () => sendPayouts(world.signer);
const unchecked = async () =>
  (await operations.listAlarms(LAN, {})).items.filter(({ kind, network }) => kind === 'balance-unchecked' && network === 'perfect-money');
const alarms = async () => (await operations.listAlarms(LAN, {})).items.filter(({ kind }) => kind === 'balance-difference');
const causes = async () => (await world.web.settings()).suspensions.map(({ cause }) => cause);

test('a balance that a mistake of ours keeps from being read is not taken for trouble at its provider: the check fails', async () => {
  meanwhile = () => Promise.reject(new TypeError('no such field'));
  await expect(look()).rejects.toThrow('no such field');
});

describe('money that is missing at the provider', () => {
  test('twice in a row raises an alarm and stops payouts until it is there again; paid orders wait', async () => {
    const begun = await queued();
    const waiting = await world.create({}, { deviceId: 'waits' });
    strange = -1n;
    await look();
    const since = world.clock.now();
    expect([await causes(), await alarms()]).toEqual([[], []]);
    await look();
    expect(await causes()).toEqual(['shortfall']);
    expect(await alarms()).toMatchObject([{ network: 'perfect-money', detail: 'pm: 0.01 missing at the provider, which has 19999.99' }]);
    expect(world.errors.splice(0)).toMatchObject([
      { balance: 'pm', difference: '-1' },
      { network: 'perfect-money', cause: 'shortfall' },
    ]);
    await expect(world.create({}, { deviceId: 'late' })).rejects.toThrow('MAINTENANCE');
    await world.pay(waiting.ref, waiting.amountSent);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    await send();
    expect((await world.order(begun)).status).toBe('delivering');
    expect((await world.order(waiting.ref)).status).toBe('paid');
    await look(3);
    expect(world.errors).toEqual([]);
    expect(await alarms()).toMatchObject([{ since }]);
    strange = 0n;
    await look();
    // One balance that looks right may be a wrong answer.
    expect(await causes()).toEqual(['shortfall']);
    strange = -1n;
    await look();
    strange = 0n;
    await look();
    expect(await causes()).toEqual(['shortfall']);
    await look();
    expect(await causes()).toEqual([]);
    await startPayouts(world.worker);
    await send();
    for (const ref of [begun, waiting.ref]) expect((await world.order(ref)).status).toBe('delivered');
  });

  test('closes everything that is paid from the reserve, and no other; what is promised before may still be paid', async () => {
    const expired = await world.create({}, { deviceId: 'expired' });
    world.clock.advance(40 * MINUTE_MS);
    await world.run();
    await readSources(world.worker, 'bank', 'list');
    await endTimedOutOrders(world.worker);
    expect((await world.order(expired.ref)).status).toBe('cancelled');
    const [waiting, more] = [await world.create({}, { deviceId: 'unpaid' }), await world.create({}, { deviceId: 'overpaid' })];
    strange = -1n;
    await look(2);
    const voucher = { ...BUY_100_PM, to: 'e-voucher', destination: 'evoucher' } as const;
    for (const input of [BUY_100_PM, SWAP_60_TRC20, voucher]) {
      await expect(world.create(input, { deviceId: 'late' })).rejects.toMatchObject({ code: 'MAINTENANCE' });
      await expect(quoteOrder(world.web, world.deps, testCaller(), input)).rejects.toMatchObject({ code: 'MAINTENANCE' });
    }
    const { currencies } = (await createSnapshots(world.web)).config().view;
    const config = (of: string) => currencies.find(({ code }) => code === of);
    expect(config('pm')).toMatchObject({ allowBuy: false, canPayOut: false, canPayIn: true });
    expect(config('e-voucher')).toMatchObject({ allowBuy: false, canPayOut: false });
    expect(config('trc20')).toMatchObject({ allowBuy: true, canPayOut: true });
    // Late money for an order that gave its hold back is a new promise; so is a larger payout.
    await world.pay(expired.ref, expired.amountSent);
    await world.pay(more.ref, more.amountSent + 1_000_000n);
    await world.pay(waiting.ref, waiting.amountSent);
    await world.run();
    expect(await world.order(expired.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', holding: 0n });
    expect((await world.order(waiting.ref)).status).toBe('paid');
    expect(await decisionOf(world, more)).toMatchObject({ recalculation: null, recalculationRefusal: 'MAINTENANCE' });
    strange = 0n;
    await look(2);
    await world.run();
    expect((await world.order(waiting.ref)).status).toBe('delivered');
    for (const created of [expired, more]) await accept(world, created);
    await world.run();
    for (const { ref } of [expired, more]) expect((await world.order(ref)).status).toBe('delivered');
    expect((await world.create({}, { deviceId: 'late' })).status).toBe('pending');
    world.errors.length = 0;
  });

  test('goes on when an operator accepts the difference, and stops again when more is missing', async () => {
    const accept = (difference: string) => operations.acceptDifference(LAN, { reserve: 'pm', difference, note: 'stolen, reported' });
    await expect(accept('0')).rejects.toThrow('NOT_FOUND');
    strange = -500n;
    await look(2);
    expect(await causes()).toEqual(['shortfall']);
    expect(await alarms()).toMatchObject([{ difference: '-5' }]);
    for (const other of ['5', '-4.99', '-500']) {
      await expect(accept(other)).rejects.toMatchObject({ code: 'DIFFERENCE_CHANGED', params: { difference: '-5' } });
    }
    const { done, proposal } = await accept('-5');
    expect([done, await causes()]).toEqual([false, ['shortfall']]);
    expect(await operations.confirmAct(MINH, { id: String(proposal) })).toEqual({ done: true });
    expect(await causes()).toEqual([]);
    await look(2);
    expect(await causes()).toEqual([]);
    expect(await alarms()).toHaveLength(1);
    strange = -501n;
    await look();
    expect(await causes()).toEqual(['shortfall']);
    world.errors.splice(0);
  });

  test('stays accepted only as it was proposed: when more is missing by then, the confirmation changes nothing', async () => {
    strange = -700n;
    await look(2);
    const { proposal } = await operations.acceptDifference(LAN, { reserve: 'pm', difference: '-7', note: 'stolen, reported' });
    strange = -900n;
    await look(2);
    await expect(operations.confirmAct(MINH, { id: String(proposal) })).rejects.toMatchObject({
      code: 'DIFFERENCE_CHANGED',
      params: { difference: '-9' },
    });
    expect(await causes()).toEqual(['shortfall']);
    world.errors.splice(0);
  });

  test('stays stopped when the network is switched on', async () => {
    strange = -1_000n;
    await look(2);
    for (const on of [false, true]) await operations.setRail(LAN, { network: 'perfect-money', on, note: 'a try' });
    expect(await causes()).toEqual(['shortfall']);
    world.errors.splice(0);
  });
});

describe('is no difference', () => {
  test('money on its way out, before and after it is booked', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    world.perfectMoney.recordsReadable = false;
    await send();
    await look(3);
    world.perfectMoney.recordsReadable = true;
    world.clock.advance(MINUTE_MS);
    await settleAttempts(world.signer);
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('a payout that is sent and settled while the provider answers', async () => {
    for (const _ of [1, 2, 3]) {
      await queued();
      meanwhile = send;
      await look();
    }
  });

  test('an unclear payout that an operator has to decide about', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    world.perfectMoney.record = { state: 'absent' };
    await send();
    for (let n = 0; n < 20; n += 1) {
      world.clock.advance(MINUTE_MS);
      await settleAttempts(world.signer);
    }
    world.perfectMoney.record = null;
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_unknown' });
    await look(3);
    await operations.resolveError(LAN, { ref, decision: 'delivered', reference: `batch-${ref}-1-1`, fee: '0.5', note: '' });
  });

  test('a payment that is journalled late, again and again', async () => {
    for (const n of [1, 2, 3]) {
      const { ref, instructions } = await world.create({ ...SELL_100_PM, quantity: String(100 + n) }, { deviceId: `seller ${n}` });
      const fact = walletTransfer({
        memo: ref,
        amount: BigInt(100 + n) * 100n,
        reference: `late ${n}`,
        paidAt: world.clock.now(),
        account: instructions?.account ?? '',
      });
      world.perfectMoney.received.push(fact);
      await look();
      world.perfectMoney.received.pop();
      await world.record(world.signer, fact);
    }
  });
});

test('money that nobody knows of at the provider raises an alarm, and stops nothing', async () => {
  strange = 700n;
  await look();
  expect(await alarms()).toEqual([]);
  await look();
  expect(await alarms()).toMatchObject([{ detail: expect.stringContaining('pm: 7 too much at the provider') }]);
  expect(world.errors.splice(0)).toMatchObject([{ balance: 'pm', difference: '700' }]);
  expect(await causes()).toEqual([]);
});

test('a balance that cannot be read for long is an alarm with its cause, until it is compared again', async () => {
  await look();
  meanwhile = async () => {
    throw new RailError('perfect-money', 'malformed', 'unknown', 'balance.asp answered something else');
  };
  await look(5);
  expect([await unchecked(), world.errors]).toEqual([[], []]);
  await look(3);
  expect(await unchecked()).toMatchObject([{ detail: expect.stringContaining('pm: the provider’s balance could not be compared') }]);
  expect(world.errors.splice(0)).toMatchObject([{ network: 'perfect-money', balance: 'pm', reason: 'balance.asp answered something else' }]);
  meanwhile = async () => {};
  await look();
  expect(await unchecked()).toEqual([]);
});

test('a balance is not compared again before four fifths of the interval are over, whichever signer asks', async () => {
  await look();
  let asked = 0;
  meanwhile = async () => {
    asked += 1;
  };
  const after = async (ms: number) => {
    world.clock.advance(ms);
    await checkBalances(world.signer, 'perfect-money', EVERY_MS);
    return asked;
  };
  expect(await after((EVERY_MS * 4) / 5 - 1)).toBe(0);
  expect(await after(1)).toBe(1);
  expect(await after((EVERY_MS * 4) / 5)).toBe(2);
});
