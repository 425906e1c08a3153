import { setTimeout as sleep } from 'node:timers/promises';
import { dbOf } from '@quydoi/database/orm';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { statusOf, waitForStatus } from '../src/customers/purchase.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readReceived, setFault } from '../src/system/sandbox-client.ts';
import { createTally } from '../src/tally.ts';
import { until } from '../src/until.ts';

const PATIENCE_MS = 300_000;
const TEST_MS_MAX = 900_000;
/** Sales on their way when a provider goes down. */
const WAVE = 6;
const ALWAYS = 1_000_000;
/** How long a provider is down: longer than its breaker needs to open. */
const DOWN_MS = 8_000;

/**
 * The waves: the provider that is down, the fault of the other provider's next payout, and the checkpoint at which the signer is killed while it makes
 * that payout.
 */
const WAVES: readonly { readonly down: 'payos' | 'appotapay'; readonly fault: string; readonly point: CheckpointName }[] = [
  { down: 'appotapay', fault: 'payout-applied-dropped', point: 'payout.prepared' },
  { down: 'payos', fault: 'payout-applied-dropped', point: 'payout.sending' },
  { down: 'appotapay', fault: 'payout-reversed', point: 'payout.answered' },
  { down: 'payos', fault: 'payout-pending', point: 'settle.found' },
];
const OUTAGES = { payos: 'unreachable', appotapay: 'transfers-unreachable' } as const;
const RAILS = { payos: 'pay-os', appotapay: 'appota-pay' } as const;

let exchange: ExchangeUnderTest;
const acknowledged: PlacedOrder[] = [];
/** Sales whose money the sandbox gave back after it was paid. */
let reversals = 0;

beforeAll(async () => {
  exchange = await startExchangeUnderTest({
    env: { signer: { APPOTAPAY_PAYOUTS: 'on', BALANCE_CHECK_MS: '2000' }, sandbox: { SANDBOX_APPOTAPAY_OPENING: '2500000000' } },
  });
});
afterAll(() => exchange?.stop());

async function sell(customer: number): Promise<PlacedOrder> {
  const order = await placeOrder(exchange, { kind: 'sell', from: 'pm', to: 'vnd', quantity: '5', customer });
  acknowledged.push(order);
  await payFor(exchange, order);
  return order;
}

/** Attempts that are not at an end, at a provider. */
async function liveAt(provider: string): Promise<number> {
  const rows = await dbOf(await databaseOf(exchange))
    .selectFrom('attempt')
    .select('id')
    .where('provider', '=', provider)
    .where('state', 'in', ['prepared', 'sending', 'sent', 'unknown'])
    .execute();
  return rows.length;
}

async function undelivered(): Promise<number> {
  const rows = await dbOf(await databaseOf(exchange))
    .selectFrom('orders')
    .select('id')
    .where('status', 'not in', ['delivered', 'error'])
    .execute();
  return rows.length;
}

test.each(WAVES)(
  '$down is down, the signer dies at $point: all others are paid meanwhile',
  { timeout: TEST_MS_MAX },
  async ({ down, fault, point }) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const [first, ...rest] = await Promise.all(Array.from({ length: WAVE }, (_, n) => sell(acknowledged.length + 1 + n)));
    if (!first) throw new Error('nothing sold');
    // Mid-payout: some are being made, and at either.
    await setFault(exchange, RAILS[down], OUTAGES[down], ALWAYS);
    const other = down === 'payos' ? 'appotapay' : 'payos';
    await setFault(exchange, RAILS[other], fault, 1);
    exchange.arm('signer', point);
    const more = await Promise.all(Array.from({ length: WAVE }, (_, n) => sell(1_000 + acknowledged.length + n)));
    await until(`the signer to come to ${point}`, PATIENCE_MS, () => !exchange.isArmed('signer', point));
    await exchange.roles.signer.died();
    await exchange.start('signer');
    await sleep(DOWN_MS);
    // All payouts but those already sent to the provider that is down are made by the other one before it is up again.
    await until('the other provider’s payouts', PATIENCE_MS, async () => (await undelivered()) <= (await liveAt(down)));
    await setFault(exchange, RAILS[down], OUTAGES[down], 0);
    if (fault === 'payout-reversed') reversals += 1;
    const ends = await Promise.all([first, ...rest, ...more].map((order) => waitForStatus(exchange, order, ['delivered', 'error'], PATIENCE_MS)));
    expect(ends.filter((status) => status === 'error').length).toBeLessThanOrEqual(fault === 'payout-reversed' ? 1 : 0);
  },
);

test('a chain whose node hangs all the time delays its own orders, and no other', { timeout: TEST_MS_MAX }, async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const buyTokens = (n: number) => placeOrder(exchange, { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '20', customer: 2_000 + n });
  const delayed = await Promise.all(Array.from({ length: WAVE }, (_, n) => buyTokens(n)));
  acknowledged.push(...delayed);
  await setFault(exchange, 'tron', 'hangs', ALWAYS);
  await Promise.all(delayed.map((order) => payFor(exchange, order)));
  const others = await Promise.all(Array.from({ length: 2 * WAVE }, (_, n) => sell(3_000 + n)));
  for (const order of others) await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
  for (const order of delayed) expect(['paid', 'delivering']).toContain(await statusOf(exchange, order));
  await setFault(exchange, 'tron', 'hangs', 0);
  for (const order of delayed) await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
});

test('each was paid once, by both providers in turns, and nothing differs from the sandbox’s books', { timeout: TEST_MS_MAX }, async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  await waitUntilIdle(exchange, PATIENCE_MS);
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  expect(differences).toEqual([]);
  const delivered = new Set(evidence.books.orders.filter(({ status }) => status === 'delivered').map(({ ref }) => ref));
  expect(delivered.size).toBeGreaterThanOrEqual(acknowledged.length - reversals);
  for (const { ref, destination } of acknowledged) if (delivered.has(ref)) expect(await readReceived(exchange, destination)).toHaveLength(1);
  const by = createTally(['0011009876543', 'APPOTAPAY-QUYDOI']);
  for (const { from, state } of evidence.sandbox.bank.transfers) if (state === 'completed' && by.names().includes(from)) by.add(from);
  console.info(`transfers by account: ${by}`);
  expect(by.missing(by.names())).toEqual([]);
  if (reversals === 0) expect(outstandingBalances(evidence.books)).toEqual({});
});
