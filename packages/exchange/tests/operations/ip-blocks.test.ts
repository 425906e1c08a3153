import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { isIpBlocked } from '@quydoi/domain/address/ip-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const ADDRESS = '203.0.113.7';

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterAll(() => world.database.close());

async function isBlocked(addressBlock: string): Promise<boolean> {
  return isIpBlocked((await world.web.settings()).ipBlocks, addressBlock, world.clock.now());
}

test('an IP network that an operator blocks is blocked for the web, until the block ends or is taken back', async () => {
  expect(await isBlocked(ADDRESS)).toBe(false);
  const until = new Date(world.clock.now().getTime() + 60_000);
  await operations.setIpBlock(LAN, { network: '203.0.113.0/24', on: true, until: until.toISOString().replace('Z', '+00:00'), note: 'spam' });
  expect(await isBlocked(ADDRESS)).toBe(true);
  expect(await isBlocked('203.0.114.7')).toBe(false);
  expect(await operations.listIpBlocks(LAN, {})).toEqual({ items: [{ network: '203.0.113.0/24', until, note: 'spam' }] });
  world.clock.advance(60_000);
  expect(await isBlocked(ADDRESS)).toBe(false);
  expect(await operations.listIpBlocks(LAN, {})).toEqual({ items: [] });

  await operations.setIpBlock(LAN, { network: ADDRESS, on: true, until: null, note: 'spam' });
  expect(await isBlocked(ADDRESS)).toBe(true);
  await operations.setIpBlock(LAN, { network: ADDRESS, on: false, until: null, note: 'it was a café' });
  expect(await isBlocked(ADDRESS)).toBe(false);
});
