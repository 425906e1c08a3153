import type { Caller } from '@quydoi/contract/caller';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import { readSettings } from '@quydoi/database/repositories/settings';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Settings } from '@quydoi/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder, setAvailable } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { answerLookups } from '../../testing/network-jobs.ts';
import { BUY_100_PM } from '../../testing/order-inputs.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const OPERATOR = operatorCaller('lan');
const OWN_WALLET = 'U1000001';

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  await bindOperations(world.operator).setRail(OPERATOR, { network: 'webmoney', on: false, note: 'for a case below' });
  await world.create();
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** Invalid requests in the sequence of the checks. Each also contains the faults of later rows, so a row passes only if its check runs first. */
const FAULTS: readonly [string, Partial<CreateOrderInput>][] = [
  ['CURRENCY_NOT_SUPPORTED', { to: 'doge', quantity: 'x', destination: '?' }],
  ['CURRENCY_NOT_SUPPORTED', { to: 'vnd', quantity: 'x', destination: '?' }],
  ['CURRENCY_NOT_SUPPORTED', { kind: 'sell', quantity: 'x', destination: '?' }],
  ['CURRENCY_NOT_SUPPORTED', { to: 'btc', quantity: 'x', destination: '?' }],
  ['MAINTENANCE', { to: 'wmz', quantity: 'x', destination: '?' }],
  ['QUANTITY_INVALID', { quantity: 'x', destination: '?' }],
  ['QUANTITY_INVALID', { quantity: '0', destination: '?' }],
  ['QUANTITY_INVALID', { quantity: '1.001', destination: '?' }],
  ['QUANTITY_INVALID', { quantity: '1e3', destination: '?' }],
  ['QUANTITY_TOO_SMALL', { quantity: '0.99', destination: '?' }],
  ['QUANTITY_TOO_LARGE', { quantity: '5000.01', destination: '?' }],
  ['WALLET_ADDRESS_INVALID', { quantity: '5000', destination: '?' }],
  ['CURRENCY_NOT_SUPPORTED', { quantity: '5000', destination: 'E7654321' }],
  ['WALLET_ADDRESS_INVALID', { quantity: '5000', destination: OWN_WALLET }],
  ['BANK_ACCOUNT_INVALID', { quantity: '5000', sender: '12', senderBank: 'vcb' }],
  ['LOGIN_FOR_AMOUNT', { quantity: '5000' }],
];

