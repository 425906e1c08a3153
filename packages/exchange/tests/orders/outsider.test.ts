import type { Caller } from '@quydoi/contract/caller';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { accountName } from '../../src/lookups/account-name.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { createOrderDeps, type OrderDeps } from '../../src/orders/order-deps.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder, setAvailable } from '../../testing/books.ts';
import { testCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { answerLookups } from '../../testing/network-jobs.ts';
import { BUY_100_PM, SELL_100_PM } from '../../testing/order-inputs.ts';
import { OWN_WALLET, walletTransfer } from '../../testing/payment-facts.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

/*
 * An outsider with many addresses, as many accounts as it likes, and an hour: a dozen of a thousand addresses, and budgets of names scaled with them, so that the addresses could
 * spend more than everybody's budget together.
 */
const ADDRESSES = 12;
const ROUNDS = 3;
const ROUND_MS = 20 * MINUTE_MS;
const NAMES = { device: 3, address: 8, network: 12, all: 60 };
/** Of account ids. */
const ALPHABET = '23456789ABCDEFGH';
/** Names that each address asks for in a round, in each of three ways. */
const TRIES = 4;

const WALLET = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const OTHER_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const BUY_USDT = { ...BUY_100_PM, to: 'trc20', destination: WALLET } as const;
/** What the outsider tries to hold, the largest first. */
const WANTED = ['5000', '900', '50'];
/**
 * Percent of a reserve that the outsider holds whichever of its orders come first. 900 are less than ten percent of each reserve, and more addresses
 * ask for them than half of it has room for: some are refused, which happens only where they would exceed half.
 */
const HELD_AT_LEAST = 40;

let world: World;
let deps: OrderDeps;
let accounts = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  // Nothing needs a login, so that amounts alone do not stop the outsider.
  await world.database.query(`insert into setting (kind, key, value, author, at)
    select kind, key, value || '{"minOrderLogin": "9000000000", "minOrderKyc": "9000000000"}', 'test', now() from setting where kind = 'site'`);
  deps = {
    ...createOrderDeps(world.web, TEST_SECRETS, new Set([OWN_WALLET]), new Map([['pm', OWN_WALLET]]), NAMES),
    reserves: () => readReserves(world.web.orm),
  };
  await setAvailable(world, 'pm', 10_000_00n);
  await setAvailable(world, 'usdt-tron', 10_000_000_000n);
  await setAvailable(world, 'vnd', 250_000_000n);
});
afterAll(() => world.database.close());

const newWallet = () => `U${8_000_000 + ++accounts}`;
const newBankAccount = () => `00110${String(++accounts).padStart(8, '0')}`;

/** The outsider at one of the addresses, some in a network with others, with a new device each time or none. */
function outsider(n: number, round: number): Caller {
  const addressBlock = n % 5 === 0 ? `203.0.113.${n + 1}` : `10.${n}.0.1`;
  return testCaller({ addressBlock, deviceId: n % 3 === 0 ? null : `outsider ${n} ${round}` });
}

/** The same, signed in to a new account each time. */
function outsiderSignedIn(n: number, round: number): Caller {
  const customerId = `ACC${ALPHABET[n]}${ALPHABET[round]}222`;
  return { ...outsider(n, round), principal: { kind: 'customer', customerId, sessionId: 's1' } };
}

const order = (caller: Caller, input: CreateOrderInput) => createOrder(world.web, deps, caller, input);

/** Awaits what is asked, while signer and worker answer look-ups, and end orders that newer ones supersede. */
function answered<T>(asked: Promise<T>): Promise<T> {
  return workingMeanwhile(asked, async () => {
    await answerLookups(world.signer);
    await answerLookups(world.worker);
    await handleOrderRequests(world.worker);
  });
}

/** Asks for names of strangers in every way that an address has. */
async function askNames(n: number, round: number): Promise<void> {
  const asked = Array.from({ length: TRIES }, () => [
    accountName(world.web, deps, outsider(n, round), { type: 'pm', accountNumber: newWallet() }),
    accountName(world.web, deps, outsider(n, round), { type: 'vcb', accountNumber: newBankAccount() }),
    createOrder(world.web, deps, outsider(n, round), { ...BUY_100_PM, quantity: '1', destination: newWallet() }),
  ]);
  await Promise.allSettled(asked.flat());
}

