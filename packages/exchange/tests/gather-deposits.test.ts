import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CheckpointName } from '../src/checkpoints.ts';
import { gatherDeposits } from '../src/deposits/gather-deposits.ts';
import { recordPayment } from '../src/payments/record-payment.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { expectBooksInOrder } from '../testing/books.ts';
import { createScriptedDeposits, type ScriptedDeposits } from '../testing/deposit-rail.ts';
import { SCRIPTED_LAG_MS, SCRIPTED_VALIDITY_MS } from '../testing/payout-rails.ts';
import { deposit, openWorld, SELL_100_PM, type World } from '../testing/world.ts';

const GATHERING = { rail: 'tron', min: 100_000_000n } as const;

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
  n += 1;
  const order = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined, quantity: '100' });
  const account = order.instructions?.account ?? '';
  await recordPayment(world.worker, deposit({ account, amount, reference: `${n.toString(16).padStart(64, '0')}:0`, paidAt: world.clock.now() }));
  const [row] = await world.database.query('select index from deposit_address where address = $1', [account]);
  const index = Number(row?.index);
  chain.tokens.set(index, (chain.tokens.get(index) ?? 0n) + amount);
  return index;
}

async function gatherFor(totalMs: number, ctx = signer): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += 5_000) {
    world.clock.turn(5_000);
    await gatherDeposits(ctx, GATHERING);
  }
}

async function balances(...names: string[]): Promise<bigint[]> {
  const rows = await world.database.query('select name, balance from account where name = any($1)', [names]);
  return names.map((name) => BigInt(String(rows.find((row) => row.name === name)?.balance)));
}

const BOOKS = ['rail:usdt-tron', 'rail:usdt-tron-deposits', 'gas:trx'];
const sweepsOf = (index: number) =>
  world.database.query('select kind, amount::text, state from sweep where address_index = $1 order by created_at', [index]);

test('an address with enough on it is brought its fee, then emptied but for one unit; the money can be paid out', async () => {
  const index = await credited(120_000_000n);
  const few = await credited(99_999_999n);
  const before = await balances(...BOOKS);
  await gatherFor(2 * SCRIPTED_LAG_MS + 30_000);
  expect(await sweepsOf(index)).toEqual([
    { kind: 'fund', amount: '15000000', state: 'done' },
    { kind: 'sweep', amount: '119999999', state: 'done' },
  ]);
  expect(await sweepsOf(few)).toEqual([]);
  const after = await balances(...BOOKS);
  expect(after.map((balance, at) => balance - (before[at] ?? 0n))).toEqual([119_999_999n, -119_999_999n, -2n * chain.fee]);
  expect(chain.tokens.get(index)).toBe(1n);
  await gatherFor(SCRIPTED_VALIDITY_MS);
  expect(await sweepsOf(index)).toHaveLength(2);
});

test('what the books do not know of yet stays, and what the chain does not show is not moved', async () => {
  const more = await credited(100_000_000n);
  chain.tokens.set(more, 300_000_000n);
  const less = await credited(200_000_000n);
  chain.tokens.set(less, 50_000_000n);
  await gatherFor(3 * SCRIPTED_LAG_MS);
  expect(await sweepsOf(more)).toMatchObject([{ kind: 'fund' }, { kind: 'sweep', amount: '100000000', state: 'done' }]);
  expect(await sweepsOf(less)).toEqual([]);
});

test('a transfer that is lost expires and is made anew; one that burns its fee too', async () => {
  const index = await credited(150_000_000n);
  chain.gas.set(index, 20_000_000n);
  chain.lost = 100;
  await gatherFor(SCRIPTED_VALIDITY_MS + SCRIPTED_LAG_MS + 10_000);
  chain.lost = 0;
  chain.failing = 1;
  await gatherFor(3 * SCRIPTED_LAG_MS);
  expect((await sweepsOf(index)).map(({ state }) => state)).toEqual(['failed', 'failed', 'done']);
  expect(chain.tokens.get(index)).toBe(1n);
});

test('two signers, and one that dies anywhere: every deposit is moved and booked once', async () => {
  const points: CheckpointName[] = ['gather.signed', 'gather.prepared', 'gather.sent', 'gather.found', 'gather.settled'];
  const other = { ...(await world.openSigner()), rails: signer.rails };
  for (const point of points) {
    const before = await balances(...BOOKS);
    const index = await credited(130_000_000n);
    chain.gas.set(index, 20_000_000n);
    world.checkpoints.stopAt(point);
    await gatherFor(SCRIPTED_LAG_MS + 10_000);
    expect([point, world.errors.splice(0).length]).toEqual([point, 1]);
    for (let spentMs = 0; spentMs < SCRIPTED_VALIDITY_MS; spentMs += 5_000) await Promise.all([gatherFor(5_000), gatherFor(5_000, other)]);
    const after = await balances(...BOOKS);
    expect([point, ...after.map((balance, at) => balance - (before[at] ?? 0n))]).toEqual([point, 129_999_999n, 1n, -chain.fee]);
  }
});

test('a rail that is off gathers nothing', async () => {
  const index = await credited(150_000_000n);
  await world.database.query(
    `insert into setting (kind, key, value, author, at) values ('rail', 'tron', '{"on": false, "note": ""}', 'test', now())`,
  );
  await gatherFor(SCRIPTED_LAG_MS);
  expect(await sweepsOf(index)).toEqual([]);
});