describe('an invalid order is rejected with its first error', () => {
  test.each(FAULTS)('%s (%#)', async (code, input) => {
    const before = await world.database.query('select count(*) from orders');
    await expect(world.create(input)).rejects.toMatchObject({ code });
    expect(await world.database.query('select count(*) from orders')).toEqual(before);
  });

  test('a wallet of our own is named as such', async () => {
    const own = world.create({ quantity: '100', destination: OWN_WALLET });
    await expect(own).rejects.toMatchObject({ code: 'WALLET_ADDRESS_INVALID', params: { problem: 'ours' }, details: { problem: 'ours' } });
    const malformed = world.create({ quantity: '100', destination: '?' });
    await expect(malformed).rejects.toMatchObject({ code: 'WALLET_ADDRESS_INVALID', details: { problem: 'malformed' } });
  });

  test('an account of our own as the sender of dong is named as such, whatever bank is told and after it was replaced', async () => {
    const { collection } = await world.web.settings();
    const before = await world.database.query('select count(*) from orders');
    const told = async () => {
      for (const senderBank of [collection.bank, 'tcb']) {
        const own = world.create({ quantity: '100', sender: collection.accountNumber, senderBank });
        await expect(own).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID', params: { problem: 'ours' }, details: { problem: 'ours' } });
      }
    };
    await told();
    const value = (accountNumber: string) => JSON.stringify({ ...collection, accountNumber });
    const set = (accountNumber: string) =>
      world.database.query(`insert into setting (kind, key, value, author, at) values ('collection', 'collection', $1::jsonb, 'tests', now())`, [
        value(accountNumber),
      ]);
    await set('0011009876543');
    await told();
    await set(collection.accountNumber);
    const deps = { ...world.deps, ownAccounts: new Set(['0071000888999']) };
    const payout = createOrder(world.web, deps, testCaller(), { ...BUY_100_PM, sender: '0071000888999', senderBank: 'vcb' });
    await expect(payout).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID', details: { problem: 'ours' } });
    expect(await world.database.query('select count(*) from orders')).toEqual(before);
  });

  test('limit errors carry the limit', async () => {
    await expect(world.create({ quantity: '0.99' })).rejects.toMatchObject({ params: { n: '1', code: 'pm' } });
    await expect(world.create({ quantity: '5000.01' })).rejects.toMatchObject({ params: { n: '5000', code: 'pm' } });
    await expect(world.create({ quantity: '5000' })).rejects.toMatchObject({ params: { amount: expect.stringContaining('100') } });
    await setAvailable(world, 'pm', 0n);
    await expect(world.create()).rejects.toMatchObject({ code: 'QUANTITY_TOO_LARGE', params: { n: '0', maintenance: '1' } });
    await setAvailable(world, 'pm', 20_000_00n);
  });

  test('an account without a holder is rejected', async () => {
    world.perfectMoney.name = { state: 'invalid' };
    await expect(world.create({ destination: 'U2222222' })).rejects.toMatchObject({ code: 'ACCOUNT_NAME_INVALID' });
    world.perfectMoney.name = { state: 'found', name: 'NGUYEN VAN A' };
  });

  test('a pending holder lookup asks the caller to retry', async () => {
    world.clock.sleepAdvances = true;
    const asked = createOrder(world.web, world.deps, testCaller(), { ...BUY_100_PM, destination: 'U3333333' });
    await expect(asked).rejects.toMatchObject({ code: 'ACCOUNT_NAME_WAITING' });
    world.clock.sleepAdvances = false;
    expect((await world.create({ destination: 'U3333333' })).destinationName).toBe('NGUYEN VAN A');
  });
});

/** Ends all open orders. */
async function expireOpenOrders(): Promise<void> {
  world.clock.advance(1_800_000 + 120_000);
  await readSources(world.worker, 'bank', 'list');
  await endTimedOutOrders(world.worker);
}

const signedIn = (customerId: string): Partial<Caller> => ({ principal: { kind: 'customer', customerId, sessionId: 's1' } });

/** Orders, pays and is paid: the caller is known from then on. */
async function tradeAs(caller: Partial<Caller>): Promise<void> {
  const { ref, amountSent } = await world.create({ quantity: '1' }, caller);
  await world.pay(ref, amountSent);
  await world.run();
  expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
}

