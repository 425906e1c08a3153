import { randomUUID } from 'node:crypto';
import { addSweeps, moveSweeps } from '@quydoi/database/repositories/sweeps';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Sweep } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { mayBePaidIn } from '../../src/payments/read-page.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { reportStrayCoins } from '../../src/payments/report-stray-coins.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const COIN = 1_000_000n;
const LAN = operatorCaller('lan');

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
  const rails = (['tron', 'ethereum'] as const).map((code) => [code, { code, strayCoins }] as const);
  worker = { ...world.worker, rails: new Map(rails) };
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

async function reports(account: string, network: NetworkCode = 'tron'): Promise<unknown[]> {
  // It waits for its next look, whatever it finds.
  expect(await reportStrayCoins(worker, network)).toBe(false);
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

describe('of a coin that customers trade', () => {
  const ADDRESS = `0x${'5'.repeat(40)}`;
  const turn = (on: boolean) => bindOperations(world.operator).switchCurrency(LAN, { code: 'eth', on });

  beforeAll(async () => {
    const freeAt = new Date(world.clock.now().getTime() + DAY_MS);
    await world.database.query(`insert into deposit_address values ('ethereum', 0, $1, $2)`, [ADDRESS, freeAt]);
    const paid = { network: 'ethereum', unit: 'eth', account: ADDRESS, amount: 3n * COIN, reference: `0x${'7'.repeat(64)}:coin` } as const;
    await recordPayment(world.worker, chainPayment({ ...paid, paidAt: world.clock.now() }));
  });

  test('nothing is recorded while they may pay in it: the blocks tell of it', async () => {
    await turn(true);
    coins.set(ADDRESS, 9n * COIN);
    expect(await reports(ADDRESS, 'ethereum')).toEqual([]);
    expect(asked).toBeNull();
  });

  test('what they paid in before is no stray coin; all beyond it is, once they may not pay in it any more', async () => {
    await turn(false);
    coins.set(ADDRESS, 3n * COIN);
    expect(await reports(ADDRESS, 'ethereum')).toEqual([]);
    coins.set(ADDRESS, 5n * COIN);
    expect(await reports(ADDRESS, 'ethereum')).toEqual([
      { source: 'ethereum-balances', kind: 'other_asset', asset: 'eth', amount: String(2n * COIN) },
    ]);
  });

  test('nobody may pay in one that has no settings', async () => {
    const bare = { ...world.worker, settings: async () => ({ ...(await world.worker.settings()), currencies: new Map() }) };
    expect(await mayBePaidIn(bare, 'ethereum', 'eth', world.clock.now())).toBe(false);
  });
});
