import { CHECKPOINTS, type CheckpointName } from '@quydoi/exchange/checkpoints';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type Acknowledged, becomes, buy, createWallets, pay } from '../src/customer.ts';
import { type ExchangeUnderTest, KILLABLE, startExchangeUnderTest } from '../src/exchange-under-test.ts';
import { comeToRest, reckonWith } from '../src/rest.ts';
import { readReceived } from '../src/sandbox.ts';
import { createTally } from '../src/tally.ts';
import { until } from '../src/until.ts';

/** From placing an order to the process's death on its way. */
const DEATH_MS_MAX = 60_000;
/** From the restart to the order's end; an outcome that stays unknown takes the signer's whole patience. */
const END_MS_MAX = 60_000;
const REST_MS_MAX = 60_000;

/** Between the `sending` mark and the socket write: nobody can know what came of it. */
const UNKNOWN_AFTER: CheckpointName = 'payout.sending';

const points = KILLABLE.flatMap((role) => CHECKPOINTS[role].map((point) => ({ role, point })));
const deaths = createTally(points.map(({ point }) => point));
const acknowledged: Acknowledged[] = [];
/** Orders whose end takes the signer's patience: they are looked at last. */
const unknown: Acknowledged[] = [];
const nextWallet = createWallets();
let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

async function placeAndPay(): Promise<Acknowledged> {
  const order = await buy(exchange, nextWallet(), BigInt(100 + acknowledged.length));
  acknowledged.push(order);
  await pay(exchange, order);
  return order;
}

test.each(points)('$role killed at $point: the order still ends as it must', async ({ role, point }) => {
  onTestFailed(() => console.error(exchange.lastWords()));
  exchange.arm(role, point);
  const placing = placeAndPay();
  placing.catch(() => {});
  await until(`${role} to die at ${point}`, DEATH_MS_MAX, () => !exchange.isArmed(role, point) && !exchange.roles[role].isUp);
  deaths.add(point);
  await exchange.start(role);
  const order = await placing;
  if (point === UNKNOWN_AFTER) unknown.push(order);
  else expect(await endOf(order)).toEqual({ status: 'delivered', arrivals: 1 });
});

test(`killed at ${UNKNOWN_AFTER}, nothing is sent again and an operator has to decide`, async () => {
  onTestFailed(() => console.error(exchange.lastWords()));
  expect(unknown).toHaveLength(1);
  for (const order of unknown) expect(await endOf(order)).toEqual({ status: 'error', arrivals: 0 });
});

async function endOf(order: Acknowledged): Promise<{ status: string; arrivals: number }> {
  const status = await becomes(exchange, order, ['delivered', 'error'], END_MS_MAX);
  return { status, arrivals: (await readReceived(exchange, order.destination)).length };
}

test('every point was reached, and the books of the world and of the exchange agree', async () => {
  onTestFailed(() => console.error(exchange.lastWords()));
  console.info(`deaths: ${deaths}`);
  expect(deaths.missing(points.map(({ point }) => point))).toEqual([]);
  await comeToRest(exchange, REST_MS_MAX);
  const { findings, evidence } = await reckonWith(exchange, acknowledged);
  expect(findings).toEqual([]);
  expect(evidence.books.orders).toHaveLength(points.length);
});
