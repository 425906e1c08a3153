import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSnapshots } from '../../src/config/snapshots.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const NOTE = { force: true, note: 'the market moved' };

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterAll(() => world.database.close());

const setBuy = (value: string) => operations.setRate(LAN, { kind: 'buy', code: 'pm', value, percentFee: '0.5', maxFee: null, ...NOTE });

test('live data carry what a rate was an hour ago, until that is its value again', async () => {
  const before = (await world.web.settings()).buy.get('pm')?.value.value ?? '';
  world.clock.advance(2 * HOUR_MS);
  const snapshots = await createSnapshots(world.web);
  expect(snapshots.live().view.hourAgo).toEqual([]);

  await setBuy('26100');
  await snapshots.refreshConfig();
  await snapshots.refreshLive();
  expect(snapshots.live().view.hourAgo).toEqual([{ code: 'pm', kind: 'buy', value: before }]);

  // Against an hour ago, not against the previous version.
  world.clock.advance(30 * MINUTE_MS);
  await setBuy('26200');
  await snapshots.refreshConfig();
  await snapshots.refreshLive();
  expect(snapshots.live().view.hourAgo).toEqual([{ code: 'pm', kind: 'buy', value: before }]);

  world.clock.advance(31 * MINUTE_MS);
  await snapshots.refreshLive();
  expect(snapshots.live().view.hourAgo).toEqual([{ code: 'pm', kind: 'buy', value: '26100' }]);

  world.clock.advance(30 * MINUTE_MS);
  await snapshots.refreshLive();
  expect(snapshots.live().view.hourAgo).toEqual([]);
});

test('a rate that goes back within the hour has not moved', async () => {
  const snapshots = await createSnapshots(world.web);
  world.clock.advance(2 * HOUR_MS);
  await setBuy('27000');
  await setBuy('26200');
  await snapshots.refreshConfig();
  await snapshots.refreshLive();
  expect(snapshots.live().view.hourAgo).toEqual([]);
});
