import { readUnconfirmedBefore } from '@quydoi/database/repositories/payments';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { NetworkCode } from '@quydoi/domain/networks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LIMIT = 2;

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

async function seeOn(network: NetworkCode, waitedMs = 0): Promise<void> {
  n += 1;
  world.clock.advance(1_000);
  const reference = `${n.toString(16).padStart(64, '0')}:0`;
  await world.record(
    world.worker,
    chainPayment({
      network,
      source: `${network}-head`,
      account: `${network} address`,
      amount: 1n,
      reference,
      paidAt: new Date(world.clock.now().getTime() - waitedMs),
      confirmed: false,
    }),
  );
}

test('unconfirmed payments of each network are limited apart, and told before its own moment only', async () => {
  for (const network of ['tron', 'tron', 'tron', 'bsc'] as const) await seeOn(network);
  const before = world.clock.now();
  await seeOn('bsc');
  const now = new Date(world.clock.now().getTime() + 1);
  const networksBefore = async (tron: Date, bsc: Date) => {
    const moments = [
      { network: 'tron', moment: tron },
      { network: 'bsc', moment: bsc },
    ] as const;
    return (await readUnconfirmedBefore(world.worker.orm, moments, LIMIT)).map(({ network }) => network);
  };
  expect(await networksBefore(now, now)).toEqual(['tron', 'tron', 'bsc', 'bsc']);
  expect(await networksBefore(now, before)).toEqual(['tron', 'tron']);
  expect(await networksBefore(new Date(0), now)).toEqual(['bsc', 'bsc']);
});

test('a payment that had waited for hours before we saw it is not told before a moment in between', async () => {
  const before = world.clock.now();
  await seeOn('bitcoin', 7_200_000);
  const toldBefore = async (moment: Date) => (await readUnconfirmedBefore(world.worker.orm, [{ network: 'bitcoin', moment }], LIMIT)).length;
  expect(await toldBefore(before)).toBe(0);
  expect(await toldBefore(new Date(world.clock.now().getTime() + 1))).toBe(1);
});
