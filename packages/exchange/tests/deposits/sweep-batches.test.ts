import { readFeeCoinBooks } from '@quydoi/database/repositories/balance-checks';
import { readConsumedNonces } from '@quydoi/database/repositories/slots';
import { countSweepFailures } from '@quydoi/database/repositories/sweeps';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHECKPOINTS } from '../../src/checkpoints.ts';
import { sweepDeposits } from '../../src/deposits/sweep-deposits.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { createScriptedDeposits, type ScriptedDeposits } from '../../testing/deposit-rail.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { SCRIPTED_LAG_MS, SCRIPTED_VALIDITY_MS } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

const BOOKS = ['rail:usdt-tron', 'rail:usdt-tron-deposits', 'gas:trx', 'network-fee:trx'];
const FEE_MAX = 50_000_000n;
const PAID = 120_000_000n;
const SWEPT = 119_999_999n;

let world: World;
let chain: ScriptedDeposits;
let signer: SignerCtx;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  chain = createScriptedDeposits(() => world.clock.now());
  chain.hasBatches = true;
  signer = { ...world.signer, rails: new Map([['tron', chain.rail]]) };
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** Deposits that were credited, on addresses of their own. @returns the addresses' indexes */
async function credited(count: number): Promise<number[]> {
  const indexes: number[] = [];
  for (let left = count; left > 0; left -= 1) {
    n += 1;
    const { instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined, quantity: '100' });
    const account = instructions?.account ?? '';
    const reference = `${n.toString(16).padStart(64, '0')}:0`;
    await world.record(world.worker, chainPayment({ account, amount: PAID, reference, paidAt: world.clock.now() }));
    const [row] = await world.database.query('select index from deposit_address where address = $1', [account]);
    const index = Number(row?.index);
    chain.tokens.set(index, PAID);
    indexes.push(index);
  }
  return indexes;
}

async function sweepFor(totalMs: number, stepMs = 5_000): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sweepDeposits(signer, 'tron');
  }
}

/** What the ledger says of the fee coin in the hot wallet. */
const feeCoinBooks = () => readFeeCoinBooks(signer.orm, 'gas:trx', 'tron', FEE_MAX, []);

async function balances(): Promise<bigint[]> {
  const rows = await world.database.query('select name, balance from account where name = any($1)', [BOOKS]);
  return BOOKS.map((name) => BigInt(String(rows.find((row) => row.name === name)?.balance)));
}

const sweepsOf = (indexes: readonly number[]) =>
  world.database.query(
    'select address_index as index, kind, is_batched as batched, amount::text, fee::text, state, key from sweep where address_index = any($1) order by created_at, address_index',
    [indexes],
  );

test('a chain is not asked for batches while there is nothing to sweep', async () => {
  await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined, quantity: '100' });
  await sweepFor(5_000);
  expect(chain.batchChecks).toBe(0);
});

test('addresses are swept by one transfer without being funded, and share its fee to the last unit', async () => {
  const indexes = await credited(3);
  const before = await balances();
  const { total } = await feeCoinBooks();
  chain.fee = 6_400_001n;
  await sweepFor(10_000);
  // The most that each may cost is on its way.
  expect((await feeCoinBooks()).leaving).toBe(3n * FEE_MAX);
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
  // The hot wallet has paid, and its nonce is consumed.
  expect(await feeCoinBooks()).toEqual({ total: total - chain.fee, leaving: 0n });
  expect(await readConsumedNonces(signer.orm, 'tron')).toMatchObject([{ wallet: 'hot' }]);
  const rows = await sweepsOf(indexes);
  expect(rows).toMatchObject(indexes.map((index) => ({ index, kind: 'sweep', batched: true, amount: String(SWEPT), state: 'done' })));
  expect(new Set(rows.map(({ key }) => key)).size).toBe(1);
  expect(rows.map(({ fee }) => fee).sort()).toEqual(['2133333', '2133334', '2133334']);
  expect((await balances()).map((balance, at) => balance - (before[at] ?? 0n))).toEqual([3n * SWEPT, -3n * SWEPT, -chain.fee, chain.fee]);
  for (const index of indexes) expect(chain.tokens.get(index)).toBe(1n);
});

