import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS } from '@quydoi/domain/durations';
import type { BlockSource } from '@quydoi/rails/source';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSource } from '../../src/payments/read-sources.ts';
import { createSourceReader } from '../../src/payments/source-reader.ts';
import { coinBlocks } from '../../testing/coin-blocks.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

async function switchTrc20(on: boolean): Promise<void> {
  const [stored] = await world.database.query(`select value from setting where kind = 'currency' and key = 'trc20' order by version desc limit 1`);
  const value = JSON.stringify({ ...(stored?.value as object), on });
  await world.database.query(`insert into setting (kind, key, value, author, at) values ('currency', 'trc20', $1, 'tests', now())`, [value]);
}

test('a chain is not read while its currencies are off, unless an order ever had an address there', async () => {
  let reads = 0;
  const source: BlockSource = {
    kind: 'blocks',
    name: 'blocks',
    pollMs: 1_000,
    async read(cursor) {
      reads += 1;
      return { facts: [], cursor, more: false };
    },
  };
  const read = createSourceReader(world.worker, { network: 'tron', source });
  const look = async () => {
    reads = 0;
    await read();
    return reads;
  };
  await switchTrc20(false);
  expect(await look()).toBe(0);
  await switchTrc20(true);
  expect(await look()).toBe(1);
  await world.create(SWAP_60_TRC20);
  await switchTrc20(false);
  expect(await look()).toBe(1);
});

test('a chain’s coin is read while it is on, or an address is kept for an order that was to be paid in it', async () => {
  const told: (readonly string[] | undefined)[] = [];
  const source = coinBlocks('blocks', 'trc20', (watched) => {
    told.push(watched);
    return [];
  });
  const look = async () => {
    await readSource(world.worker, { network: 'tron', source });
    return told.pop();
  };
  await switchTrc20(true);
  await world.create(SWAP_60_TRC20);
  const watched = await look();
  expect(watched).not.toEqual([]);
  await switchTrc20(false);
  expect(await look()).toEqual(watched);
  world.clock.advance(8 * DAY_MS);
  expect(await look()).toBeUndefined();
  await switchTrc20(true);
  expect(await look()).toEqual([]);
});