describe('an IP network', () => {
  test('with several customers stays within a quarter of a reserve, from the second order on', async () => {
    await setAvailable(world, 'pm', 10_000_00n);
    await world.database.query(`update orders set origin = id::text, version = version + 1`);
    const { held } = (await world.database.query(`select coalesce(sum(holding), 0)::bigint as held from orders`))[0] as { held: string };
    const total = 10_000_00n + BigInt(held);
    const network = { addressBlock: '203.0.113.0' };
    const first = await world.order((await world.create({ quantity: '1500' }, network)).ref);
    const left = total / 4n - first.held;
    // The largest quantity whose payout and charge (0.5 %, rounded up) still fit.
    const fits = (left * 200n) / 201n;
    const quantity = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
    await expect(world.create({ quantity: quantity(fits + 1n) }, network)).rejects.toMatchObject({
      code: 'RESERVE_BUSY',
      params: { share: 'network', n: `${String(fits / 100n).charAt(0)}000`, unit: 'USD' },
    });
    expect((await world.create({ quantity: quantity(fits) }, network)).status).toBe('pending');
    const full = world.create({ quantity: '1' }, network);
    await expect(full).rejects.toMatchObject({ code: 'RESERVE_BUSY', params: { share: 'network' } });
    await expect(full).rejects.not.toHaveProperty('params.n');
    expect((await world.create({ quantity: '1' }, { addressBlock: '203.0.114.0' })).status).toBe('pending');
    // A new account is an unknown visitor.
    await expect(world.create({ quantity: '1' }, { ...network, ...signedIn('7KQ2M9XR') })).rejects.toMatchObject({ params: { share: 'network' } });
    await tradeAs(signedIn('7KQ2M9XR'));
    expect((await world.create({ quantity: '1' }, { ...network, ...signedIn('7KQ2M9XR') })).status).toBe('pending');
    await setAvailable(world, 'pm', 20_000_00n);
  });

  test.each([
    ['/24 of IPv4', '198.51.100.1', '198.51.100.254', '198.51.101.1'],
    ['/48 of IPv6', '2001:db8:7:1::/64', '2001:db8:7:ffff::/64', '2001:db8:8:1::/64'],
  ])('is the %s, kept as a keyed hash and not as an address', async (_, addressBlock, neighbour, stranger) => {
    const originOf = async (block: string) => (await world.order((await world.create({ quantity: '1' }, { addressBlock: block })).ref)).origin;
    const origin = await originOf(addressBlock);
    expect(origin).not.toContain(addressBlock.slice(0, 3));
    expect(await originOf(neighbour)).toBe(origin);
    expect(await originOf(stranger)).not.toBe(origin);
  });

  test('cannot use up the orders of an account that others pay to', async () => {
    const [victim, attacker] = [
      { deviceId: null, addressBlock: '203.0.120.1' },
      { deviceId: null, addressBlock: '203.0.121.1' },
    ];
    for (let orders = 0; orders < 5; orders += 1) await world.create({ quantity: '1' }, attacker);
    await expect(world.create({ quantity: '1' }, { ...attacker, addressBlock: '203.0.121.99' })).rejects.toMatchObject({
      code: 'TOO_MANY_OPEN_ORDERS',
    });
    expect((await world.create({ quantity: '1' }, victim)).status).toBe('pending');
  });
});

describe('a refusal by a share of the reserve', () => {
  const quantityOf = async (input: Partial<CreateOrderInput>, caller?: Partial<Caller>) => {
    const refusal = await world.create(input, caller).then(
      () => null,
      (error: { readonly code: string; readonly params: Readonly<Record<string, string>> }) => error,
    );
    expect(refusal).toMatchObject({ code: 'RESERVE_BUSY' });
    return refusal?.params.n ?? '';
  };

  test('names a quantity that works then, with one digit that is not zero: what others hold stays unknown', async () => {
    await expireOpenOrders();
    await setAvailable(world, 'pm', 20_000_00n);
    const own = { deviceId: 'orders twice' };
    await world.create({ quantity: '2390' }, own);
    // A fifth of 20 000 less what is held already, and the provider's fee.
    const offered = await quantityOf({ quantity: '2390' }, own);
    expect(offered).toBe('1000');
    expect((await world.create({ quantity: offered }, own)).status).toBe('pending');
    await expireOpenOrders();
    await setAvailable(world, 'pm', 20_000_00n);
  });
});