test('addresses of a batch that is sent are not looked at to be swept alone as well', async () => {
  const indexes = await credited(2);
  const { sweeps } = chain.rail;
  if (!sweeps) throw new Error('no sweeps');
  const asked: number[] = [];
  const balance: typeof sweeps.balance = (currency, index, ...rest) => {
    asked.push(index);
    return sweeps.balance(currency, index, ...rest);
  };
  world.clock.advance(5_000);
  await sweepDeposits({ ...signer, rails: new Map([['tron', { ...chain.rail, sweeps: { ...sweeps, balance } }]]) }, 'tron');
  expect(await sweepsOf(indexes)).toMatchObject([{ batched: true }, { batched: true }]);
  expect(asked.toSorted()).toEqual(indexes.toSorted());
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
});

test('while a batch is on its way the next one gathers addresses; a full one goes at once', async () => {
  const first = await credited(1);
  await sweepFor(5_000);
  const gathered = await credited(2);
  await sweepFor(5_000);
  expect(await sweepsOf(gathered)).toEqual([]);
  const last = await credited(1);
  await sweepFor(5_000);
  expect((await sweepsOf([...gathered, ...last])).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
  expect((await sweepsOf([...first, ...gathered, ...last])).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
});

test('an address that a batch leaves out keeps none of the others, and is swept alone later', async () => {
  const indexes = await credited(3);
  const [left = 0, ...others] = indexes;
  chain.leftOut.add(left);
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
  expect((await sweepsOf(others)).map(({ state }) => state)).toEqual(['done', 'done']);
  expect(await sweepsOf([left])).toMatchObject([{ state: 'failed', batched: true }]);
  expect(world.errors.splice(0)).toHaveLength(1);
  chain.leftOut.clear();
  await sweepFor(2 * SCRIPTED_LAG_MS + 120_000);
  expect(await sweepsOf([left])).toMatchObject([
    { state: 'failed', batched: true },
    { kind: 'fund', state: 'done', batched: false },
    { kind: 'sweep', state: 'done', batched: false },
  ]);
});

test('an address that the token refuses is in no batch, and told of', async () => {
  const indexes = await credited(2);
  const [refused = 0, other = 0] = indexes;
  chain.blacklisted.add(refused);
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
  expect(await sweepsOf([refused])).toEqual([]);
  expect(await sweepsOf([other])).toMatchObject([{ state: 'done', batched: true }]);
  const told = await world.database.query('select detail from sweep_refusal where address_index = $1', [refused]);
  expect(told).toEqual([{ detail: expect.stringContaining('blacklisted') }]);
  chain.blacklisted.clear();
  await sweepFor(2 * SCRIPTED_LAG_MS + 400_000);
  expect((await sweepsOf([refused])).at(-1)).toMatchObject({ kind: 'sweep', state: 'done', batched: false });
});

test('an address that orders in the fee coin lease is in no batch, because it must stay without code', async () => {
  const [coin = 0, other = 0] = await credited(2);
  await world.database.query('update deposit_address set for_coin = true where index = $1', [coin]);
  await sweepFor(2 * SCRIPTED_LAG_MS + 30_000);
  expect(await sweepsOf([coin])).toMatchObject([
    { kind: 'fund', batched: false },
    { kind: 'sweep', state: 'done', batched: false },
  ]);
  expect(await sweepsOf([other])).toMatchObject([{ state: 'done', batched: true }]);
});

test('a wallet that is short of the most that a batch may cost sweeps one by one', async () => {
  chain.signTrouble = 'short';
  const indexes = await credited(2);
  await sweepFor(5_000);
  chain.signTrouble = null;
  expect(await sweepsOf(indexes)).toMatchObject([{ kind: 'fund' }, { kind: 'fund' }]);
  expect(world.log).toContainEqual(expect.stringMatching(/^{"network":"tron","reason":.*deposits are swept one by one$/));
  await sweepFor(2 * SCRIPTED_LAG_MS + 30_000);
  const rows = await sweepsOf(indexes);
  expect(rows.filter(({ kind, state }) => kind === 'sweep' && state === 'done')).toHaveLength(2);
});

test('a batch that cannot be signed for another reason waits, and no address is funded to be swept alone', async () => {
  const indexes = await credited(2);
  chain.signTrouble = 'unreachable';
  await sweepFor(10_000);
  expect(await sweepsOf(indexes)).toEqual([]);
  chain.signTrouble = null;
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
  expect(await sweepsOf(indexes)).toMatchObject(indexes.map((index) => ({ index, state: 'done', batched: true })));
});

test('a batch that expires or fails costs what it cost, and moves nothing', async () => {
  const indexes = await credited(2);
  chain.lost = 100;
  await sweepFor(SCRIPTED_VALIDITY_MS + SCRIPTED_LAG_MS + 10_000);
  chain.lost = 0;
  expect((await sweepsOf(indexes)).slice(0, 2)).toMatchObject([
    { state: 'failed', fee: '0' },
    { state: 'failed', fee: '0' },
  ]);
  const before = await balances();
  const failuresOfDay = () => countSweepFailures(signer.orm, 'tron', new Date(world.clock.now().getTime() - DAY_MS));
  const failures = await failuresOfDay();
  chain.failing = 1;
  await sweepFor(SCRIPTED_VALIDITY_MS + 2 * SCRIPTED_LAG_MS + 120_000);
  const rows = await sweepsOf(indexes);
  expect(rows.filter(({ state, fee }) => state === 'failed' && fee !== '0')).toHaveLength(2);
  // They burned one fee together: the network's sweeps stop for the day after a number of such transfers.
  expect(await failuresOfDay()).toBe(failures + 1);
  // Each was swept alone after that.
  expect(rows.filter(({ kind, state, batched }) => kind === 'sweep' && state === 'done' && batched === false)).toHaveLength(2);
  expect((await balances()).map((balance, at) => balance - (before[at] ?? 0n)).slice(0, 3)).toEqual([2n * SWEPT, -2n * SWEPT, -5n * chain.fee]);
  expect(world.errors.splice(0)).toHaveLength(2);
});

test('whether the chain offers batches is asked before the first one and every hour; without them addresses are funded', async () => {
  chain.hasBatches = false;
  world.clock.advance(HOUR_MS);
  const before = chain.batchChecks;
  const alone = await credited(1);
  await sweepFor(2 * SCRIPTED_LAG_MS + 30_000);
  expect(await sweepsOf(alone)).toMatchObject([{ kind: 'fund' }, { kind: 'sweep', state: 'done', batched: false }]);
  expect(chain.batchChecks - before).toBe(1);
  chain.hasBatches = true;
  world.clock.advance(HOUR_MS);
  const together = await credited(2);
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
  expect(await sweepsOf(together)).toMatchObject([{ batched: true }, { batched: true }]);
  expect(chain.batchChecks - before).toBe(2);
});

test.each([
  ['malformed', 2],
  ['unreachable', 1],
] as const)('after a try at a batch that is answered as %s the chain has been asked %i times whether it offers batches', async (trouble, asked) => {
  world.clock.advance(HOUR_MS);
  const indexes = await credited(2);
  const before = chain.batchChecks;
  chain.selectTrouble = trouble;
  await sweepDeposits(signer, 'tron');
  expect((await Promise.all(indexes.map((index) => sweepsOf([index])))).flat()).toEqual([]);
  chain.selectTrouble = null;
  await sweepFor(2 * SCRIPTED_LAG_MS + 30_000);
  expect(chain.batchChecks - before).toBe(asked);
  for (const index of indexes) expect(chain.tokens.get(index)).toBe(1n);
  world.errors.splice(0);
});

test.each(CHECKPOINTS.sweeping)('a signer that stops at %s sweeps each deposit once', async (point) => {
  const indexes = await credited(2);
  const before = await balances();
  world.checkpoints.reached.splice(0);
  world.checkpoints.stopAt(point);
  await sweepFor(SCRIPTED_LAG_MS + 20_000);
  expect(world.checkpoints.reached).toContain(point);
  await sweepFor(SCRIPTED_VALIDITY_MS + 2 * SCRIPTED_LAG_MS + 20_000);
  expect((await balances()).map((balance, at) => balance - (before[at] ?? 0n)).slice(0, 2)).toEqual([2n * SWEPT, -2n * SWEPT]);
  for (const index of indexes) expect(chain.tokens.get(index)).toBe(1n);
  world.errors.splice(0);
});
