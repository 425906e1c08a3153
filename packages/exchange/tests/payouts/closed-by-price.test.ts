import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { rejectLatePriceOf } from '../../src/payouts/obligations/read-rates.ts';
import { createPriceWatch } from '../../src/payouts/watch-prices.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { createScriptedSource, type ScriptedSource } from '../../testing/market.ts';
import { accept, act, decisionOf, settle } from '../../testing/mismatch.ts';
import { setRateByTwo } from '../../testing/set-rate-by-two.ts';
import { openWorld, type World } from '../../testing/world.ts';

/*
 * A currency that is closed for its price has none: what was promised before is kept, and nothing else is sold at the old one. Whoever holds an unpaid or
 * an expired order would otherwise choose between the old price and the market's.
 */

const BOUNDS = { floor: '20000', cap: '40000' };

let world: World;
let tickers: readonly ScriptedSource[];
let look: () => Promise<false>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

beforeEach(async () => {
  await world.database.query('alter table price disable trigger append_only; delete from price; alter table price enable trigger append_only');
  tickers = ['coinbase', 'bitstamp'].map((name) => createScriptedSource(name as 'coinbase', { usdt: '1', eth: '3500', btc: '89000' }));
  world.priceSources.splice(0, world.priceSources.length, createScriptedSource('vietcombank', { usd: '26100' }), ...tickers);
  look = createPriceWatch(world.signer);
  await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26800', automaticRate: { ...BOUNDS, profit: '1' } });
  await setRateByTwo(world, { kind: 'sell', code: 'trc20', value: '25900', automaticRate: { ...BOUNDS, profit: '0.2' } });
  world.clock.advance(2 * MINUTE_MS);
  await look();
  world.errors.length = 0;
});
afterEach(async () => {
  await expectBooksInOrder(world);
});

async function minutes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    world.clock.advance(MINUTE_MS);
    await look();
  }
}

const isClosed = async () => (await world.web.settings()).suspensions.some(({ cause }) => cause === 'price');

/** Has all sources tell another price, which closes the currency. */
async function jump(price: string): Promise<void> {
  for (const ticker of tickers) ticker.told.set('usdt', price);
  await minutes(1);
  expect(await isClosed()).toBe(true);
  world.errors.length = 0;
}

async function untilOpen(): Promise<void> {
  for (let n = 0; n < 20 && (await isClosed()); n += 1) await minutes(1);
  expect(await isClosed()).toBe(false);
}

const buy = (quantity: string) => world.create({ to: 'trc20', quantity, destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' });

/** An order that has expired unpaid. */
async function expired(quantity: string): Promise<CreatedOrderView> {
  const created = await buy(quantity);
  await minutes(33);
  await readSources(world.worker, 'bank', 'list');
  await endTimedOutOrders(world.worker);
  expect((await world.order(created.ref)).status).toBe('cancelled');
  return created;
}

test('what was paid beyond an order meanwhile is not sold at the old price, now or later', async () => {
  const created = await buy('10');
  const { rateVersion, amountSent } = await world.order(created.ref);
  await jump('1.2');
  await minutes(2);
  const paid = 50n * amountSent;
  await world.pay(created.ref, paid);
  await world.run();
  expect(await decisionOf(world, created)).toMatchObject({ recalculation: null, recalculationRefusal: 'MAINTENANCE' });
  const old = { action: 'acceptRecalculation', offer: `${rateVersion}-${paid}` } as const;
  await expect(act(world, created, old)).rejects.toMatchObject({ code: 'RATE_CHANGED' });
  await untilOpen();
  await expect(act(world, created, old)).rejects.toMatchObject({ code: 'RATE_CHANGED' });
  const { recalculation } = await decisionOf(world, created);
  // The ordered part keeps its price; the rest has the one after the jump.
  expect(recalculation).toMatchObject({
    rateVersion,
    newRatePart: { rate: '31634', quantity: recalculation?.quantity && recalculation.quantity - 10_000_000n },
  });
  await accept(world, created);
  await settle(world);
  expect((await world.order(created.ref)).status).toBe('delivered');
});

test('an order paid in time is paid out at its own price', async () => {
  const created = await buy('10');
  await jump('1.2');
  await minutes(4);
  await world.pay(created.ref, created.amountSent);
  await settle(world);
  expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 10_000_000n });
  await untilOpen();
});

test('late money waits for the price, and then for the customer', async () => {
  const created = await expired('1000');
  await jump('1.2');
  await minutes(4);
  await world.pay(created.ref, created.amountSent);
  await settle(world);
  const order = await world.order(created.ref);
  expect(order).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
  expect(await decisionOf(world, created)).toMatchObject({ recalculation: null, recalculationRefusal: 'MAINTENANCE' });
  await untilOpen();
  const { recalculation } = await decisionOf(world, created);
  expect(Number(recalculation?.quantity)).toBeLessThan(840_000_000);
  await accept(world, created);
  await settle(world);
  expect((await world.order(created.ref)).status).toBe('delivered');
});

test('the signer does not pay late money at the price of before, whoever lets the order go on', async () => {
  const created = await expired('1000');
  await jump('1.2');
  await minutes(4);
  await world.pay(created.ref, created.amountSent);
  await world.run();
  const order = await world.order(created.ref);
  const payments = await readPaymentsOf(world.worker.orm, order.id);
  expect(await rejectLatePriceOf(world.signer, order, payments)).toBe('late money is priced at a rate of before');
  await untilOpen();
  expect(await rejectLatePriceOf(world.signer, order, payments)).toBe('late money is priced at a rate of before');
});

test('a price that comes back as it was is in force again', async () => {
  const created = await expired('100');
  await jump('1.2');
  for (const ticker of tickers) ticker.told.set('usdt', '1');
  await untilOpen();
  await minutes(5);
  await world.pay(created.ref, created.amountSent);
  await settle(world);
  expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_000_000n });
});