describe('all unpaid orders together', () => {
  test('hold at most half of a reserve, whichever networks they come from and whatever was paid to before; known devices have a share of their own', async () => {
    const known = await world.create({ quantity: '1', destination: 'U1111111' }, { deviceId: 'came before' });
    await world.pay(known.ref, known.amountSent);
    await world.run();
    expect(await world.order(known.ref)).toMatchObject({ status: 'delivered' });
    await tradeAs(signedIn('7KQ2M9XS'));
    await expireOpenOrders();
    await setAvailable(world, 'pm', 10_000_00n);
    const [reserve] = await world.database.query(`select sum(balance)::bigint as total from account where name in ('rail:pm', 'held:pm')`);
    const stranger = () =>
      world.create({ quantity: '900', destination: 'U2222222' }).then(
        () => true,
        () => false,
      );
    const outcomes: boolean[] = [];
    for (let orders = 0; orders < 12; orders += 1) outcomes.push(await stranger());
    expect(outcomes).toContain(false);
    const [anonymous] = await world.database.query(
      `select sum(holding)::bigint as held from orders where destination = 'U2222222' and status = 'pending'`,
    );
    expect(BigInt(anonymous?.held as string) * 2n).toBeLessThanOrEqual(BigInt(reserve?.total as string));
    await expect(world.create({ quantity: '900', destination: 'U3333333' })).rejects.toMatchObject({
      code: 'RESERVE_BUSY',
      params: { share: 'all' },
    });
    // Anybody may name whom we have paid.
    await expect(world.create({ quantity: '900', destination: 'U1111111' })).rejects.toMatchObject({ params: { share: 'all' } });
    expect((await world.create({ quantity: '900', destination: 'U1111111' }, { deviceId: 'came before' })).status).toBe('pending');
    expect((await world.create({ quantity: '900', destination: 'U3333333' }, { deviceId: 'came before' })).status).toBe('pending');
    // An account is free: a new one counts as a stranger, however many there are, and one of before as a known device.
    for (const id of ['22222222', '33333333'])
      await expect(world.create({ quantity: '900', destination: 'U3333333' }, signedIn(id))).rejects.toMatchObject({
        code: 'RESERVE_BUSY',
        params: { share: 'all' },
      });
    expect((await world.create({ quantity: '900', destination: 'U3333333' }, signedIn('7KQ2M9XS'))).status).toBe('pending');
    await expireOpenOrders();
    await setAvailable(world, 'pm', 20_000_00n);
  });

  test('of parties that were here before hold at most half, and with all others three quarters; the rest is for orders whose money has come', async () => {
    // Devices and accounts in turn.
    const known = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? { deviceId: `here before ${n}` } : signedIn(`BEFQRE2${n}`)));
    for (const [n, caller] of known.entries()) {
      const { ref, amountSent } = await world.create({ quantity: '1', destination: `U40000${n}0` }, caller);
      await world.pay(ref, amountSent);
    }
    await world.run();
    await settle(world, 2);
    await expireOpenOrders();
    await setAvailable(world, 'pm', 10_000_00n);
    // Each from an IP network of its own, to accounts that were paid before.
    let accounts = 0;
    const order = (caller: Partial<Caller>) =>
      world.create({ quantity: '900', destination: `U40000${accounts++ % 10}0` }, caller).then(
        () => true,
        (error: unknown) => (error as { params?: { share?: string } }).params?.share,
      );
    const knownOutcomes: unknown[] = [];
    for (const caller of known) knownOutcomes.push(await order(caller));
    expect(knownOutcomes).toEqual([...Array(5).fill(true), ...Array(5).fill('all')]);
    // Strangers take what is left of three quarters.
    const others: unknown[] = [];
    for (let n = 0; n < 4; n += 1) others.push(await order({ deviceId: n % 2 === 0 ? null : `stranger ${n}` }));
    expect(others).toEqual([true, true, true, 'all']);
    expect(await order(signedIn('7KQ2M9XT'))).toBe('all');
    await expireOpenOrders();
    await setAvailable(world, 'pm', 20_000_00n);
  });
});

