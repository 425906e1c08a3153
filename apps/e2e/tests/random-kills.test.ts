import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { faultName } from '../src/chaos/faults.ts';
import { journalToldRows } from '../src/chaos/journal-told-rows.ts';
import { repeat } from '../src/chaos/operator.ts';
import { CUSTOMER_ACTIONS, startCustomerLoad } from '../src/customers/customer-load.ts';
import { type Acknowledged, buy, createWallets, pay, waitForStatus } from '../src/customers/purchase.ts';
import { PURCHASE_FAULTS, payWithoutMemo, RARE_FAULTS } from '../src/kills/purchase-faults.ts';
import { killAtRandom, type RandomKills } from '../src/kills/random-kills.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { createSeededRandom, readSeed, type SeededRandom } from '../src/seeded-random.ts';
import { type ExchangeUnderTest, KILLABLE, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readFaults, setFault } from '../src/system/sandbox-client.ts';
import { createTally, type Tally } from '../src/tally.ts';
import { until } from '../src/until.ts';

const KILLS = 50;
const CUSTOMERS = 4;
const FAULT_PAUSE_MS_MIN = 200;
const FAULT_PAUSE_MS_MAX = 800;
/**
 * Limits of what comes to pass sooner or later, far beyond what it takes on a busy machine. A payout that is tried again waits half a minute, then two;
 * one of unknown outcome the signer's patience; rows of the bank's list whose dates could not be read a minute.
 */
const REST_MS_MAX = 300_000;
/** What an order may take when the bank tells nothing and its list has to be read. */
const RECONCILED_MS_MAX = 150_000;
const MISSED_MS_MAX = 120_000;
const LOST_WEBHOOKS = 10;
/** A minute on a machine of its own; programs that are started fifty times take several on a busy one. */
const TEST_MS_MAX = 900_000;

/** `E2E_SEED=…` repeats a run's choices; the moments at which they fall still differ. */
const seed = readSeed();
const acknowledged: Acknowledged[] = [];
const nextWallet = createWallets();
let exchange: ExchangeUnderTest;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

test('with every webhook lost, orders are paid all the same', { timeout: TEST_MS_MAX }, async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  await setFault(exchange, 'bank', 'webhook-lost', LOST_WEBHOOKS);
  const orders = await Promise.all(Array.from({ length: LOST_WEBHOOKS }, () => buy(exchange, nextWallet(), 700n)));
  acknowledged.push(...orders);
  await Promise.all(orders.map((order) => pay(exchange, order)));
  await Promise.all(orders.map((order) => waitForStatus(exchange, order, ['delivered'], RECONCILED_MS_MAX)));
  const lost = (await readFaults(exchange)).find(({ kind }) => kind === 'webhook-lost');
  expect(lost).toMatchObject({ hits: LOST_WEBHOOKS, remaining: 0 });
  expect((await reconcileWithSandbox(exchange, acknowledged)).differences).toEqual([]);
});

