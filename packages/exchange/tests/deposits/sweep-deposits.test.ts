import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { SWEEP_FAILURES_PER_DAY_MAX, SWEEP_RETRY_DELAYS_MS } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckpointName } from '../../src/checkpoints.ts';
import { sweepDeposits } from '../../src/deposits/sweep-deposits.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { createScriptedDeposits, type ScriptedDeposits } from '../../testing/deposit-rail.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { SCRIPTED_LAG_MS, SCRIPTED_VALIDITY_MS } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');

let world: World;
let chain: ScriptedDeposits;
let signer: SignerCtx;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  chain = createScriptedDeposits(() => world.clock.now());
  signer = { ...world.signer, rails: new Map([['tron', chain.rail]]) };
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A deposit that was credited, on an address of its own. @returns the address's index */
async function credited(amount: bigint): Promise<number> {
  return (await creditedTo(amount)).index;
}

async function creditedTo(amount: bigint): Promise<{ index: number; ref: string; account: string }> {
  n += 1;
  const order = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined, quantity: '100' });
  const account = order.instructions?.account ?? '';
  await world.record(world.worker, chainPayment({ account, amount, reference: `${n.toString(16).padStart(64, '0')}:0`, paidAt: world.clock.now() }));
  const [row] = await world.database.query('select index from deposit_address where address = $1', [account]);
  const index = Number(row?.index);
  chain.tokens.set(index, (chain.tokens.get(index) ?? 0n) + amount);
  return { index, ref: order.ref, account };
}

/** A deposit of more than its order asks for, matched, on an address that can pay its own fees. */
async function matched() {
  const found = await creditedTo(150_000_000n);
  chain.gas.set(found.index, 50_000_000n);
  await matchPayments(world.worker);
  expect(await world.order(found.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'overpaid' });
  return found;
}

async function sweepFor(totalMs: number, ctx = signer, stepMs = 5_000): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sweepDeposits(ctx, 'tron');
  }
}

async function balances(...names: string[]): Promise<bigint[]> {
  const rows = await world.database.query('select name, balance from account where name = any($1)', [names]);
  return names.map((name) => BigInt(String(rows.find((row) => row.name === name)?.balance)));
}

const BOOKS = ['rail:usdt-tron', 'rail:usdt-tron-deposits', 'gas:trx'];
const sweepsOf = (index: number) =>
  world.database.query('select kind, amount::text, state from sweep where address_index = $1 order by created_at', [index]);

test('an address above the minimum is funded with its fee, then swept down to one unit; the money becomes available', async () => {
  const index = await credited(120_000_000n);
  const few = await credited(99_999_999n);
  const before = await balances(...BOOKS);
  await sweepFor(2 * SCRIPTED_LAG_MS + 30_000);
  expect(await sweepsOf(index)).toEqual([
    { kind: 'fund', amount: '15000000', state: 'done' },
    { kind: 'sweep', amount: '119999999', state: 'done' },
  ]);
  expect(await sweepsOf(few)).toEqual([]);
  const after = await balances(...BOOKS);
  expect(after.map((balance, at) => balance - (before[at] ?? 0n))).toEqual([119_999_999n, -119_999_999n, -2n * chain.fee]);
  expect(chain.tokens.get(index)).toBe(1n);
  await sweepFor(SCRIPTED_VALIDITY_MS);
  expect(await sweepsOf(index)).toHaveLength(2);
});

test('a transfer on its way is looked up after three seconds, not at each run', async () => {
  await credited(120_000_000n);
  await sweepDeposits(signer, 'tron');
  const { asked } = chain;
  await sweepDeposits(signer, 'tron');
  world.clock.advance(2_999);
  await sweepDeposits(signer, 'tron');
  expect(chain.asked).toBe(asked);
  world.clock.advance(1);
  await sweepDeposits(signer, 'tron');
  expect(chain.asked).toBeGreaterThan(asked);
  await sweepFor(2 * SCRIPTED_LAG_MS + 30_000);
});