describe('an order that received a single dong', () => {
  async function startedToPay(quantity: string, caller: Partial<Caller>): Promise<string> {
    const { ref } = await world.create({ quantity }, caller);
    await world.pay(ref, 1n);
    await matchPayments(world.worker);
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: 1n });
    return ref;
  }

  test('counts as one of its subject’s five open orders until its deadline', async () => {
    const caller = { deviceId: 'pays a dong', addressBlock: 'of a dong' };
    for (let orders = 0; orders < 5; orders += 1) await startedToPay('1', caller);
    await expect(world.create({ quantity: '1' }, caller)).rejects.toMatchObject({ code: 'TOO_MANY_OPEN_ORDERS' });
    world.clock.advance(1_800_000);
    await endTimedOutOrders(world.worker);
    expect((await world.create({ quantity: '1' }, caller)).status).toBe('pending');
  });

  test('still counts in the share of the reserve: 20 % for its subject, 25 % for its IP network', async () => {
    await expireOpenOrders();
    await setAvailable(world, 'pm', 20_000_00n);
    const network = { addressBlock: 'of a few dong' };
    await startedToPay('2400', { ...network, deviceId: 'first' });
    await expect(world.create({ quantity: '2400' }, { deviceId: 'first' })).rejects.toMatchObject({
      code: 'RESERVE_BUSY',
      params: { share: 'subject' },
    });
    await startedToPay('2400', { ...network, deviceId: 'second' });
    await expect(world.create({ quantity: '2400' }, { ...network, deviceId: 'third' })).rejects.toMatchObject({
      code: 'RESERVE_BUSY',
      params: { share: 'network' },
    });
    expect((await world.create({ quantity: '3600' })).status).toBe('pending');
    world.clock.advance(1_800_000);
    await endTimedOutOrders(world.worker);
    await setAvailable(world, 'pm', 20_000_00n);
  });
});

describe('a web process with outdated prices', () => {
  /** A web process with outdated settings, until it is notified. */
  async function webWithStaleSettings(staleReads: number): Promise<Ctx> {
    const old = await readSettings(world.web.orm);
    let reads = 0;
    const settings = async (): Promise<Settings> => {
      reads += 1;
      return reads > staleReads ? readSettings(world.web.orm) : old;
    };
    return { ...world.web, settings };
  }

  test('waits for the new prices and creates the order at them', async () => {
    const ctx = await webWithStaleSettings(4);
    await bindOperations(world.operator).setRate(OPERATOR, { kind: 'buy', code: 'pm', value: '26950' });
    const created = await createOrder(ctx, world.deps, testCaller(), BUY_100_PM);
    expect(created).toMatchObject({ rate: '26950', amountSent: 2_708_475n });
    await bindOperations(world.operator).setRate(OPERATOR, { kind: 'buy', code: 'pm', value: '25950' });
  });

  test('rejects orders while its prices stay outdated', async () => {
    const ctx = await webWithStaleSettings(Number.POSITIVE_INFINITY);
    const operations = bindOperations(world.operator);
    await operations.setRate(OPERATOR, { kind: 'buy', code: 'pm', value: '26950' });
    await expect(createOrder(ctx, world.deps, testCaller({ deviceId: 'deaf' }), BUY_100_PM)).rejects.toMatchObject({ code: 'RATE_CHANGED' });
    expect(await world.database.query(`select 1 from orders where subject = 'device:deaf'`)).toEqual([]);
    await operations.setRate(OPERATOR, { kind: 'buy', code: 'pm', value: '25950' });
  });
});

test('an order whose deposit address reservation is lost each time fails as UNAVAILABLE, not as RATE_CHANGED', async () => {
  const loseReservation = async () => {
    await world.database.query(`update deposit_address set free_at = '9999-12-31T00:00:00Z'`);
    world.checkpoints.at('create.reserved', loseReservation);
  };
  world.checkpoints.at('create.reserved', loseReservation);
  const creating = createOrder(world.web, world.deps, testCaller(), {
    kind: 'sell',
    from: 'trc20',
    to: 'vnd',
    quantity: '60',
    destination: '0011001234567',
    destinationBank: 'vcb',
  });
  await expect(workingMeanwhile(creating, () => answerLookups(world.worker))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  world.checkpoints.at('create.reserved', () => {});
});