test(`${KILLS} kills of web, worker and signer among failing providers`, { timeout: TEST_MS_MAX }, async () => {
  onTestFailed(() => console.error(`seed ${seed}\n${exchange.recentLogs()}`));
  const before = await countFaults();
  const [over, gone] = [new AbortController(), new AbortController()];
  const load = startCustomerLoad(exchange, createSeededRandom(`${seed} load`), CUSTOMERS, nextWallet, gone.signal);
  const making = makeFaults(createSeededRandom(`${seed} faults`), over.signal);
  let kills: RandomKills;
  try {
    kills = await killAtRandom(exchange, createSeededRandom(`${seed} kills`), KILLS).finally(() => over.abort());
    await making;
    await calmDown();
    await makeMissed(before);
    await until('every action of a customer', MISSED_MS_MAX, () => load.did.missing(CUSTOMER_ACTIONS).length === 0);
  } finally {
    gone.abort();
  }
  await load.finished();
  await calmDown();
  const operator = await becomeIdle();

  const hits = await countFaults(before);
  const { differences, evidence } = await reconcileWithSandbox(exchange, [...acknowledged, ...load.acknowledged]);
  const ends = createTally(['delivered', 'error', 'pending']);
  for (const { status } of evidence.books.orders) ends.add(status);
  report({ kills: kills.byRole, 'killed at': kills.byLocation, faults: hits, customers: load.did, operator, orders: ends });
  expect(differences).toEqual([]);
  expect(kills.byRole.missing(KILLABLE)).toEqual([]);
  expect(hits.missing(PURCHASE_FAULTS.map(faultName))).toEqual([]);
  expect(load.did.missing(CUSTOMER_ACTIONS)).toEqual([]);
  expect(ends.missing(['delivered', 'error', 'pending'])).toEqual([]);
  // An order is given up only where nobody can know: the provider booked nothing and said nothing clear, or the signer died while sending.
  const givenUp = evidence.books.orders.filter(({ status }) => status === 'error');
  expect(new Set(givenUp.map(({ reason }) => reason))).toEqual(new Set(['payout_unknown']));
  const unclear = hits.of('perfect-money/confirm-dropped') + hits.of('perfect-money/confirm-captcha');
  expect(givenUp.length).toBeLessThanOrEqual(unclear + kills.byRole.of('signer') * CUSTOMERS);
});

/** Switches every fault on at once, then one after the other at random. */
async function makeFaults(random: SeededRandom, stop: AbortSignal): Promise<void> {
  for (const { rail, kind } of PURCHASE_FAULTS) await setFault(exchange, rail, kind, 1);
  await payWithoutMemo(exchange);
  const repeatable = PURCHASE_FAULTS.filter(({ kind }) => kind !== 'not-enough-money');
  while (!stop.aborted) {
    await sleep(random.int(FAULT_PAUSE_MS_MIN, FAULT_PAUSE_MS_MAX));
    const { rail, kind, countMax } = random.pick(repeatable as [(typeof repeatable)[0], ...typeof repeatable]);
    await setFault(exchange, rail, kind, random.int(1, countMax));
  }
}

/** One fault hides another: those that never got their turn get it now. */
async function makeMissed(before: Tally): Promise<void> {
  const missed = (await countFaults(before)).missing(PURCHASE_FAULTS.map(faultName));
  for (const { rail, kind } of PURCHASE_FAULTS.filter((fault) => missed.includes(faultName(fault)))) {
    await setFault(exchange, rail, kind, 1);
    if (RARE_FAULTS.has(faultName({ rail, kind }))) await payWithoutMemo(exchange);
    await until(
      `${rail}/${kind} to happen`,
      MISSED_MS_MAX,
      async () => (await countFaults(before)).of(faultName({ rail, kind })) > 0,
      FAULT_PAUSE_MS_MIN,
    );
  }
}

async function calmDown(): Promise<void> {
  for (const { rail, kind } of PURCHASE_FAULTS) await setFault(exchange, rail, kind, 0);
}

/**
 * Waits until everything is at rest. An order that was paid twice within a second, both times without a reference, takes an operator: the bank's list tells
 * such payments as it would tell one of them again.
 */
async function becomeIdle(): Promise<Tally> {
  const operator = createTally(['journalRow']);
  const idle = new AbortController();
  const operating = repeat(() => journalToldRows(exchange, operator), idle.signal);
  await waitUntilIdle(exchange, REST_MS_MAX).finally(() => idle.abort());
  await operating;
  return operator;
}

/** How often each fault has happened since an earlier count. */
async function countFaults(before?: Tally): Promise<Tally> {
  const hits = createTally(PURCHASE_FAULTS.map(faultName));
  for (const { name, count } of before?.counts() ?? []) hits.add(name, -count);
  for (const fault of await readFaults(exchange)) hits.add(faultName(fault), fault.hits);
  return hits;
}

function report(tallies: Readonly<Record<string, Tally>>): void {
  const lines = Object.entries(tallies).map(([name, tally]) => `  ${name}: ${tally}`);
  console.info([`seed ${seed}`, ...lines].join('\n'));
}
