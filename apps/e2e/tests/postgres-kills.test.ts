import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { startCustomerLoad } from '../src/customers/customer-load.ts';
import { createWallets } from '../src/customers/purchase.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { createSeededRandom, readSeed } from '../src/seeded-random.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { createTally, type Tally } from '../src/tally.ts';
import { until } from '../src/until.ts';

const KILLS = 5;
const CUSTOMERS = 4;
const LOAD_MS_MIN = 1_000;
const LOAD_MS_MAX = 2_500;
const READY_POLL_MS = 50;
const BACK_MS_MAX = 180_000;
/** Half a minute on a machine of its own; a database that recovers on a busy disk takes minutes. */
const TEST_MS_MAX = 900_000;
const REST_MS_MAX = 180_000;

const seed = readSeed();
let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

test(`PostgreSQL killed ${KILLS} times under load: what was acknowledged is there, and the same processes go on`, {
  timeout: TEST_MS_MAX,
}, async () => {
  onTestFailed(() => console.error(`seed ${seed}\n${exchange.recentLogs()}`));
  const random = createSeededRandom(seed);
  const over = new AbortController();
  const load = startCustomerLoad(exchange, random, CUSTOMERS, createWallets(), over.signal);
  const readiness = watchReadiness(over.signal);
  const ordersBetween: number[] = [];
  const backAfterMs: number[] = [];
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = load.acknowledged.length;
    await sleep(random.int(LOAD_MS_MIN, LOAD_MS_MAX));
    await until('an order before the kill', BACK_MS_MAX, () => load.acknowledged.length > before);
    ordersBetween.push(load.acknowledged.length - before);
    const killedAt = performance.now();
    exchange.killPostgres();
    const acknowledged = load.acknowledged.length;
    await until('orders after the kill', BACK_MS_MAX, () => load.acknowledged.length > acknowledged + CUSTOMERS);
    backAfterMs.push(Math.round(performance.now() - killedAt));
  }
  over.abort();
  await load.finished();
  await waitUntilIdle(exchange, REST_MS_MAX);
  console.info(
    `seed ${seed}\n  orders before each kill: ${ordersBetween.join(', ')}\n  orders again after ms: ${backAfterMs.join(', ')}\n  customers: ${load.did}\n  /ready said: ${await readiness}`,
  );
  expect((await reconcileWithSandbox(exchange, load.acknowledged)).differences).toEqual([]);
  expect((await readiness).missing(['200', '503'])).toEqual([]);
  expect(Math.min(...ordersBetween)).toBeGreaterThan(0);
  for (const [name, role] of Object.entries(exchange.roles)) expect(role.isUp, `${name} lived through it`).toBe(true);
});

/** Asks the web whether it is ready, again and again: load balancers go by it. */
async function watchReadiness(over: AbortSignal): Promise<Tally> {
  const said = createTally(['200', '503']);
  while (!over.aborted) {
    said.add(String((await fetch(`${exchange.webUrl}/ready`)).status));
    await sleep(READY_POLL_MS);
  }
  return said;
}
