import type { Caller } from '@quydoi/contract/caller';
import { customerIdOf } from '@quydoi/contract/caller';
import { orderListInput } from '@quydoi/contract/orders/order-list';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { adoptOrders } from '../../src/orders/adopt-orders.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** A browser, before a login and after one of a new customer. */
async function browser(): Promise<{ visitor: Caller; customer: Caller }> {
  const visitor = testCaller();
  const { deviceId, addressBlock } = visitor;
  return { visitor, customer: await accounts.callerOf(await accounts.login(await accounts.register()), { deviceId, addressBlock }) };
}
const adopt = async (caller: Caller, ...orders: readonly Pick<CreatedOrderView, 'ref' | 'key'>[]) =>
  (await adoptOrders(world.web, world.deps, caller, { orders: orders.map(({ ref, key }) => ({ ref, key })) })).adopted;
const list = (caller: Caller, input: object = {}) => listOrders(world.web, world.deps, caller, orderListInput.parse(input));
const isShownTo = async (caller: Caller, ref: string) => !(await getOrder(world.web, world.deps, caller, { ref })).masked;

test('who logs in takes over the orders of this browser, once, and they stay where they are in the list', async () => {
  const { visitor, customer } = await browser();
  const first = await world.create({}, visitor);
  world.clock.advance(1_000);
  const second = await world.create(SWAP_60_TRC20, visitor);
  world.clock.advance(1_000);
  const own = await world.create({ quantity: '20' }, customer);
  expect(await isShownTo(customer, first.ref)).toBe(false);
  for (let times = 0; times < 2; times += 1) expect((await adopt(customer, first, second)).sort()).toEqual([first.ref, second.ref].sort());
  const all = await list(customer);
  expect([all.total, all.items.map(({ ref }) => ref)]).toEqual([3, [own.ref, second.ref, first.ref]]);
  expect((await list(customer, { kind: 'ex' })).items.map(({ ref }) => ref)).toEqual([second.ref]);
  expect((await list(customer, { offset: 1, limit: 1 })).items.map(({ ref }) => ref)).toEqual([second.ref]);
  world.deps.pages.drop([first.ref]);
  expect(await isShownTo(customer, first.ref)).toBe(true);
  // As the customer, from anywhere, without the key.
  const elsewhere = testCaller({ principal: customer.principal });
  await workingMeanwhile(actOnOrder(world.web, world.deps, elsewhere, { ref: first.ref, action: 'cancel' }), () => handleOrderRequests(world.worker));
  expect(await world.order(first.ref)).toMatchObject({ status: 'cancelled', customerId: null });
});

test('neither a key without the device nor a device without the key gives an order to a thief', async () => {
  const lan = await browser();
  const thief = await browser();
  const order = await world.create({}, lan.visitor);
  const decoy = await world.create({}, thief.visitor);
  expect(await adopt(thief.customer, order)).toEqual([]);
  const onLansDevice = { ...thief.customer, deviceId: lan.visitor.deviceId };
  for (const key of ['', decoy.key, order.key.slice(0, -1), 'A'.repeat(22)]) expect(await adopt(onLansDevice, { ref: order.ref, key })).toEqual([]);
  expect([await isShownTo(thief.customer, order.ref), (await list(thief.customer)).total]).toEqual([false, 0]);
  await expect(adopt(lan.visitor, order)).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
  expect(await adopt(lan.customer, order)).toEqual([order.ref]);
});

test('an order of a customer, or one that another has taken over, is nobody else’s to take', async () => {
  const lan = await browser();
  const mai = { ...(await browser()).customer, deviceId: lan.visitor.deviceId };
  const made = await world.create({}, lan.customer);
  const taken = await world.create({}, lan.visitor);
  expect(await adopt(lan.customer, taken)).toEqual([taken.ref]);
  expect(await adopt(mai, made, taken)).toEqual([]);
  world.deps.pages.drop();
  expect([await isShownTo(mai, made.ref), await isShownTo(mai, taken.ref), (await list(mai)).items]).toEqual([false, false, []]);
});

test('of two customers who take an order over at the same time, one gets it', async () => {
  const lan = await browser();
  const mai = { ...(await browser()).customer, deviceId: lan.visitor.deviceId };
  const order = await world.create({}, lan.visitor);
  const got = await Promise.all([adopt(lan.customer, order), adopt(mai, order)]);
  expect(got.flat()).toEqual([order.ref]);
});

test('a thief of the web’s login who writes an adoption sees nothing by it', async () => {
  const lan = await browser();
  const thief = await browser();
  const order = await world.create({}, lan.visitor);
  const { id } = await world.order(order.ref);
  await world.database.query(
    `insert into adopted_order (order_id, customer_id, created_at, proof) select id, $2, created_at, 'forged' from orders where id = $1`,
    [id, customerIdOf(thief.customer)],
    'quydoi_web',
  );
  world.deps.pages.drop();
  expect([await isShownTo(thief.customer, order.ref), (await list(thief.customer)).items]).toEqual([false, []]);
  const cancel = actOnOrder(world.web, world.deps, thief.customer, { ref: order.ref, action: 'cancel' });
  await expect(cancel).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  const [made] = await world.database.query('select id from orders where customer_id is not null limit 1');
  const stolen = world.database.query(
    `insert into adopted_order (order_id, customer_id, created_at, proof) select id, $2, created_at, 'forged' from orders where id = $1`,
    [made?.id, customerIdOf(thief.customer)],
    'quydoi_web',
  );
  await expect(stolen).rejects.toMatchObject({ code: 'QD053' });
});
