import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type Acknowledged, buy, createWallets, pay, waitForStatus } from '../src/customers/purchase.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readFaults, setFault } from '../src/system/sandbox-client.ts';
import { until } from '../src/until.ts';

const DEATH_MS_MAX = 180_000;
const REST_MS_MAX = 180_000;
/** Booked by the provider without its yes reaching us. */
const SILENT_YES = ['confirm-applied-dropped', 'confirm-applied-500', 'confirm-applied-captcha', 'confirm-applied-late'] as const;

const acknowledged: Acknowledged[] = [];
const nextWallet = createWallets();
let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest({ scripts: { signer: join(import.meta.dirname, '../src/kills/naive-signer.ts') } });
});
afterAll(() => exchange?.stop());

async function placeAndPay(): Promise<Acknowledged> {
  const order = await buy(exchange, nextWallet(), 500n);
  acknowledged.push(order);
  await pay(exchange, order);
  return order;
}

/** What our own signer lives through in the other files, done to one that must not survive it. */
test('a signer that calls first and records after is caught paying twice', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const unharmed = await placeAndPay();
  await waitUntilIdle(exchange, REST_MS_MAX);
  expect((await reconcileWithSandbox(exchange, acknowledged)).differences).toEqual([]);

  const harmed: Acknowledged[] = [];
  for (const kind of SILENT_YES) {
    await setFault(exchange, 'perfect-money', kind, 1);
    const order = await placeAndPay();
    harmed.push(order);
    // Only a yes makes it delivered, and the fault comes before the yes: the next order cannot lose its own fault to this one.
    await waitForStatus(exchange, order, ['delivered'], REST_MS_MAX);
    await waitUntilIdle(exchange, REST_MS_MAX);
    // One order may not meet the fault that is meant for the next one.
    expect((await readFaults(exchange)).find((fault) => fault.kind === kind)).toMatchObject({ hits: 1, remaining: 0 });
  }
  exchange.arm('signer', 'payout.answered');
  harmed.push(await placeAndPay());
  await until('the signer to die', DEATH_MS_MAX, () => !exchange.isArmed('signer', 'payout.answered') && !exchange.roles.signer.isUp);
  await exchange.start('signer');
  await waitUntilIdle(exchange, REST_MS_MAX);
  // A late booking has to happen before it can be judged: it comes by itself, seconds after its order was delivered.
  await until('the late booking', REST_MS_MAX, async () => (await doublePayments()).length === harmed.length);

  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  for (const { destination } of harmed) expect((await doublePayments()).some((detail) => detail.includes(destination))).toBe(true);
  expect((await doublePayments()).some((detail) => detail.includes(unharmed.destination))).toBe(false);
  // Its own books see nothing of it: every order is delivered, the ledger is in order. Only the world's books tell.
  expect(evidence.books.ledgerDifferences).toEqual([]);
  expect(evidence.books.orders.map(({ status }) => status)).toEqual(acknowledged.map(() => 'delivered'));
  expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(['paid-twice', 'balance-differs']));
});

async function doublePayments(): Promise<string[]> {
  const { differences } = await reconcileWithSandbox(exchange, acknowledged);
  return differences.filter(({ kind }) => kind === 'paid-twice').map(({ detail }) => detail);
}
