import { orderListInput } from '@quydoi/contract/orders/order-list';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOrder } from '../../src/orders/get-order.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
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

/** A new customer who is logged in. */
const newCustomer = async () => accounts.callerOf(await accounts.login(await accounts.register()));
const list = async (caller: Awaited<ReturnType<typeof newCustomer>>, input: object = {}) =>
  listOrders(world.web, world.deps, caller, orderListInput.parse(input));

test('a customer sees their own orders, the newest first, and nobody else’s', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  const refs: string[] = [];
  for (const input of [{}, SWAP_60_TRC20, { quantity: '20' }]) {
    world.clock.advance(1_000);
    refs.unshift((await world.create(input, lan)).ref);
  }
  await world.create({}, mai);
  await world.create();
  const all = await list(lan);
  expect(all).toMatchObject({ total: 3, offset: 0, limit: 8 });
  expect(all.items.map(({ ref }) => ref)).toEqual(refs);
  expect(all.items[0]).toMatchObject({ kind: 'buy', status: 'pending', from: 'vnd', to: 'pm', destination: 'U7654321' });
  expect((await list(lan, { offset: 1, limit: 1 })).items.map(({ ref }) => ref)).toEqual([refs[1]]);
  expect(await list(lan, { kind: 'ex' })).toMatchObject({ total: null, items: [{ ref: refs[1] }] });
  expect(await list(lan, { kind: 'sell' })).toMatchObject({ total: null, items: [] });
  expect(await list(lan, { offset: 10_000 })).toMatchObject({ total: 3, items: [] });
  expect((await list(mai)).total).toBe(1);
});

test('an order belongs to its customer without its key, and to no other customer', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  const { ref } = await world.create({}, lan);
  expect(await getOrder(world.web, world.deps, lan, { ref })).toMatchObject({ masked: false });
  for (const other of [mai, testCaller()]) expect(await getOrder(world.web, world.deps, other, { ref })).toMatchObject({ masked: true });
});

test('an order is listed as claimed until its claim is answered or money has come', async () => {
  const lan = await newCustomer();
  const refs = [
    (await world.create({}, lan)).ref,
    (await world.create({ quantity: '20' }, lan)).ref,
    (await world.create({ quantity: '30' }, lan)).ref,
  ];
  const tell = (ref: string | undefined, n: number, code: string) =>
    world.database.query(
      `insert into order_event (order_id, n, code, params, actor, cause, at) select id, $2, $3, '{}', 'system', '', now() from orders where ref = $1`,
      [ref, n, code],
    );
  for (const ref of refs) await tell(ref, 2, 'claim_received');
  await tell(refs[1], 3, 'claim_not_found');
  await tell(refs[2], 3, 'payment_confirmed');
  const { items } = await list(lan);
  for (const { createdAt, expiresAt } of items) expect(expiresAt.getTime() - createdAt.getTime()).toBe(30 * 60_000);
  expect(new Map(items.map(({ ref, isClaimed }) => [ref, isClaimed]))).toEqual(new Map(refs.map((ref, index) => [ref, index === 0])));
});

test('visitors have no list', async () => {
  await expect(list(testCaller())).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
});

test('an order that a thief of the web’s login wrote in a customer’s name is not shown', async () => {
  const lan = await newCustomer();
  const { ref } = await world.create({}, lan);
  const customerId = lan.principal.kind === 'customer' ? lan.principal.customerId : '';
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'ref', 'THEFT23456', 'customer_id', $1::text))).*
     from orders o where o.customer_id is null limit 1`,
    [customerId],
  );
  await world.database.query('set session_replication_role = default');
  expect((await list(lan)).items.map((item) => item.ref)).toEqual([ref]);
});
