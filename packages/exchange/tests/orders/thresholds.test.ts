import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Settings, SiteSettings } from '@quydoi/domain/settings';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readDecision } from '../../src/actions/decision.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { adoptOrders } from '../../src/orders/adopt-orders.ts';
import { quoteOrder } from '../../src/orders/quote-order.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { act, decisionOf } from '../../testing/mismatch.ts';
import { SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const OPERATOR = operatorCaller('lan');
/** Worth 2 607 975 đ. */
const BUY = {};

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
afterEach(() => set({}));
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** Sets the site's thresholds, the others as they are by default. */
async function set(site: Partial<SiteSettings>): Promise<void> {
  await world.database.query(
    `insert into setting (kind, key, value, author, at)
     select kind, key, value || $1::jsonb, 'tests', now() from setting where kind = 'site' order by version limit 1`,
    [JSON.stringify(site)],
  );
}

function without<K extends string, V>(rates: ReadonlyMap<K, V>, key: string): ReadonlyMap<K, V> {
  return new Map([...rates].filter(([code]) => code !== key));
}

const newCustomer = async () => accounts.callerOf(await accounts.login(await accounts.register()));
const verify = (caller: Caller, status: 'verify' | 'not_uploaded' = 'verify') =>
  bindOperations(world.operator).setDocStatus(OPERATOR, { customer: String(customerIdOf(caller)), status, note: 'seen at the counter' });
/** The code with which each of these orders is refused to a caller, or null. */
async function codesOf(caller: Caller, ...inputs: readonly object[]): Promise<(string | null)[]> {
  const codes: (string | null)[] = [];
  for (const input of inputs) {
    codes.push(
      await world.create(input, caller).then(
        () => null,
        ({ code, params }) => [code, params.amount].filter((part) => part !== undefined).join(' '),
      ),
    );
  }
  return codes;
}
const needsOf = async (caller: Caller) =>
  (await quoteOrder(world.web, world.deps, caller, { kind: 'buy', from: 'vnd', to: 'pm', quantity: '100' })).needs;

test('the value of an order says who has to log in, and a threshold of 0 says all who buy or sell', async () => {
  const lan = await newCustomer();
  await set({ minOrderLogin: '2607975' });
  expect(await codesOf(testCaller(), BUY)).toEqual(['LOGIN_FOR_AMOUNT 2607975']);
  expect(await codesOf(lan, BUY)).toEqual([null]);
  expect([await needsOf(testCaller()), await needsOf(lan)]).toEqual([['login'], []]);
  await set({ minOrderLogin: '2607976' });
  expect(await codesOf(testCaller(), BUY)).toEqual([null]);
  await set({ minOrderLogin: '0' });
  expect(await codesOf(testCaller(), BUY, SELL_100_PM, SWAP_60_TRC20)).toEqual(['LOGIN_FOR_AMOUNT 0', 'LOGIN_FOR_AMOUNT 0', null]);
});

test('flags demand a login of buys and sells, and of swaps', async () => {
  await set({ requiredLoginToBuySell: true });
  expect(await codesOf(testCaller(), BUY, SELL_100_PM, SWAP_60_TRC20)).toEqual(['LOGIN_FOR_AMOUNT 0', 'LOGIN_FOR_AMOUNT 0', null]);
  await set({ requiredLoginToExchange: true });
  expect(await codesOf(testCaller(), BUY, SWAP_60_TRC20)).toEqual([null, 'LOGIN_FOR_AMOUNT 0']);
  expect(await codesOf(await newCustomer(), SWAP_60_TRC20)).toEqual([null]);
});

test('from a value on, a customer needs a verified identity, which an operator says and takes back', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  await set({ minOrderKyc: '2607975' });
  expect(await codesOf(lan, BUY, { quantity: '99' })).toEqual(['KYC_TO_CONTINUE', null]);
  expect(await needsOf(lan)).toEqual(['kyc']);
  // Only customers can be verified: visitors log in first, at the same value.
  expect(await codesOf(testCaller(), BUY)).toEqual(['LOGIN_FOR_AMOUNT 2607975']);
  expect(await needsOf(testCaller())).toEqual(['login', 'kyc']);
  await verify(lan);
  expect([await codesOf(lan, BUY), await needsOf(lan)]).toEqual([[null], []]);
  expect(await codesOf(mai, BUY)).toEqual(['KYC_TO_CONTINUE']);
  await verify(lan, 'not_uploaded');
  expect(await codesOf(lan, BUY)).toEqual(['KYC_TO_CONTINUE']);
});

