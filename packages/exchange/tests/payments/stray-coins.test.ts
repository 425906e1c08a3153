import { randomUUID } from 'node:crypto';
import { addSweeps, moveSweeps } from '@quydoi/database/repositories/sweeps';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS } from '@quydoi/domain/durations';
import type { Sweep } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { reportStrayCoins } from '../../src/payments/report-stray-coins.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const COIN = 1_000_000n;

let world: World;
let worker: Ctx;
/** Coins by address. */
const coins = new Map<string, bigint>();
let asked: readonly string[] | null = null;
let isUp = true;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  const strayCoins = {
    pollMs: 1_000,
    async balances(addresses: readonly string[]) {
      asked = addresses;
      if (!isUp) throw new RailError('tron', 'unreachable', 'not-done', 'the node is away');
      return addresses.map((address) => coins.get(address) ?? 0n);
    },
  };
  worker = { ...world.worker, rails: new Map([['tron', { code: 'tron', strayCoins }]]) };
});
beforeEach(() => {
  coins.clear();
  asked = null;
});
afterAll(() => world.database.close());

/** A new order's deposit address. */
async function leased(): Promise<string> {
  const { instructions } = await world.create(SWAP_60_TRC20, { deviceId: randomUUID() });
  return instructions?.account ?? '';
}

async function reports(account: string): Promise<unknown[]> {
  await reportStrayCoins(worker, 'tron');
  world.errors.splice(0);
  return world.database.query(`select source, kind, asset, amount from reconciliation_exception where account = $1 order by at, amount`, [account]);
}

const trx = (amount: bigint) => ({ source: 'tron-balances', kind: 'other_asset', asset: 'trx', amount: amount.toString() });

/** What we send to an address for the fee of its sweep. */
async function fund(account: string, amount: bigint): Promise<() => Promise<void>> {
  const [{ index } = {}] = await world.database.query(`select index from deposit_address where address = $1`, [account]);
  const now = world.clock.now();
  const sweep: Sweep = {
    ...{ id: randomUUID(), version: 1, network: 'tron', addressIndex: Number(index), kind: 'fund', currency: 'trc20', amount },
    ...{
      key: randomUUID(),
      isBatched: false,
      raw: 'raw',
      validUntil: null,
      slots: [],
      state: 'prepared',
      fee: null,
      createdAt: now,
      nextCheckAt: now,
      settledAt: null,
    },
  };
  await addSweeps(world.signer.orm, [sweep]);
  return () => moveSweeps(world.signer.orm, [{ ...sweep, version: 2, state: 'done', fee: 0n, settledAt: now }], [], now);
}

test('coins that a customer sent in place of tokens are recorded, the same sum once', async () => {
  const account = await leased();
  expect(await reports(account)).toEqual([]);
  coins.set(account, 5n * COIN);
  expect(await reports(account)).toEqual([trx(5n * COIN)]);
  expect(await reports(account)).toEqual([trx(5n * COIN)]);
  coins.set(account, 7n * COIN);
  expect(await reports(account)).toEqual([trx(5n * COIN), trx(7n * COIN)]);
});

test('dust, and what we sent there for fees ourselves, is not; nor is anything while it is on its way', async () => {
  const account = await leased();
  coins.set(account, 9_999n);
  expect(await reports(account)).toEqual([]);
  const settle = await fund(account, 15n * COIN);
  coins.set(account, 15n * COIN);
  expect(await reports(account)).toEqual([]);
  await settle();
  expect(await reports(account)).toEqual([]);
  coins.set(account, 17n * COIN);
  expect(await reports(account)).toEqual([trx(2n * COIN)]);
});

test('addresses are asked for as long as they are kept for an order, and a node that is away keeps nothing from being told later', async () => {
  const account = await leased();
  coins.set(account, COIN);
  isUp = false;
  expect(await reports(account)).toEqual([]);
  isUp = true;
  expect(asked).toContain(account);
  expect(await reports(account)).toEqual([trx(COIN)]);
  world.clock.advance(8 * DAY_MS);
  asked = null;
  await reports(account);
  expect(asked).toBeNull();
});
