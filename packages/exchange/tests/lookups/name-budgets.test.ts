import { randomUUID } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import { NAMES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { accountName } from '../../src/lookups/account-name.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { createOrderDeps, type OrderDeps } from '../../src/orders/order-deps.ts';
import { heldRefundAccount } from '../../src/refunds/refund-account.ts';
import { testCaller } from '../../testing/callers.ts';
import { answerLookups } from '../../testing/network-jobs.ts';
import { BUY_100_PM, SELL_100_PM } from '../../testing/order-inputs.ts';
import { OWN_WALLET } from '../../testing/payment-facts.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const SMALL = { device: 3, address: 5, network: 8, all: 12 };

let world: World;
let wallets = 1_000_000;

beforeAll(async () => {
  world = await openWorld(inject('postgresUrl'));
});
afterAll(() => world.database.close());
beforeEach(async () => {
  // Every test has a day of its own.
  world.clock.advance(DAY_MS);
  world.errors.length = 0;
  await world.database.query('delete from lookup');
});

/** A web process with an empty memory. */
const startWeb = (limits?: typeof SMALL): OrderDeps => createOrderDeps(world.web, TEST_SECRETS, new Set(), new Map([['pm', OWN_WALLET]]), limits);

const newWallet = () => `U${++wallets}`;
const countNames = async () => Number((await world.database.query('select count(*) as n from lookup'))[0]?.n);
const look = (deps: OrderDeps, caller: Caller, account = newWallet(), type = 'pm') =>
  accountName(world.web, deps, caller, { type, accountNumber: account });

/** How many names were newly asked for by a number of calls at the same time. */
async function newNames(count: number, ask: (n: number) => Promise<unknown>): Promise<number> {
  const before = await countNames();
  await Promise.allSettled(Array.from({ length: count }, (_, n) => ask(n)));
  return (await countNames()) - before;
}

test('a network asks for 600 new names a day, and everybody together for 50 000', () => {
  expect(NAMES_PER_DAY_MAX).toEqual({ device: 20, address: 120, network: 600, all: 50_000 });
});

test('a device asks for 20 new names a day, whichever way', async () => {
  const caller = testCaller();
  const deps = startWeb();
  world.clock.sleepAdvances = true;
  const ways = [
    (account: string) => look(deps, caller, account),
    (account: string) => createOrder(world.web, deps, caller, { ...BUY_100_PM, destination: account }),
    (account: string) => heldRefundAccount(world.web, deps, caller, 'pm', { destination: account }),
  ];
  expect(await newNames(150, (n) => ways[n % ways.length]?.(newWallet()) as Promise<unknown>)).toBe(20);
  world.clock.sleepAdvances = false;
  expect(await newNames(5, () => look(startWeb(), caller))).toBe(0);
  world.clock.advance(DAY_MS);
  expect(await newNames(150, () => look(deps, caller))).toBe(20);
});

test('an address asks for 120, with as many devices as it likes or none', async () => {
  const deps = startWeb();
  const device = (n: number) => testCaller({ addressBlock: '192.0.2.1', deviceId: n % 2 ? randomUUID() : null });
  expect(await newNames(200, (n) => look(deps, device(n)))).toBe(120);
});

test.each([
  ['an IPv4 network', (n: number) => `198.51.100.${n}`],
  ['an IPv6 network', (n: number) => `2001:db8:77:${n.toString(16)}::/64`],
])('%s and everybody together have budgets, in all processes and after restarts', async (_, addressOf) => {
  const processes = [startWeb(SMALL), startWeb(SMALL)] as const;
  const at = (addressBlock: string) => testCaller({ addressBlock, deviceId: null });
  expect(await newNames(12, (n) => look(processes[n % 2] as OrderDeps, at(addressOf(1))))).toBe(5);
  expect(await newNames(40, (n) => look(processes[n % 2] as OrderDeps, at(addressOf(n))))).toBe(3);
  expect(await newNames(12, () => look(startWeb(SMALL), at(addressOf(99))))).toBe(0);
  expect(await newNames(12, () => look(startWeb(SMALL), at('203.0.113.5')))).toBe(4);
  expect(await newNames(12, () => look(startWeb(SMALL), at('203.0.114.5')))).toBe(0);
});

test('an outsider with many addresses gets the names of the day and no more, and an operator is told once', async () => {
  const deps = startWeb({ device: 3, address: 5, network: 8, all: 50 });
  const customer = testCaller({ addressBlock: '192.0.2.77' });
  const own = newWallet();
  await look(deps, customer, own);
  await answerLookups(world.signer);
  const asked = await newNames(600, (n) => look(deps, testCaller({ addressBlock: `10.${n % 100}.0.1`, deviceId: n % 3 ? randomUUID() : null })));
  expect(asked).toBe(49);
  expect(world.errors).toEqual([{ namesMax: 50 }]);
  // A customer who was known before is told his own name, and orders.
  expect(await look(deps, customer, own)).toEqual({ accountName: 'NGUYEN VAN A' });
  expect(await look(startWeb(SMALL), testCaller({ addressBlock: '192.0.2.78' }), own)).toEqual({ accountName: 'NGUYEN VAN A' });
});

test('who is known from an order delivered before is not refused when outsiders have spent the names of all, within budgets of their own', async () => {
  const [device, account] = [randomUUID(), 'U7000001'];
  const order = await world.create({ ...BUY_100_PM, destination: account }, { deviceId: device });
  await world.pay(order.ref, order.amountSent);
  await world.run();
  expect((await world.order(order.ref)).status).toBe('delivered');
  world.clock.advance(DAY_MS);
  await world.database.query('delete from lookup');
  const deps = startWeb(SMALL);
  const outsider = (n: number) => testCaller({ addressBlock: `10.1.${n}.1`, deviceId: null });
  await newNames(40, (n) => look(deps, outsider(n)));
  await expect(look(deps, outsider(99))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  // By the device, and by the account, also in a process that has not seen the budget spent.
  const customer = testCaller({ deviceId: device, addressBlock: '192.0.2.55' });
  expect(await newNames(10, () => look(deps, customer))).toBe(SMALL.device);
  expect(await look(startWeb(SMALL), outsider(98), account)).toEqual({ accountName: 'WAITING' });
  expect(await newNames(10, () => look(startWeb(SMALL), outsider(98)))).toBe(0);
});

test('whoever spent the budget is told no name that others asked for, but those of its own', async () => {
  const deps = startWeb(SMALL);
  const [customer, outsider] = [testCaller({ addressBlock: '192.0.2.1' }), testCaller({ addressBlock: '198.51.100.1' })];
  const [theirs, own] = [newWallet(), newWallet()];
  await look(deps, customer, theirs);
  await look(deps, outsider, own);
  await answerLookups(world.signer);
  expect(await look(deps, outsider, theirs)).toEqual({ accountName: 'NGUYEN VAN A' });
  await newNames(5, () => look(deps, outsider));
  await expect(look(deps, outsider, theirs)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(await look(deps, outsider, own)).toEqual({ accountName: 'NGUYEN VAN A' });
});

test('beyond the budget wallets wait for the next day, and a bank’s holder is unknown', async () => {
  const deps = startWeb(SMALL);
  const caller = testCaller();
  await newNames(5, () => look(deps, caller));
  const secondsLeft = Math.ceil((DAY_MS - (world.clock.now().getTime() % DAY_MS)) / 1_000);
  await expect(look(deps, caller)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: secondsLeft } });
  await expect(look(deps, caller, '0011001234567', 'vcb')).rejects.toMatchObject({ code: 'LOOKUP_UNAVAILABLE' });
});

describe('beyond the budget the holder', () => {
  const sell = (deps: OrderDeps, caller: Caller, set: Partial<CreateOrderInput>) =>
    createOrder(world.web, deps, caller, { ...SELL_100_PM, from: 'pm', destination: '0011009990001', ...set });
  const spend = async (deps: OrderDeps, caller: Caller) => {
    await newNames(5, () => look(deps, caller));
    await answerLookups(world.signer);
  };

  test('of a bank account is the one that the customer types, marked as unverified for all who see the order', async () => {
    const deps = startWeb(SMALL);
    const caller = testCaller();
    await spend(deps, caller);
    await expect(sell(deps, caller, {})).rejects.toMatchObject({ code: 'LOOKUP_UNAVAILABLE' });
    await expect(sell(deps, caller, { destinationName: '12345' })).rejects.toMatchObject({ code: 'ACCOUNT_NAME_INVALID' });
    const created = await sell(deps, caller, { destinationName: ' Nguyễn Thị Đào ' });
    expect(created).toMatchObject({ destinationName: 'NGUYEN THI DAO', isNameTyped: true });
    expect(await world.order(created.ref)).toMatchObject({ destinationName: 'NGUYEN THI DAO', isNameTyped: true });
    const bare = await getOrder(world.web, deps, testCaller(), created);
    expect(bare).toMatchObject({ destinationName: null, isNameTyped: false });
  });

  test('of a wallet is not typed: it waits for the next day', async () => {
    const deps = startWeb(SMALL);
    const caller = testCaller();
    await spend(deps, caller);
    const asked = createOrder(world.web, deps, caller, { ...BUY_100_PM, destination: newWallet(), destinationName: 'NGUYEN VAN B' });
    await expect(asked).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const refund = heldRefundAccount(world.web, deps, caller, 'pm', { destination: newWallet(), destinationName: 'NGUYEN VAN B' });
    await expect(refund).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('of a refund’s bank account is the one that the customer types', async () => {
    const deps = startWeb(SMALL);
    const caller = testCaller();
    await spend(deps, caller);
    const to = { destination: '0011009990002', destinationBank: 'vcb' };
    await expect(heldRefundAccount(world.web, deps, caller, 'vnd', to)).rejects.toMatchObject({ code: 'LOOKUP_UNAVAILABLE' });
    expect(await heldRefundAccount(world.web, deps, caller, 'vnd', { ...to, destinationName: 'Lê Văn C' })).toEqual({
      account: '0011009990002',
      bank: 'vcb',
      typedName: 'LE VAN C',
    });
  });
});

test('a name that can be looked up is not the typed one', async () => {
  const deps = startWeb();
  const created = await workingMeanwhile(
    createOrder(world.web, deps, testCaller(), { ...SELL_100_PM, from: 'pm', destination: '0011009990003', destinationName: 'SOMEBODY ELSE' }),
    async () => {
      await answerLookups(world.worker);
    },
  );
  expect(created).toMatchObject({ destinationName: 'TRAN THI B', isNameTyped: false });
});
