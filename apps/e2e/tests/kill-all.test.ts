import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type Acknowledged, buy, createWallets, pay, waitForStatus } from '../src/customers/purchase.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import type { Endpoints } from '../src/system/endpoints.ts';
import { findFreePorts, isFree, releasePorts } from '../src/system/ports.ts';
import { isAlive } from '../src/system/processes.ts';
import { readReceived } from '../src/system/sandbox-client.ts';
import { type SupervisedExchange, startSupervised } from '../src/system/supervised-exchange.ts';
import { until } from '../src/until.ts';

/** From the supervisor's death until nothing of it is left; PostgreSQL writes down what it holds first. */
const GONE_MS_MAX = 120_000;
const DELIVERED_MS_MAX = 180_000;
/** Asked as often as can be: what is known of a payout is written down within milliseconds. */
const ARRIVAL_POLL_MS = 1;
const REST_MS_MAX = 180_000;

/** Where in an order's life everything is killed. */
const MOMENTS = ['after an order was acknowledged', 'when the bank has booked its payment', 'when its payout has arrived'] as const;

const acknowledged: Acknowledged[] = [];
const nextWallet = createWallets();
let dataDir: string;
let ports: number[];
let exchange: SupervisedExchange | undefined;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quydoi-e2e-all-'));
  ports = await findFreePorts(4);
  writeFileSync(join(dataDir, 'postgres.port'), `${ports[2]}\n`);
  exchange = await start();
});
afterAll(async () => {
  await exchange?.stop();
  await releasePorts(ports);
  rmSync(dataDir, { recursive: true, force: true });
});

function start(): Promise<SupervisedExchange> {
  return startSupervised(dataDir, ports[0] ?? 0, ports[1] ?? 0, ports[3] ?? 0);
}

function running(): SupervisedExchange {
  if (!exchange) throw new Error('nothing runs');
  return exchange;
}

test.each(MOMENTS)('everything killed %s: nothing is left behind, and the next start carries on', async (moment) => {
  onTestFailed(() => console.error(exchange?.recentLogs()));
  const before = running();
  const order = await buy(before, nextWallet(), 900n);
  acknowledged.push(order);
  const isPaid = moment !== 'after an order was acknowledged';
  if (isPaid) await pay(before, order);
  if (moment === 'when its payout has arrived') await until('the arrival', DELIVERED_MS_MAX, () => hasArrived(before, order), ARRIVAL_POLL_MS);
  await before.killSupervisor();
  await until('every process to be gone', GONE_MS_MAX, () => before.pids.every((pid) => !isAlive(pid)));
  for (const port of before.ports) expect(await isFree(port), `port ${port}`).toBe(true);

  exchange = await start();
  if (!isPaid) await pay(exchange, order);
  await waitForStatus(exchange, order, ['delivered'], DELIVERED_MS_MAX);
});

async function hasArrived(endpoints: Endpoints, order: Acknowledged): Promise<boolean> {
  return (await readReceived(endpoints, order.destination)).length > 0;
}

test('every order was delivered once', async () => {
  onTestFailed(() => console.error(exchange?.recentLogs()));
  await waitUntilIdle(running(), REST_MS_MAX);
  const { differences, evidence } = await reconcileWithSandbox(running(), acknowledged);
  expect(differences).toEqual([]);
  expect(evidence.books.orders.map(({ status }) => status)).toEqual(acknowledged.map(() => 'delivered'));
  for (const { destination } of acknowledged) expect(await readReceived(running(), destination)).toHaveLength(1);
});

test('told to stop, it ends well and leaves nothing behind', async () => {
  const { pids, stop } = running();
  exchange = undefined;
  expect(await stop()).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
});
