import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { createTronRail, type TronRailOptions } from '@quydoi/rails/tron/index';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { declarePolledSources, polledSources } from '../../src/payments/polled-sources.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { createSourceReader } from '../../src/payments/source-reader.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const QUOTA = 100_000;
const BLOCK_MS = 3_000;
/** Blocks behind the newest one that are not irreversible. */
const LAG = 19;

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(async () => {
  await world.database.query(`delete from source_cursor where source in ('tron-blocks', 'tron-head')`);
  await declarePolledSources(world.worker);
});
afterAll(() => world.database.close());

/** A chain that makes a block of one transaction every three seconds of the world's clock, and counts what its node is asked. */
function openChain() {
  const calls: string[] = [];
  const blockOf = (number: number) => ({
    blockID: `${number.toString(16).padStart(16, '0')}${'0'.repeat(48)}`,
    block_header: { raw_data: { number, timestamp: number * BLOCK_MS, txTrieRoot: '1'.repeat(64) } },
    transactions: [{ txID: number.toString(16).padStart(64, '0') }],
  });
  const infosOf = (number: number) => [{ id: number.toString(16).padStart(64, '0'), blockNumber: number, blockTimeStamp: number * BLOCK_MS }];
  const newest = () => Math.floor(world.clock.now().getTime() / BLOCK_MS);
  const answers: Readonly<Record<string, (asked: Record<string, number>) => unknown>> = {
    'wallet/getnowblock': () => blockOf(newest()),
    'walletsolidity/getnowblock': () => blockOf(newest() - LAG),
    'walletsolidity/getblockbylimitnext': ({ startNum = 0, endNum = 0 }) => ({
      block: Array.from({ length: endNum - startNum }, (_, n) => blockOf(startNum + n)),
    }),
    'walletsolidity/gettransactioninfobyblocknum': ({ num = 0 }) => infosOf(num),
    'wallet/gettransactioninfobyblocknum': ({ num = 0 }) => infosOf(num),
  };
  const node: typeof fetch = async (url, init) => {
    const path = new URL(String(url)).pathname.slice(1);
    calls.push(path);
    return Response.json(answers[path]?.((await new Response(init?.body ?? '{}').json()) as Record<string, number>));
  };
  return { calls, node };
}

/** Polls the sources as the worker's loops do, for a time by the world's clock. @returns the calls to the node */
async function callsWithin(ms: number, options: Partial<TronRailOptions> = {}): Promise<readonly string[]> {
  const { calls, node } = openChain();
  const rail = createTronRail({ node: { baseUrl: 'http://node' }, callsADay: QUOTA, timeoutMs: 1_000, fetch: node, ...options });
  const ctx: Ctx = { ...world.worker, rails: new Map([['tron', rail]]) };
  const endMs = world.clock.now().getTime() + ms;
  await declarePolledSources(ctx);
  const loops = polledSources(ctx).map((held) => ({ read: createSourceReader(ctx, held), pollMs: held.source.pollMs, nextMs: 0 }));
  for (;;) {
    const [next] = loops.toSorted((a, b) => a.nextMs - b.nextMs);
    const nowMs = world.clock.now().getTime();
    if (!next || next.nextMs >= endMs) break;
    world.clock.advance(Math.max(0, next.nextMs - nowMs));
    while (await next.read());
    next.nextMs = world.clock.now().getTime() + next.pollMs;
  }
  world.clock.advance(Math.max(0, endMs - world.clock.now().getTime()));
  return calls;
}

/** An order that waits for a payment for longer than any of these tests lasts. */
async function awaitPayment() {
  const order = await world.create(SWAP_60_TRC20);
  await world.database.query('set session_replication_role = replica');
  await world.database.query("update orders set expires_at = expires_at + interval '1 day' where ref = $1", [order.ref]);
  await world.database.query('set session_replication_role = origin');
  return order;
}

const ofNewest = (calls: readonly string[]) => calls.filter((path) => path.startsWith('wallet/'));
const roundsOf = (calls: readonly string[]) => calls.filter((path) => path === 'walletsolidity/getnowblock').length;
const HOURS_A_DAY = DAY_MS / HOUR_MS;

describe('calls to TRON’s node', () => {
  test('of an idle hour are about a third of its share of the daily quota; every block is read', async () => {
    const calls = await callsWithin(HOUR_MS);
    expect(calls.length * HOURS_A_DAY).toBeLessThanOrEqual(0.35 * QUOTA);
    expect(roundsOf(calls)).toBeLessThanOrEqual(120);
    const read = calls.filter((path) => path === 'walletsolidity/gettransactioninfobyblocknum').length;
    expect(read).toBeGreaterThanOrEqual(HOUR_MS / BLOCK_MS - 40);
  });

  test('while a payment is awaited go to the newest blocks, which show it first', async () => {
    await awaitPayment();
    const calls = await callsWithin(HOUR_MS / 4);
    expect(calls.length * 4 * HOURS_A_DAY).toBeLessThanOrEqual(0.8 * QUOTA);
    expect(ofNewest(calls).filter((path) => path === 'wallet/getnowblock').length).toBeGreaterThanOrEqual(112);
    expect(roundsOf(calls)).toBeLessThanOrEqual(30);
  });

  test('of a busy time, with payments awaited and payments to confirm all the while, stay within the reading’s share of the quota', async () => {
    const order = await awaitPayment();
    await recordPayment(world.worker, chainPayment({ account: order.instructions?.account ?? '', amount: 1n, confirmed: false, reference: 'f:0' }));
    const calls = await callsWithin(HOUR_MS / 4);
    expect(calls.length * 4 * HOURS_A_DAY).toBeLessThanOrEqual(0.9 * QUOTA);
    expect(roundsOf(calls)).toBeGreaterThanOrEqual(112);
  });

  test('keep a pace that is set, whatever is awaited', async () => {
    const calls = await callsWithin(60_000, { scanMs: 700 });
    expect(roundsOf(calls)).toBeGreaterThanOrEqual(85);
    expect(ofNewest(calls).length).toBeGreaterThanOrEqual(85);
  });
});

test('a payment that becomes awaited speeds the reading up at the next poll', async () => {
  const { calls, node } = openChain();
  const rail = createTronRail({ node: { baseUrl: 'http://node' }, callsADay: QUOTA, timeoutMs: 1_000, fetch: node });
  await world.database.query('set session_replication_role = replica');
  await world.database.query("update orders set expires_at = created_at where pay_in_network = 'tron'");
  await world.database.query('set session_replication_role = origin');
  const ctx: Ctx = { ...world.worker, rails: new Map([['tron', rail]]) };
  await declarePolledSources(ctx);
  const head = polledSources(ctx).find(({ source }) => source.kind === 'head');
  if (!head) throw new Error('no head');
  // Orders are accepted while their network's blocks are read.
  for (const held of polledSources(ctx)) await createSourceReader(ctx, held)();
  const read = createSourceReader(ctx, head);
  await read();
  calls.splice(0);
  world.clock.advance(head.source.pollMs);
  await read();
  expect(calls).toEqual([]);
  await world.create(SWAP_60_TRC20);
  world.clock.advance(head.source.pollMs);
  await read();
  expect(calls[0]).toBe('wallet/getnowblock');
});

test('a source that has no pace of its own for idle times is read whenever it is asked', async () => {
  let reads = 0;
  const read = async (cursor: string | null) => {
    reads += 1;
    return { facts: [], cursor, more: false };
  };
  const ask = createSourceReader(world.worker, { network: 'bank', source: { kind: 'list', name: 'statement', pollMs: 1_000, read } });
  await ask();
  await ask();
  expect(reads).toBe(2);
});
