import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddressWatch } from '../../src/deposits/watch-addresses.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const SELL_USDT = { ...SELL_100_PM, from: 'trc20', sender: undefined } as const;

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

function watchOf(more: Partial<Rail>) {
  return createAddressWatch({ ...world.signer, rails: new Map([['tron', { code: 'tron', ...more }]]) }, 'tron');
}

test('nodes are told of each address that an order has, until they take it, and of none twice', async () => {
  const told: number[] = [];
  let isUp = true;
  const watch = watchOf({
    watched: {
      pollMs: 1_000,
      async watch(highest) {
        if (!isUp) throw new RailError('tron', 'unreachable', 'not-done', 'the node is away');
        told.push(highest);
      },
    },
  });
  await watch?.();
  expect(told).toEqual([]);
  await world.create(SELL_USDT, { deviceId: 'one' });
  await world.create(SELL_USDT, { deviceId: 'two' });
  await watch?.();
  await watch?.();
  expect(told).toEqual([1]);
  await world.create(SELL_USDT, { deviceId: 'three' });
  isUp = false;
  await watch?.();
  isUp = true;
  await watch?.();
  expect(told).toEqual([1, 2]);
});

test('the job asks for no further run, whether or not there was something to tell, and hides no error but the node’s', async () => {
  const failures: Error[] = [];
  const watch = watchOf({
    watched: {
      pollMs: 1_000,
      async watch() {
        const failure = failures.pop();
        if (failure) throw failure;
      },
    },
  });
  await world.create(SELL_USDT, { deviceId: 'four' });
  failures.push(new Error('bug'));
  await expect(watch?.()).rejects.toThrow('bug');
  expect(await watch?.()).toBe(false);
  expect(await watch?.()).toBe(false);
});

test('there is nothing to tell where nodes tell of any address', () => {
  expect(watchOf({})).toBeNull();
});