test('sweeps only what is both credited in the ledger and on chain', async () => {
  const more = await credited(100_000_000n);
  chain.tokens.set(more, 300_000_000n);
  const less = await credited(200_000_000n);
  chain.tokens.set(less, 50_000_000n);
  await sweepFor(3 * SCRIPTED_LAG_MS);
  expect(await sweepsOf(more)).toMatchObject([{ kind: 'fund' }, { kind: 'sweep', amount: '100000000', state: 'done' }]);
  expect(await sweepsOf(less)).toEqual([]);
  chain.tokens.set(less, 200_000_000n);
  await sweepFor(SWEEP_RETRY_DELAYS_MS[1] + 3 * SCRIPTED_LAG_MS);
  expect((await sweepsOf(less)).at(-1)).toMatchObject({ kind: 'sweep', amount: '199999999', state: 'done' });
});

test('a sweep that expires or fails on the chain is made again', async () => {
  const index = await credited(150_000_000n);
  chain.gas.set(index, 20_000_000n);
  chain.lost = 100;
  await sweepFor(SCRIPTED_VALIDITY_MS + SCRIPTED_LAG_MS + 10_000);
  chain.lost = 0;
  chain.failing = 1;
  await sweepFor(2 * SCRIPTED_LAG_MS + SWEEP_RETRY_DELAYS_MS[0] + 10_000);
  expect((await sweepsOf(index)).map(({ state }) => state)).toEqual(['failed', 'failed', 'done']);
  expect(chain.tokens.get(index)).toBe(1n);
  expect(world.errors.splice(0)).toHaveLength(1);
});

describe('sweeps that fail on the chain again and again', () => {
  const alarms = async () => (await bindOperations(world.operator).listAlarms(LAN, {})).items.filter(({ kind }) => kind === 'sweep-failing');
  const fail = async (ms: number) => {
    chain.failing = 1_000;
    await sweepFor(ms, signer, SCRIPTED_LAG_MS + 5_000);
    chain.failing = 0;
  };
  /** Lets sweeps of the day before count no more. */
  const nextDay = () => world.clock.advance(DAY_MS);

  test('burn no fee every few seconds: an address is left alone longer each time, and told to operators', async () => {
    nextDay();
    const index = await credited(120_000_000n);
    chain.gas.set(index, 50_000_000n);
    await fail(HOUR_MS);
    // At once, after 1, 5 and 30 minutes.
    expect(await sweepsOf(index)).toHaveLength(4);
    expect(world.errors.splice(0)).toHaveLength(4);
    expect(await alarms()).toMatchObject([{ kind: 'sweep-failing', network: 'tron', detail: `address ${index}: 4 failures burned 25.6 trx` }]);
    const other = await credited(120_000_000n);
    chain.gas.set(other, 50_000_000n);
    await sweepFor(2 * SCRIPTED_LAG_MS);
    expect(await sweepsOf(other)).toMatchObject([{ state: 'done' }]);
    nextDay();
    await sweepFor(2 * SCRIPTED_LAG_MS);
    expect((await sweepsOf(index)).at(-1)).toMatchObject({ state: 'done' });
    expect(await alarms()).toEqual([]);
  });

  test('stop a network’s sweeps for the day', async () => {
    nextDay();
    const indexes = [];
    for (let left = 0; left < SWEEP_FAILURES_PER_DAY_MAX + 5; left += 1) {
      const index = await credited(120_000_000n);
      chain.gas.set(index, 50_000_000n);
      indexes.push(index);
    }
    await fail(HOUR_MS / 4);
    const burned = world.errors.splice(0).length;
    expect(burned).toBeGreaterThanOrEqual(SWEEP_FAILURES_PER_DAY_MAX);
    // A run begins several before it hears of the first failure.
    expect(burned).toBeLessThan(SWEEP_FAILURES_PER_DAY_MAX + 2 * 8);
    nextDay();
    await sweepFor(8 * SCRIPTED_LAG_MS, signer, SCRIPTED_LAG_MS + 5_000);
    for (const index of indexes) expect((await sweepsOf(index)).at(-1)).toMatchObject({ state: 'done' });
  });
});

