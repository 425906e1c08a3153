import type { Alarm } from '@quydoi/contract/operations/alarms';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { FEE_COIN_CHECK_MS, watchFeeCoin } from '../../src/payouts/watch-fee-coin.ts';
import { resumeNetwork, suspendNetwork } from '../../src/suspend-network.ts';
import { expectBooksInOrder, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const BUY_TRC20 = { to: 'trc20', quantity: '100', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' } as const;
const PER_TRANSFER = 13_445_000n;
const ENOUGH = { balance: 200n * PER_TRANSFER, perTransfer: PER_TRANSFER };

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  await fill(200n);
  expect((await world.web.settings()).suspensions).toEqual([]);
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** Leaves fee coin for this many transfers, and lets the signer look. */
async function fill(transfers: bigint): Promise<void> {
  world.tronOut.feeCoin = { ...ENOUGH, balance: transfers * PER_TRANSFER };
  world.tronOut.refusesToSign = transfers === 0n ? 'short' : null;
  world.clock.advance(FEE_COIN_CHECK_MS);
  await watchFeeCoin(world.signer, 'tron');
}

/** A paid buy of 100 USDT. */
async function paid(): Promise<string> {
  const { ref, amountSent } = await world.create(BUY_TRC20);
  await world.pay(ref, amountSent);
  await matchPayments(world.worker);
  return ref;
}

async function signFor(totalMs: number, stepMs: number): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await startPayouts(world.worker);
    await sendPayouts(world.signer);
    await settleAttempts(world.signer);
  }
}

const alarmsOf = async (wanted: Alarm['kind']) =>
  (await bindOperations(world.operator).listAlarms(LAN, {})).items.filter(({ kind, network }) => kind === wanted && network === 'tron');
const alarms = () => alarmsOf('fee-coin-low');
const causes = async () => (await world.web.settings()).suspensions.map(({ cause }) => cause);

test('a fee coin that runs low warns first, then closes its network for new orders, which opens again once it is filled up', async () => {
  await fill(100n);
  expect(await alarms()).toEqual([]);
  await fill(99n);
  expect(await alarms()).toMatchObject([{ network: 'tron', detail: '1331.055 trx left, for 99 transfers' }]);
  expect(await causes()).toEqual([]);
  await world.create(BUY_TRC20);
  await fill(19n);
  expect(await causes()).toEqual(['low']);
  await expect(world.create(BUY_TRC20)).rejects.toThrow('MAINTENANCE');
  expect(world.errors.splice(0)).toMatchObject([{ network: 'tron', cause: 'low', detail: 'fee coin for 19 transfers' }]);
  // Not at each coin that comes in.
  await fill(29n);
  expect(await causes()).toEqual(['low']);
  await fill(30n);
  expect(await causes()).toEqual([]);
  await world.create(BUY_TRC20);
  await fill(100n);
  expect(await alarms()).toEqual([]);
});

test('a wallet that no longer covers the largest order of what is sold from it is told of', async () => {
  const { scale } = CURRENCIES.trc20;
  const largest = parseDecimal((await world.web.settings()).currencies.get('trc20')?.maxBalance ?? '', scale) ?? 0n;
  const low = async () => (await alarmsOf('reserve-low')).map(({ detail }) => detail);
  const { switchCurrency } = bindOperations(world.operator);
  await setAvailable(world, 'usdt-tron', largest);
  expect(await low()).toEqual([]);
  await setAvailable(world, 'usdt-tron', largest - 1n);
  expect(await low()).toEqual([`usdt-tron: ${formatDecimal(largest - 1n, scale)} available`]);
  // What is not sold needs no more.
  await switchCurrency(LAN, { code: 'trc20', on: false });
  expect(await low()).toEqual([]);
  await switchCurrency(LAN, { code: 'trc20', on: true });
  expect(await low()).toHaveLength(1);
  await setAvailable(world, 'usdt-tron', 50n * largest);
});

test('a network stays open whatever the fee coin of another one', async () => {
  const key = { network: 'bsc', cause: 'low', direction: 'out', subject: 'fee coin' } as const;
  await suspendNetwork(world.signer, key, 'few left');
  expect(world.errors.splice(0)).toHaveLength(1);
  await fill(25n);
  expect((await world.web.settings()).suspensions.map(({ network }) => network)).toEqual(['bsc']);
  await resumeNetwork(world.signer, key);
});