/** Takes as much of every reserve as an address is given. @returns references */
async function takeReserves(n: number, round: number): Promise<string[]> {
  const taken: string[] = [];
  // In turns to accounts of their own, and to those that were paid before: a chain shows them to everybody, and others can be found out.
  const own = n % 2 === 0;
  const inputs = [
    { ...BUY_USDT, destination: own ? OTHER_WALLET : WALLET },
    own ? { ...BUY_100_PM, destination: 'U2222222' } : BUY_100_PM,
    own ? { ...SELL_100_PM, destination: '0011009999999' } : SELL_100_PM,
  ];
  // An account costs no more than a form, and the first order of each has no share of its own.
  for (const caller of own ? [outsider(n, round), outsiderSignedIn(n, round)] : [outsiderSignedIn(n, round), outsider(n, round)]) {
    for (const input of inputs) {
      for (const quantity of WANTED) {
        const made = await order(caller, { ...input, quantity }).catch(() => null);
        if (made) taken.push(made.ref);
      }
    }
  }
  return taken;
}

/** Customers who were here before: by device, and signed in. */
const CUSTOMERS: readonly Partial<Caller>[] = [
  { deviceId: 'came before' },
  { principal: { kind: 'customer', customerId: '7KQ2M9XR', sessionId: 's1' } },
];

/** Each trade of each customer, from networks of their own. */
async function orderAsKnown(): Promise<string[]> {
  const made: string[] = [];
  for (const [index, caller] of CUSTOMERS.entries()) {
    const from = testCaller({ addressBlock: `192.0.${index}.1`, ...caller });
    for (const input of [BUY_100_PM, BUY_USDT, SELL_100_PM]) made.push((await order(from, input)).ref);
  }
  return made;
}

/** Shares of the reserves that these orders hold, in percent. */
async function sharesHeldBy(refs: readonly string[]): Promise<Record<string, number>> {
  const rows = await world.database.query(`select reserve, sum(holding)::text as held from orders where ref = any($1) group by reserve`, [refs]);
  const held = new Map(rows.map((row) => [String(row.reserve), Number(row.held)]));
  return Object.fromEntries(
    (await readReserves(world.owner)).map((each) => [each.reserve, (100 * (held.get(each.reserve) ?? 0)) / Number(each.available + each.held || 1n)]),
  );
}

/** Names asked for by an address, and by everybody. */
async function namesSpent(): Promise<{ most: number; all: number }> {
  const [row] = await world.database.query(
    `select max(asked) filter (where party like 'address:%') as most, max(asked) filter (where party = 'all') as all from name_budget`,
  );
  return { most: Number(row?.most), all: Number(row?.all) };
}

test('an outsider with many addresses, accounts and an hour holds half of any reserve at most, learns a day’s names at most, and keeps no customer out', async () => {
  // Customers of before, who were paid at every network.
  const trades = CUSTOMERS.flatMap((caller) => [BUY_100_PM, BUY_USDT, SELL_100_PM].map((input) => ({ caller, input })));
  for (const { caller, input } of trades) {
    const before = await answered(order(testCaller({ addressBlock: '192.0.0.1', ...caller }), { ...input, quantity: '20' }));
    const paid = { memo: before.ref, reference: `paid before ${before.ref}`, paidAt: world.clock.now() };
    if (input === SELL_100_PM) await world.record(world.signer, walletTransfer({ ...paid, amount: before.amountSent }));
    else await world.pay(before.ref, before.amountSent);
    await settle(world);
    expect([input.to, (await world.order(before.ref)).status]).toEqual([input.to, 'delivered']);
  }
  await answered(accountName(world.web, deps, testCaller({ deviceId: 'came before' }), { type: 'vcb', accountNumber: SELL_100_PM.destination }));

  const taken: string[] = [];
  const most: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const addresses = Array.from({ length: ADDRESSES }, (_, n) => n);
    for (const refs of await answered(Promise.all(addresses.map((n) => takeReserves(n, round))))) taken.push(...refs);
    await answered(Promise.all(addresses.map((n) => askNames(n, round))));
    // Small change for a few of them, which keeps nothing beyond its time.
    for (const ref of taken.slice(-3)) await world.pay(ref, 1n);
    for (const [reserve, share] of Object.entries(await sharesHeldBy(taken))) most[reserve] = Math.max(most[reserve] ?? 0, share);
    expect(await answered(orderAsKnown())).toHaveLength(6);
    world.clock.advance(ROUND_MS);
    await readSources(world.worker, 'bank', 'list');
    await readSources(world.signer, 'perfect-money', 'list');
    await endTimedOutOrders(world.worker);
  }

  for (const reserve of ['pm', 'usdt-tron', 'vnd']) {
    const share = most[reserve] ?? 0;
    expect(share, reserve).toBeGreaterThan(HELD_AT_LEAST);
    expect(share, reserve).toBeLessThanOrEqual(50);
  }
  const spent = await namesSpent();
  expect(spent.most).toBeLessThanOrEqual(NAMES.address);
  expect(spent.all).toBe(NAMES.all);
  const [{ n: names } = { n: 0 }] = await world.database.query('select count(*) as n from lookup');
  expect(Number(names)).toBe(NAMES.all);
  expect(world.errors.splice(0)).toEqual([{ namesMax: NAMES.all }]);
  await expectBooksInOrder(world);
});