describe('addresses that cannot be swept', () => {
  const told = async () => (await bindOperations(world.operator).listAlarms(LAN, {})).items.filter(({ kind }) => kind === 'sweep-failing');

  test('are left alone longer each time, told to operators, and keep no other from being swept', async () => {
    world.clock.advance(DAY_MS);
    const refused: number[] = [];
    for (let left = 0; left < 9; left += 1) refused.push(await credited(500_000_000n));
    for (const index of refused) chain.blacklisted.add(index);
    const empty = await credited(600_000_000n);
    chain.tokens.set(empty, 0n);
    const other = await credited(120_000_000n);
    chain.gas.set(other, 50_000_000n);
    await sweepFor(2 * SCRIPTED_LAG_MS + 30_000);
    expect(await sweepsOf(other)).toMatchObject([{ state: 'done' }]);
    expect(await told()).toEqual([]);
    await sweepFor(HOUR_MS, signer, 30_000);
    // At once, after 1, 5 and 30 minutes.
    const alarms = await told();
    expect(alarms).toHaveLength(10);
    expect(alarms.map(({ detail }) => detail)).toContain(
      `address ${refused[0]}: 4 refusals, the last: the token has blacklisted the deposit address`,
    );
    expect(alarms.map(({ detail }) => detail)).toContain(`address ${empty}: 4 refusals, the last: the chain has 0 of 600 there`);
    expect(world.errors.splice(0)).toHaveLength(10);
    for (const index of refused) expect(await sweepsOf(index)).toEqual([]);
    // A node that has it later, and a token that lifts its ban.
    chain.blacklisted.clear();
    chain.tokens.set(empty, 600_000_000n);
    for (const index of [empty, ...refused]) chain.gas.set(index, 50_000_000n);
    world.clock.advance(DAY_MS / 12);
    await sweepFor(8 * SCRIPTED_LAG_MS, signer, 30_000);
    for (const index of [empty, ...refused]) expect(await sweepsOf(index)).toMatchObject([{ state: 'done' }]);
    expect(await told()).toEqual([]);
  });

  test('because transfers fail that cost nothing are left alone as well', async () => {
    const { fee } = chain;
    chain.fee = 0n;
    chain.failing = 1_000;
    const index = await credited(120_000_000n);
    chain.gas.set(index, 50_000_000n);
    await sweepFor(HOUR_MS, signer, 30_000);
    expect(await sweepsOf(index)).toHaveLength(4);
    expect((await told()).map(({ detail }) => detail)).toEqual([`address ${index}: 4 refusals, the last: OUT_OF_ENERGY`]);
    expect(world.errors.splice(0)).toHaveLength(1);
    chain.failing = 0;
    world.clock.advance(DAY_MS / 12);
    await sweepFor(3 * SCRIPTED_LAG_MS);
    expect((await sweepsOf(index)).at(-1)).toMatchObject({ state: 'done' });
    expect(await told()).toEqual([]);
    chain.fee = fee;
  });
});

