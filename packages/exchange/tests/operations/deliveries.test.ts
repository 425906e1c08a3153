import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliveries } from '../../src/config/deliveries.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PRICE = 2_607_975n;

let world: World;
let batch = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

test('before the first delivery there is none to tell of', async () => {
  expect(await createDeliveries(world.web).get()).toEqual({ deliveries: [] });
});

test('tells the last delivery of a currency to the minute, how many there were in the last hour, and their median time', async () => {
  const deliveries = createDeliveries(world.web);
  // From 02:00: three purchases, which take 10 s, 20.5 s and 90 s.
  for (const ms of [10_000, 90_000, 20_500]) await deliverAfter(ms, await payPurchase());
  expect(await deliveries.get()).toEqual({
    deliveries: [{ currency: 'pm', bank: null, lastAt: '2026-01-06T02:02:00.000Z', lastHour: { count: 3, medianSeconds: 21 } }],
  });
});

test('dong is told for all banks, and for each', async () => {
  for (const [bank, ms] of [
    ['vcb', 4_000],
    ['tcb', 8_000],
    ['vcb', 6_000],
  ] as const)
    await deliverAfter(ms, await paySale(bank));
  const { deliveries } = await createDeliveries(world.web).get();
  expect(deliveries.filter(({ currency }) => currency === 'vnd')).toMatchObject([
    { bank: null, lastHour: { count: 3, medianSeconds: 6 } },
    { bank: 'tcb', lastHour: { count: 1, medianSeconds: 8 } },
    { bank: 'vcb', lastHour: { count: 2, medianSeconds: 5 } },
  ]);
});

test('is read once a minute, whoever asks', async () => {
  const deliveries = createDeliveries(world.web);
  const first = await deliveries.get();
  await deliverAfter(1_000, await payPurchase());
  expect(await deliveries.get()).toBe(first);
  world.clock.advance(MINUTE_MS);
  expect((await deliveries.get()).deliveries).toMatchObject([{ currency: 'pm', lastHour: { count: 4 } }, {}, {}, {}]);
});

test('after an hour only the last delivery is left, after a day nothing', async () => {
  world.clock.advance(HOUR_MS);
  expect((await createDeliveries(world.web).get()).deliveries.map(({ lastHour }) => lastHour)).toEqual([null, null, null, null]);
  world.clock.advance(DAY_MS);
  expect(await createDeliveries(world.web).get()).toEqual({ deliveries: [] });
});

async function payPurchase(): Promise<string> {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  return ref;
}

async function paySale(destinationBank: string): Promise<string> {
  const { ref, amountSent } = await world.create({ ...SELL_100_PM, destinationBank });
  batch += 1;
  await world.record(
    world.signer,
    walletTransfer({ memo: ref, amount: amountSent, reference: String(batch), sourceId: `s${batch}`, paidAt: world.clock.now() }),
  );
  return ref;
}

/** Delivers a paid order `ms` milliseconds after its payment was matched. */
async function deliverAfter(ms: number, ref: string): Promise<void> {
  await matchPayments(world.worker);
  world.clock.advance(ms);
  await world.run();
  expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
}
