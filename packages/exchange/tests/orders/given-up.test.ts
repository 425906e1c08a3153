import type { Caller } from '@quydoi/contract/caller';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { NAMES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { createOrderDeps, type OrderDeps } from '../../src/orders/order-deps.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { testCaller } from '../../testing/callers.ts';
import { act, settle } from '../../testing/mismatch.ts';
import { answerLookups } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment, OWN_WALLET } from '../../testing/payment-facts.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const SELL_USDT: CreateOrderInput = { ...SELL_100_PM, from: 'trc20', sender: undefined };
const LIMITS = { subject: 3, network: 5 };
const REFUSED = { code: 'TOO_MANY_REQUESTS' };
/** Accounts of a moment ago: they cost nothing. */
const NEW_ACCOUNTS = ['22222222', '33333333', '44444444', '55555555', '66666666'] as const;

let world: World;
let deps: OrderDeps;
let blocks = 0;
let addressBlock: string;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  deps = {
    ...createOrderDeps(world.web, TEST_SECRETS, new Set([OWN_WALLET]), new Map([['pm', OWN_WALLET]]), NAMES_PER_DAY_MAX, LIMITS),
    reserves: () => readReserves(world.web.orm),
  };
});
beforeEach(() => {
  blocks += 1;
  addressBlock = `10.7.${blocks}.1`;
});
afterAll(async () => {
  await expectBooksInOrder(world);
  await world.database.close();
});

function order(deviceId: string | null, caller: Partial<Caller> = {}, input: Partial<CreateOrderInput> = {}): Promise<CreatedOrderView> {
  const made = createOrder(world.web, deps, testCaller({ deviceId, addressBlock, ...caller }), { ...SELL_USDT, quantity: '20', ...input });
  return workingMeanwhile(made, async () => {
    await answerLookups(world.signer);
    await answerLookups(world.worker);
  });
}

/** Orders, and gives up at once: nothing is held, and the address is used up. */
async function giveUp(deviceId: string | null, caller: Partial<Caller> = {}): Promise<void> {
  await act(world, await order(deviceId, caller), { action: 'cancel' });
  await handleOrderRequests(world.worker);
}

const signedIn = (customerId: string): Partial<Caller> => ({ principal: { kind: 'customer', customerId, sessionId: 's1' } });

/** Orders, pays, and is paid. */
async function trade(deviceId: string | null, caller: Partial<Caller> = {}): Promise<void> {
  const made = await order(deviceId, caller);
  const paidAt = world.clock.now();
  await world.record(
    world.worker,
    chainPayment({ account: made.instructions?.account ?? '', amount: 20_000_000n, paidAt, reference: `${made.ref}:0` }),
  );
  await settle(world);
  expect((await world.order(made.ref)).status).toBe('delivered');
}

test('a device gets no further deposit address for orders that it gives up, until a day has passed', async () => {
  for (let orders = 0; orders < LIMITS.subject; orders += 1) await giveUp('one');
  await expect(order('one')).rejects.toMatchObject(REFUSED);
  // What needs no address of its own goes on.
  expect((await order('one', {}, { from: 'pm', sender: 'U7654321' })).status).toBe('pending');
  expect((await order('two')).status).toBe('pending');
  world.clock.advance(DAY_MS + HOUR_MS);
  expect((await order('one')).status).toBe('pending');
});

test('a network gets no further ones for devices that come new each time; a customer of before does, until it gives up as many itself', async () => {
  await trade('came before');
  for (let orders = 0; orders < LIMITS.network; orders += 1) await giveUp(`new ${orders}`);
  await expect(order('another')).rejects.toMatchObject(REFUSED);
  await expect(order(null)).rejects.toMatchObject(REFUSED);
  expect((await order('another', { addressBlock: '10.8.0.1' })).status).toBe('pending');
  for (let orders = 0; orders < LIMITS.subject; orders += 1) await giveUp('came before');
  await expect(order('came before')).rejects.toMatchObject(REFUSED);
});

test('accounts pass no limit of the network: new ones count as new devices do; that of a customer of before is not refused for them', async () => {
  await trade(null, signedIn('7KQ2M9XR'));
  for (const customerId of NEW_ACCOUNTS) await giveUp(null, signedIn(customerId));
  await expect(order(null, signedIn('77777777'))).rejects.toMatchObject(REFUSED);
  await expect(order('another device')).rejects.toMatchObject(REFUSED);
  expect((await order(null, signedIn('7KQ2M9XR'))).status).toBe('pending');
  expect((await order(null, { ...signedIn('77777777'), addressBlock: '10.9.0.1' })).status).toBe('pending');
});