describe('a payment on a deposit address that an operator returns or marks as forged', () => {
  const operations = () => bindOperations(world.operator);
  const note = 'as the customer wrote';
  const PLACES = ['rail:usdt-tron', 'rail:usdt-tron-deposits', 'loss:usdt-tron'];

  async function moved(work: () => Promise<unknown>): Promise<bigint[]> {
    const before = await balances(...PLACES);
    await work();
    return (await balances(...PLACES)).map((balance, at) => balance - (before[at] ?? 0n));
  }

  const swept = (index: number) => sweepsOf(index).then((sweeps) => sweeps.map(({ kind, amount, state }) => `${kind} ${amount} ${state}`));

  test('is returned from the hot wallet; its address is still swept', async () => {
    const { index, ref } = await matched();
    expect(await moved(() => operations().refundOrder(LAN, { ref, destination: '', reference: 'hash', note }))).toEqual([-150_000_000n, 0n, 0n]);
    expect(await moved(() => sweepFor(3 * SCRIPTED_LAG_MS))).toEqual([149_999_999n, -149_999_999n, 0n]);
    expect(await swept(index)).toEqual(['sweep 149999999 done']);
  });

  test('is returned from the hot wallet as a case too', async () => {
    const { index, account, ref } = await creditedTo(100_000_000n);
    await matchPayments(world.worker);
    const reference = `${'f'.repeat(64)}:0`;
    await world.record(world.worker, chainPayment({ account, amount: 60_000_000n, reference, paidAt: world.clock.now() }));
    await matchPayments(world.worker);
    chain.tokens.set(index, 160_000_000n);
    const { items } = await operations().listUnmatched(LAN, { limit: 100 });
    const id = items.find(({ orderRef }) => orderRef === ref)?.id ?? '';
    expect(await moved(() => operations().refundPayment(LAN, { id, reference: 'hash', note }))).toEqual([-60_000_000n, 0n, 0n]);
    await sweepFor(5 * SCRIPTED_LAG_MS);
    expect((await swept(index)).at(-1)).toBe('sweep 159999999 done');
  });

  test('cannot be returned beyond the hot wallet’s balance', async () => {
    const { ref } = await matched();
    const { available } = await reserveOf(world, 'usdt-tron');
    await setAvailable(world, 'usdt-tron', 149_999_999n);
    const refused = operations().refundOrder(LAN, { ref, destination: '', reference: 'hash', note });
    await expect(refused).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
    await setAvailable(world, 'usdt-tron', available);
  });

  test('is written off the deposits if forged, is not swept, and does not block other sweeps', async () => {
    const [forged, other] = [await matched(), await matched()];
    chain.tokens.set(forged.index, 0n);
    expect(await moved(() => operations().markForged(LAN, { ref: forged.ref, note }))).toEqual([0n, -150_000_000n, 0n]);
    await sweepFor(3 * SCRIPTED_LAG_MS);
    expect(await swept(forged.index)).toEqual([]);
    expect(await swept(other.index)).toEqual(['sweep 149999999 done']);
  });

  test.each([
    ['was swept', 3 * SCRIPTED_LAG_MS],
    ['is being swept', 10_000],
  ])('is written off the hot wallet, or posted as a loss, if marked as forged when it %s', async (_, ms) => {
    const [first, second] = [await matched(), await matched()];
    const { index: other } = await matched();
    chain.gas.set(other, 0n);
    await sweepFor(ms);
    expect(await moved(() => operations().markForged(LAN, { ref: first.ref, note }))).toEqual([-150_000_000n, 0n, 0n]);
    const { available } = await reserveOf(world, 'usdt-tron');
    await setAvailable(world, 'usdt-tron', 0n);
    expect(await moved(() => operations().markForged(LAN, { ref: second.ref, note }))).toEqual([0n, 0n, -150_000_000n]);
    await setAvailable(world, 'usdt-tron', available);
    await sweepFor(5 * SCRIPTED_LAG_MS);
    for (const { index } of [first, second]) expect(await swept(index)).toEqual(['sweep 149999999 done']);
    expect((await swept(other)).at(-1)).toBe('sweep 149999999 done');
  });
});

test('two signers, one killed at any checkpoint, sweep and post every deposit once', async () => {
  const points: CheckpointName[] = ['sweep.signed', 'sweep.prepared', 'sweep.sent', 'sweep.found', 'sweep.settled'];
  const other = { ...(await world.openSigner()), rails: signer.rails };
  for (const point of points) {
    const before = await balances(...BOOKS);
    const index = await credited(130_000_000n);
    chain.gas.set(index, 20_000_000n);
    world.checkpoints.stopAt(point);
    await sweepFor(SCRIPTED_LAG_MS + 10_000);
    expect([point, world.errors.splice(0).length]).toEqual([point, 1]);
    for (let spentMs = 0; spentMs < SCRIPTED_VALIDITY_MS; spentMs += 5_000) await Promise.all([sweepFor(5_000), sweepFor(5_000, other)]);
    const after = await balances(...BOOKS);
    expect([point, ...after.map((balance, at) => balance - (before[at] ?? 0n))]).toEqual([point, 129_999_999n, 1n, -chain.fee]);
  }
});

test('a signer that comes second leaves a sweep to the first, which is no failure', async () => {
  const index = await credited(130_000_000n);
  chain.gas.set(index, 20_000_000n);
  const other = { ...(await world.openSigner()), rails: signer.rails };
  const points: string[] = [];
  const second: SignerCtx = {
    ...signer,
    async checkpoint(point) {
      points.push(point);
      if (point === 'sweep.signed') await sweepDeposits(other, 'tron');
    },
  };
  await sweepDeposits(second, 'tron');
  expect(points).toEqual(['sweep.signed']);
  expect(await sweepsOf(index)).toMatchObject([{ state: 'sent' }]);
  await sweepFor(2 * SCRIPTED_LAG_MS);
  expect(await sweepsOf(index)).toMatchObject([{ state: 'done' }]);
});

test('a rail that is off does not sweep', async () => {
  const index = await credited(150_000_000n);
  await world.database.query(
    `insert into setting (kind, key, value, author, at) values ('rail', 'tron', '{"on": false, "note": ""}', 'test', now())`,
  );
  await sweepFor(SCRIPTED_LAG_MS);
  expect(await sweepsOf(index)).toEqual([]);
});
