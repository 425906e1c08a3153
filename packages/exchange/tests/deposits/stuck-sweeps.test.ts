import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { SWEEP_SLOW_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepDeposits } from '../../src/deposits/sweep-deposits.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { createScriptedDeposits, type ScriptedDeposits } from '../../testing/deposit-rail.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { SCRIPTED_LAG_MS } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** As many as one run follows. */
const CROWD = 8;

let world: World;
let chain: ScriptedDeposits;
let signer: SignerCtx;
let n = 0;

beforeEach(async () => {
  world = await openWorld(postgresUrl());
  chain = createScriptedDeposits(() => world.clock.now());
  // As on chains where only a nonce ends a transfer.
  chain.validityMs = null;
  signer = { ...world.signer, rails: new Map([['tron', chain.rail]]) };
});
afterEach(async () => {
  await expectBooksInOrder(world);
  await world.database.close();
});

/** A deposit on an address of its own, which can pay its own fees. @returns the address's index */
async function deposited(amount = 120_000_000n): Promise<number> {
  n += 1;
  const { instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined }, { deviceId: `device ${n}` });
  const account = instructions?.account ?? '';
  await world.record(world.worker, chainPayment({ account, amount, reference: `${n.toString(16).padStart(64, '0')}:0`, paidAt: world.clock.now() }));
  const [row] = await world.database.query('select index from deposit_address where address = $1', [account]);
  const index = Number(row?.index);
  chain.tokens.set(index, amount);
  chain.gas.set(index, 50_000_000n);
  return index;
}

async function sweepFor(totalMs: number, stepMs = 5_000): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sweepDeposits(signer, 'tron');
  }
}

const statesOf = async (index: number) =>
  (await world.database.query('select state from sweep where address_index = $1', [index])).map(({ state }) => state);

test('sweeps that no node takes keep no other from being followed', async () => {
  for (let left = 0; left < CROWD; left += 1) chain.untaken.add(await deposited(500_000_000n));
  await sweepFor(10_000);
  const other = await deposited();
  await sweepFor(2 * SCRIPTED_LAG_MS);
  expect(await statesOf(other)).toEqual(['done']);
  for (const index of chain.untaken) expect(await statesOf(index)).toEqual(['prepared']);
});

test('a node that does not answer in time costs a run one time-out, however many sweeps are due', async () => {
  const followed = [await deposited(), await deposited(), await deposited()];
  await sweepFor(5_000);
  const further = await deposited();
  chain.isUp = false;
  for (let runs = 0; runs < 4; runs += 1) {
    world.clock.advance(MINUTE_MS);
    chain.asked = 0;
    await sweepDeposits(signer, 'tron');
    expect(chain.asked).toBe(1);
  }
  chain.isUp = true;
  await sweepFor(2 * SCRIPTED_LAG_MS);
  for (const index of [...followed, further]) expect(await statesOf(index)).toEqual(['done']);
});

test('sweeps that have not ended after hours are told to operators', async () => {
  const alarms = async () =>
    (await bindOperations(world.operator).listAlarms(operatorCaller('lan'), {})).items.filter(({ kind }) => kind === 'sweep-failing');
  const index = await deposited();
  chain.untaken.add(index).add(await deposited());
  await sweepFor(5_000);
  const since = world.clock.now();
  await sweepFor(SWEEP_SLOW_HOURS * HOUR_MS - 10 * MINUTE_MS, 10 * MINUTE_MS);
  expect(await alarms()).toEqual([]);
  await sweepFor(10 * MINUTE_MS, 10 * MINUTE_MS);
  const detail = `2 transfers of deposit addresses have not ended, the oldest of address ${index}`;
  expect(await alarms()).toMatchObject([{ network: 'tron', detail, since }]);
  chain.untaken.clear();
  await sweepFor(2 * SCRIPTED_LAG_MS);
  expect(await alarms()).toEqual([]);
});
