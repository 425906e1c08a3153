import { saveCursor } from '@quydoi/database/repositories/cursors';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Rail } from '@quydoi/rails/rail';
import type { PolledSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { declarePolledSources } from '../../src/payments/polled-sources.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const HOUR_MS = 3_600_000;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(async () => {
  await world.database.query('delete from source_cursor');
});
afterEach(async () => {
  // Orders that a test left open.
  await restart(world.signer, []);
  await restart(world.worker, ['statement']);
  await readSources(world.worker, 'bank', 'list');
  await endTimedOutOrders(world.worker);
  expect(world.errors.splice(0)).toEqual([]);
});
afterAll(() => world.database.close());

/** A role of the bank with these lists and no others. */
function withLists(ctx: Ctx, names: readonly string[]): Ctx {
  const listOf = (name: string): PolledSource => ({
    kind: 'list',
    name,
    pollMs: 1_000,
    read: async () => ({ facts: [], cursor: '1', more: false }),
  });
  const bank: Rail = { code: 'bank', sources: names.map(listOf) };
  return { ...ctx, rails: new Map<NetworkCode, Rail>([['bank', bank]]) };
}

/** Starts a role anew with these lists of the bank. */
async function restart(ctx: Ctx, names: readonly string[]): Promise<Ctx> {
  const started = withLists(ctx, names);
  await declarePolledSources(started);
  return started;
}

/** An unpaid order in dong whose timer ended an hour ago. */
async function timedOutOrder(): Promise<string> {
  const { ref } = await world.create();
  world.clock.advance(2 * HOUR_MS);
  return ref;
}

async function statusAfterTimers(ref: string): Promise<string> {
  await endTimedOutOrders(world.worker);
  return (await world.order(ref)).status;
}

describe('an order expires once its network has been read past its deadline by all sources', () => {
  test.each([
    ['worker', 'signer'],
    ['signer', 'worker'],
  ] as const)('of two roles with a source each, the %s first', async (first, second) => {
    const roles = { worker: await restart(world.worker, ['statement']), signer: await restart(world.signer, ['ledger']) };
    for (const ctx of [roles.worker, roles.signer]) await readSources(ctx, 'bank', 'list');
    const ref = await timedOutOrder();
    await readSources(roles[first], 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('pending');
    await readSources(roles[second], 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('cancelled');
  });

  test('of another role that has not been read at all', async () => {
    const worker = await restart(world.worker, ['statement']);
    const signer = await restart(world.signer, ['ledger']);
    const ref = await timedOutOrder();
    await readSources(worker, 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('pending');
    await readSources(signer, 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('cancelled');
  });

  test('of one role with two', async () => {
    const worker = await restart(world.worker, ['statement', 'second-bank']);
    const ref = await timedOutOrder();
    await readSources(withLists(worker, ['statement']), 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('pending');
    await readSources(withLists(worker, ['second-bank']), 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('cancelled');
  });
});

describe('a source that is no longer polled', () => {
  test('stops counting at the next start of its role, however far it was read', async () => {
    const signer = await restart(world.signer, ['ledger']);
    await readSources(signer, 'bank', 'list');
    const ref = await timedOutOrder();
    await readSources(await restart(world.worker, ['statement']), 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('pending');
    await restart(world.signer, []);
    expect(await statusAfterTimers(ref)).toBe('cancelled');
  });

  test('counts while another role polls it', async () => {
    await restart(world.worker, ['statement', 'ledger']);
    await restart(world.signer, ['ledger']);
    await restart(world.signer, []);
    const ref = await timedOutOrder();
    await readSources(withLists(world.worker, ['statement']), 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('pending');
    await readSources(withLists(world.worker, ['ledger']), 'bank', 'list');
    expect(await statusAfterTimers(ref)).toBe('cancelled');
  });

  test('resumes from its cursor when a role polls it again', async () => {
    await readSources(await restart(world.worker, ['statement']), 'bank', 'list');
    await restart(world.worker, []);
    await restart(world.worker, ['statement']);
    expect(await world.database.query(`select cursor from source_cursor where source = 'statement'`)).toEqual([{ cursor: '1' }]);
  });

  test('still has deposit addresses wait until its replacement has read the chain', async () => {
    await saveCursor(world.owner, { network: 'tron', source: 'former', kind: 'blocks', cursor: '1', watermark: world.clock.now() });
    await declarePolledSources(world.worker);
    const sell = () => world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined });
    await expect(sell()).rejects.toMatchObject({ code: 'MAINTENANCE' });
    await readSources(world.worker, 'tron', 'blocks');
    expect((await sell()).status).toBe('pending');
  });
});

test('no order of a network expires while no role polls a source of it', async () => {
  await restart(world.worker, []);
  const ref = await timedOutOrder();
  await saveCursor(world.owner, { network: 'bank', source: 'statement', kind: 'list', cursor: null, watermark: world.clock.now() });
  expect(await statusAfterTimers(ref)).toBe('pending');
});