test('while it is low, paid orders still go out; once it is dry, they stay paid until it is filled up', async () => {
  await fill(5n);
  world.errors.splice(0);
  world.tronOut.feeCoin = ENOUGH;
  await fill(200n);
  const [first, second] = [await paid(), await paid()];
  await fill(5n);
  await startPayouts(world.worker);
  expect((await world.order(first)).status).toBe('delivering');
  await signFor(MINUTE_MS, 10_000);
  expect((await world.order(first)).status).toBe('delivered');
  expect((await world.order(second)).status).toBe('delivered');
  await fill(200n);
  const third = await paid();
  await fill(0n);
  await signFor(HOUR_MS, 10 * MINUTE_MS);
  expect((await world.order(third)).status).toBe('paid');
  world.errors.splice(0);
  await fill(200n);
  await signFor(MINUTE_MS, 10_000);
  expect((await world.order(third)).status).toBe('delivered');
});

test('payouts of a wallet that is dry wait for days without using up a try', async () => {
  const ref = await paid();
  await startPayouts(world.worker);
  world.tronOut.refusesToSign = 'short';
  await signFor(3 * DAY_MS, 6 * HOUR_MS);
  const { id, status } = await world.order(ref);
  expect(status).toBe('delivering');
  expect(await readPayoutsOf(world.worker.orm, id)).toMatchObject([{ state: 'queued', tries: 0 }]);
  world.tronOut.refusesToSign = null;
  await signFor(3 * MINUTE_MS, 10_000);
  expect((await world.order(ref)).status).toBe('delivered');
});

test('a price above what we pay for a transfer stops payouts, without using up a try, until it has fallen', async () => {
  const ref = await paid();
  await startPayouts(world.worker);
  world.tronOut.refusesToSign = 'dear';
  await sendPayouts(world.signer);
  expect(await causes()).toEqual(['dear']);
  expect(world.errors.splice(0)).toMatchObject([{ network: 'tron', cause: 'dear', direction: 'out' }]);
  await expect(world.create(BUY_TRC20)).rejects.toThrow('MAINTENANCE');
  const later = await world.create({ kind: 'sell', from: 'trc20', to: 'vnd', quantity: '100', destination: '0011001234567', destinationBank: 'vcb' });
  expect(later.status).toBe('pending');
  world.tronOut.feeCoin = { ...ENOUGH, perTransferMax: PER_TRANSFER - 1n };
  for (let looks = 0; looks < 30; looks += 1) {
    world.clock.advance(FEE_COIN_CHECK_MS);
    await watchFeeCoin(world.signer, 'tron');
    await sendPayouts(world.signer);
  }
  expect([await causes(), world.errors]).toEqual([['dear'], []]);
  const { id } = await world.order(ref);
  expect(await readPayoutsOf(world.worker.orm, id)).toMatchObject([{ state: 'queued', tries: 0 }]);

  world.tronOut.feeCoin = { ...ENOUGH, perTransferMax: PER_TRANSFER };
  world.tronOut.refusesToSign = null;
  world.clock.advance(FEE_COIN_CHECK_MS);
  await watchFeeCoin(world.signer, 'tron');
  expect(await causes()).toEqual([]);
  await signFor(3 * MINUTE_MS, 10_000);
  expect((await world.order(ref)).status).toBe('delivered');
});

test('a price that rises is noticed before anything is signed at it', async () => {
  world.tronOut.feeCoin = { ...ENOUGH, perTransferMax: PER_TRANSFER - 1n };
  await watchFeeCoin(world.signer, 'tron');
  const detail = 'a transfer costs up to 13.445 trx, above the limit of 13.444999 trx';
  expect(world.errors.splice(0)).toMatchObject([{ cause: 'dear', detail }]);
});

test.each(['bank', 'perfect-money'] as const)('%s pays from no wallet that needs a coin for fees', async (network) => {
  expect(await watchFeeCoin(world.signer, network)).toBe(false);
});