test('a swap is worth what its source would be sold for, and needs a login or a verified identity from the same values on', async () => {
  const lan = await newCustomer();
  await set({ requiredLoginToBuySell: false, minOrderLogin: '1563000', minOrderKyc: '0' });
  expect(await codesOf(testCaller(), SWAP_60_TRC20, { ...SWAP_60_TRC20, quantity: '59' })).toEqual(['LOGIN_FOR_AMOUNT 1563000', null]);
  await set({ minOrderKyc: '1563000' });
  expect(await codesOf(lan, SWAP_60_TRC20, { ...SWAP_60_TRC20, quantity: '59' })).toEqual(['KYC_TO_CONTINUE', null]);
  expect(await codesOf(testCaller(), SWAP_60_TRC20)).toEqual(['LOGIN_FOR_AMOUNT 1563000']);
});

test('a swap whose source is not sold is worth what its target costs; one that nothing values is not made', async () => {
  const settings = await world.web.settings();
  const site = { ...settings.site, minOrderLogin: '1558266' };
  const needsAt = (rates: Partial<Settings>) =>
    quoteOrder({ ...world.web, settings: async () => ({ ...settings, site, ...rates }) }, world.deps, testCaller(), SWAP_60_TRC20);
  const [sell, buy] = [without(settings.sell, 'trc20'), without(settings.buy, 'pm')];
  expect((await needsAt({ sell })).needs).toEqual(['login']);
  expect((await needsAt({ sell, site: { ...site, minOrderLogin: '1558267' } })).needs).toEqual([]);
  await expect(needsAt({ sell, buy })).rejects.toMatchObject({ code: 'MAINTENANCE' });
});

test('a visitor’s order is not recalculated beyond the value: a login comes too late, also where a customer adopts it', async () => {
  const visitor = testCaller();
  await set({ minOrderLogin: '3000000' });
  const created = await world.create(BUY, visitor);
  await world.pay(created.ref, 3_100_000n);
  await world.run();
  expect(await decisionOf(world, created)).toMatchObject({ recalculation: null, recalculationRefusal: 'ORDER_WITHOUT_ACCOUNT', excess: 492_025n });
  const { deviceId, addressBlock } = visitor;
  const lan = await accounts.callerOf(await accounts.login(await accounts.register()), { deviceId, addressBlock });
  await adoptOrders(world.web, world.deps, lan, { orders: [{ ref: created.ref, key: created.key }] });
  expect(await readDecision(world.web, world.deps, lan, created)).toMatchObject({ recalculationRefusal: 'ORDER_WITHOUT_ACCOUNT' });
  const offer = `${(await world.order(created.ref)).rateVersion}-3100000`;
  await expect(act(world, created, { action: 'acceptRecalculation', offer })).rejects.toMatchObject({ code: 'ORDER_WITHOUT_ACCOUNT' });
});

test('where every order needs a verified identity, it is asked of small ones and of swaps too', async () => {
  const lan = await newCustomer();
  await set({ requiredVerify: true });
  expect(await codesOf(testCaller(), BUY, SWAP_60_TRC20)).toEqual(['LOGIN_FOR_AMOUNT 0', 'LOGIN_FOR_AMOUNT 0']);
  expect(await codesOf(lan, BUY, SWAP_60_TRC20)).toEqual(['KYC_TO_CONTINUE', 'KYC_TO_CONTINUE']);
  await verify(lan);
  expect(await codesOf(lan, BUY, SWAP_60_TRC20)).toEqual([null, null]);
});

test('an order that is recalculated beyond the value needs a verified identity too, which the worker asks for itself', async () => {
  const lan = await newCustomer();
  await set({ minOrderKyc: '3000000' });
  const created = await world.create(BUY, lan);
  await world.pay(created.ref, 3_100_000n);
  await world.run();
  expect(await decisionOf(world, created)).toMatchObject({ recalculation: null, recalculationRefusal: 'KYC_TO_CONTINUE' });
  const offer = `${(await world.order(created.ref)).rateVersion}-3100000`;
  await expect(act(world, created, { action: 'acceptRecalculation', offer })).rejects.toMatchObject({ code: 'KYC_TO_CONTINUE' });
  await verify(lan);
  await act(world, created, { action: 'acceptRecalculation', offer });
  expect(await world.order(created.ref)).toMatchObject({ status: 'paid' });
});

test('the audit log tells who verified whom, and why; nobody is not a customer', async () => {
  const lan = await newCustomer();
  await verify(lan);
  const [row] = await world.database.query(`select operator, input from audit where verb = 'setDocStatus' order by id desc limit 1`);
  expect(row).toEqual({ operator: 'lan', input: { customer: customerIdOf(lan), status: 'verify', note: 'seen at the counter' } });
  const nobody = bindOperations(world.operator).setDocStatus(OPERATOR, { customer: 'ZZZZZZZZ', status: 'verify', note: 'x' });
  await expect(nobody).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
