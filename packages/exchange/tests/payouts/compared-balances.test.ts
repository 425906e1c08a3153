import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Rail } from '@quydoi/rails/rail';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepDeposits } from '../../src/deposits/sweep-deposits.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { checkBalances } from '../../src/payouts/check-balances.ts';
import { balanceSources } from '../../src/payouts/compared-balances.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { watchFeeCoin } from '../../src/payouts/watch-fee-coin.ts';
import { resumeNetwork } from '../../src/suspend-network.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { createScriptedDeposits, type ScriptedDeposits } from '../../testing/deposit-rail.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { SCRIPTED_LAG_MS } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const EVERY_MS = 5 * MINUTE_MS;
const COLLECTION = '0011004567890';
const PER_TRANSFER = 13_445_000n;

let world: World;
let chain: ScriptedDeposits;
let signer: SignerCtx;
/** What the bank tells of the accounts that customers pay into. */
let accounts = new Map<string, bigint>();
/** Sun in the hot wallet, apart from what was sent to deposit addresses. */
let hotSun = 0n;
/** Deposit addresses that the chain was asked for. */
const asked: number[] = [];

/** Addresses of other networks that the chain was asked for. */
const askedAt: string[] = [];

/** As a bank's list does that has zero also for a bank that tells no balance. */
const withoutZeros = (told: typeof accounts) => new Map([...told].filter(([, balance]) => balance !== 0n));

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  chain = createScriptedDeposits(() => world.clock.now());
  const { payouts, sweeps } = chain.rail;
  if (payouts?.kind !== 'signed' || !sweeps) throw new Error('a part is missing');
  const wallet: SignedPayouts = {
    ...payouts,
    balances: async () => new Map([['trx', hotSun]]),
    feeCoin: async () => ({ balance: hotSun, perTransfer: PER_TRANSFER }),
  };
  const bank: Rail = { code: 'bank', collected: async (isZeroTold) => (isZeroTold ? accounts : withoutZeros(accounts)) };
  const balance: typeof sweeps.balance = (currency, index) => {
    asked.push(index);
    return sweeps.balance(currency, index);
  };
  const balanceAt: typeof sweeps.balanceAt = async (currency, address, now) => {
    askedAt.push(address);
    return (await sweeps.balanceAt?.(currency, address, now)) ?? 0n;
  };
  const tron: Rail = { ...chain.rail, payouts: wallet, sweeps: { ...sweeps, balance, balanceAt } };
  signer = {
    ...world.signer,
    rails: new Map<NetworkCode, Rail>([
      ['bank', bank],
      ['tron', tron],
    ]),
  };
  const [row] = await world.database.query(`select balance from account where name = 'gas:trx'`);
  hotSun = BigInt(String(row?.balance));
  await watchFeeCoin(signer, 'tron');
});
afterEach(async () => {
  expect((await world.web.settings()).suspensions.filter(({ cause }) => cause === 'shortfall')).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

async function look(network: NetworkCode, times = 2): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    world.clock.advance(EVERY_MS);
    asked.splice(0);
    await checkBalances(signer, network, EVERY_MS);
  }
}

/** What operators are told of a balance. */
async function alarmsOf(code: string): Promise<string[]> {
  const { items } = await bindOperations(world.operator).listAlarms(LAN, {});
  return items.flatMap(({ kind, detail }) =>
    kind === 'balance-difference' && detail.startsWith(`${code}: `) ? [detail.slice(code.length + 2)] : [],
  );
}

const isUnchecked = async (code: string) =>
  (await bindOperations(world.operator).listAlarms(LAN, {})).items.some(
    ({ kind, detail }) => kind === 'balance-unchecked' && detail.startsWith(`${code}: `),
  );

describe('the account that customers pay into', () => {
  test('is compared with what was journalled and moved; a difference raises an alarm, and stops nothing', async () => {
    const { ref, amountSent } = await world.create();
    accounts = new Map([[COLLECTION, amountSent]]);
    await world.pay(ref, amountSent);
    await look('bank');
    expect(await alarmsOf('vnd-collection')).toEqual([]);
    // Money that was moved and is not booked yet.
    accounts = new Map([[COLLECTION, amountSent - 1_000_000n]]);
    await look('bank');
    expect(await alarmsOf('vnd-collection')).toEqual(['1000000 missing at the provider, which has 1607975']);
    expect(world.errors.splice(0)).toMatchObject([{ network: 'bank', balance: 'vnd-collection', difference: '-1000000' }]);
    const { items } = await bindOperations(world.operator).listAlarms(LAN, {});
    expect(items.find(({ kind }) => kind === 'balance-difference')).toMatchObject({ difference: '-1000000' });
    const transfer = { reserve: 'vnd', amount: '1000000', to: 'payout', reference: 'FT1', note: '' } as const;
    await bindOperations(world.operator).transferReserve(LAN, transfer);
    await look('bank', 1);
    expect(await alarmsOf('vnd-collection')).toEqual([]);
    // A payment that the list tells of later.
    const late = await world.create();
    accounts = new Map([[COLLECTION, 2n * amountSent - 1_000_000n]]);
    await look('bank', 1);
    await world.pay(late.ref, amountSent, { paidAt: new Date(world.clock.now().getTime() - MINUTE_MS) });
    await look('bank');
    expect(await alarmsOf('vnd-collection')).toEqual([]);
  });

  test('is not compared while its bank tells no balance, which is an alarm after a while', async () => {
    const before = accounts;
    accounts = new Map([['0011009999999', 5n]]);
    await look('bank', 8);
    expect([await isUnchecked('vnd-collection'), await alarmsOf('vnd-collection')]).toEqual([true, []]);
    expect(world.errors.splice(0)).toMatchObject([{ balance: 'vnd-collection', reason: 'the provider does not tell it' }]);
    accounts = before;
    await look('bank', 1);
    expect(await isUnchecked('vnd-collection')).toBe(false);
  });
});

describe('a coin that is a reserve, and pays the fees of tokens', () => {
  test.each<[string, bigint, string[]]>([
    ['has no difference where the wallet has both', 0n, []],
    ['has one where something is missing', -1_000_000n, ['0.01 missing at the provider, which has 99.99']],
  ])('%s', async (_, difference, alarms) => {
    const [row] = await world.database.query(`select sum(balance) as coins from account where name in ('rail:eth', 'held:eth', 'gas:eth')`);
    const coins = BigInt(String(row?.coins)) + difference;
    const { payouts } = chain.rail;
    if (payouts?.kind !== 'signed') throw new Error('no payouts');
    const told: SignedPayouts = {
      ...payouts,
      balances: async () => new Map([['eth', coins]]),
      feeCoin: async () => ({ balance: coins, perTransfer: 1n }),
    };
    signer = { ...signer, rails: new Map([...signer.rails, ['ethereum', { code: 'ethereum', payouts: told }]]) };
    await look('ethereum', 3);
    expect(await alarmsOf('eth')).toEqual(alarms);
    world.errors.splice(0);
    await resumeNetwork(world.signer, { network: 'ethereum', cause: 'shortfall', direction: 'out', subject: 'eth' });
  });

  test('hides what a few transfers cost in deposits of its own, and nothing in those of tokens', async () => {
    const { payouts, sweeps } = chain.rail;
    if (payouts?.kind !== 'signed' || !sweeps) throw new Error('a part is missing');
    const priced: SignedPayouts = { ...payouts, feeCoin: async () => ({ balance: 10n ** 18n, perTransfer: 5n }) };
    const ethereum = { ...signer, rails: new Map<NetworkCode, Rail>([['ethereum', { code: 'ethereum', payouts: priced, sweeps }]]) };
    await watchFeeCoin(ethereum, 'ethereum');
    const deposits = balanceSources(ethereum, 'ethereum').filter(({ code }) => code.endsWith('-deposits'));
    const tolerances = await Promise.all(deposits.map(async ({ code, readTolerance }) => [code, await readTolerance()]));
    expect(tolerances).toEqual([
      ['usdt-eth-deposits', 0n],
      ['eth-deposits', 40n],
    ]);
    expect(world.errors).toEqual([]);
  });
});

test('gas of a coin that is a reserve is booked as gas, beside what customers are promised', async () => {
  const names = ['gas:eth', 'rail:eth', 'equity:eth'];
  const balances = async () => {
    const rows = await world.database.query('select name, balance from account where name = any($1)', [names]);
    return names.map((name) => BigInt(String(rows.find((row) => row.name === name)?.balance)));
  };
  const [gas = 0n, reserve = 0n, equity = 0n] = await balances();
  const operations = bindOperations(world.operator);
  for (const amount of ['0.1', '-0.04']) await operations.adjustReserve(LAN, { reserve: 'eth-gas', amount, note: 'filled up' });
  expect(await balances()).toEqual([gas + 6_000_000n, reserve, equity - 6_000_000n]);
  // Their sum is what is compared.
  expect(await isUnchecked('eth-gas')).toBe(false);
  await operations.adjustReserve(LAN, { reserve: 'eth-gas', amount: '-0.06', note: 'taken out' });
});

describe('an account that customers pay into and that is emptied', () => {
  test('to zero raises the alarm of a difference like any other, once it has told a balance', async () => {
    const before = accounts;
    await look('bank', 1);
    const [had] = await world.database.query(`select told::text from balance_check where code = 'vnd-collection'`);
    accounts = new Map([[COLLECTION, 0n]]);
    await look('bank', 1);
    expect(await alarmsOf('vnd-collection')).toEqual([]);
    await look('bank', 1);
    expect(await alarmsOf('vnd-collection')).toEqual([`${had?.told} missing at the provider, which has 0`]);
    expect(world.errors.splice(0)).toMatchObject([{ network: 'bank', balance: 'vnd-collection', told: '0', difference: `-${had?.told}` }]);
    await look('bank', 8);
    expect([await isUnchecked('vnd-collection'), await alarmsOf('vnd-collection')]).toEqual([false, [expect.stringContaining('which has 0')]]);
    accounts = before;
    await look('bank', 1);
    expect(await alarmsOf('vnd-collection')).toEqual([]);
  });

  test('to zero, as the ledger says, goes on being compared', async () => {
    await look('bank', 1);
    const [had] = await world.database.query(`select told::text from balance_check where code = 'vnd-collection'`);
    const transfer = { reserve: 'vnd', amount: String(had?.told), to: 'payout', reference: 'FT2', note: '' } as const;
    await bindOperations(world.operator).transferReserve(LAN, transfer);
    accounts = new Map([[COLLECTION, 0n]]);
    await look('bank', 8);
    expect([await isUnchecked('vnd-collection'), await alarmsOf('vnd-collection')]).toEqual([false, []]);
  });
});

describe('a chain’s hot wallet and deposit addresses', () => {
  let n = 0;

  async function credited(amount: bigint): Promise<number> {
    n += 1;
    const order = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined, quantity: '100' });
    const account = order.instructions?.account ?? '';
    const reference = `${n.toString(16).padStart(64, '0')}:0`;
    await world.record(world.worker, chainPayment({ account, amount, reference, paidAt: world.clock.now() }));
    const [row] = await world.database.query('select index from deposit_address where address = $1', [account]);
    chain.tokens.set(Number(row?.index), amount);
    return Number(row?.index);
  }

  test('agree while deposits are credited, funded and swept, and afterwards', async () => {
    const [index] = [await credited(120_000_000n), await credited(50_000_000n)];
    await look('tron');
    for (let step = 0; step < 20; step += 1) {
      world.clock.advance(5_000);
      await sweepDeposits(signer, 'tron');
      // The fund costs its amount and its fee, as soon as it is in a block; the sweep is paid for at its address.
      if (step === 0) hotSun -= (chain.gas.get(index) ?? 0n) + chain.fee;
      await checkBalances(signer, 'tron', 0);
      expect([await alarmsOf('trx'), await alarmsOf('usdt-tron-deposits')]).toEqual([[], []]);
    }
    world.clock.advance(SCRIPTED_LAG_MS);
    expect(chain.tokens.get(index)).toBe(1n);
    await look('tron', 3);
    expect([await alarmsOf('trx'), await alarmsOf('usdt-tron-deposits')]).toEqual([[], []]);
    expect(
      await world.database.query(`select code, difference::text from balance_check where code in ('trx', 'usdt-tron-deposits') order by code`),
    ).toEqual([
      { code: 'trx', difference: '0' },
      { code: 'usdt-tron-deposits', difference: '0' },
    ]);
    world.errors.splice(0);
  });

  test('raise an alarm for fee coin that is missing, beyond what a transfer costs', async () => {
    hotSun -= PER_TRANSFER;
    await look('tron');
    expect(await alarmsOf('trx')).toEqual([]);
    hotSun -= 1_000_000n;
    await look('tron');
    expect(await alarmsOf('trx')).toEqual([expect.stringMatching(/^1 missing at the provider/)]);
    expect(world.errors.splice(0)).toContainEqual(expect.objectContaining({ balance: 'trx', difference: '-1000000' }));
    hotSun += PER_TRANSFER + 1_000_000n;
    await look('tron', 1);
    expect(await alarmsOf('trx')).toEqual([]);
    // Filled up, and booked.
    hotSun += 500_000_000n;
    const operations = bindOperations(world.operator);
    for (const operator of [LAN, operatorCaller('minh')]) {
      const { items } = await operations.listProposals(operator, {});
      if (items[0]) await operations.confirmAct(operator, { id: items[0].id });
      else await operations.adjustReserve(operator, { reserve: 'trx', amount: '500', note: 'filled up' });
    }
    await look('tron');
    expect(await alarmsOf('trx')).toEqual([]);
    const leased = operations.adjustReserve(LAN, { reserve: 'usdt-tron-deposits', amount: '1', note: 'x' });
    await expect(leased).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('raise an alarm for deposits that are missing; the chain is asked for the largest alone', async () => {
    const indexes: number[] = [];
    for (let k = 1n; k <= 10n; k += 1n) indexes.push(await credited(k * 1_000_000n));
    await look('tron');
    expect(await alarmsOf('usdt-tron-deposits')).toEqual([]);
    expect(asked).toHaveLength(8);
    expect(asked).not.toContain(indexes[0]);
    const largest = indexes[9] ?? 0;
    chain.tokens.set(largest, 9_999_999n);
    await look('tron');
    expect(await alarmsOf('usdt-tron-deposits')).toEqual([expect.stringMatching(/^0.000001 missing at the provider/)]);
    chain.tokens.set(largest, 10_000_000n);
    await look('tron', 1);
    expect(await alarmsOf('usdt-tron-deposits')).toEqual([]);
    world.errors.splice(0);
  });

  test('count money that came to an address of another network, until operators have moved it', async () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    await world.database.query(`insert into deposit_address (network, index, address, free_at) values ('bsc', 0, $1, now())`, [address]);
    const arrive = async (reference: string) => {
      const fact = chainPayment({ account: address, amount: 70_000_000n, reference: `${reference.repeat(64)}:0`, paidAt: world.clock.now() });
      await world.record(world.worker, fact);
      await matchPayments(world.worker);
      chain.stranded.set(address, (chain.stranded.get(address) ?? 0n) + 70_000_000n);
      const { items } = await bindOperations(world.operator).listUnmatched(LAN, { limit: 100 });
      return items.find(({ account }) => account === address)?.id ?? '';
    };
    const told = async () => {
      await look('tron', 3);
      return alarmsOf('usdt-tron-deposits');
    };
    expect(await told()).toEqual([]);
    const id = await arrive('d');
    expect(await told()).toEqual([]);
    // It is given back from where it lies.
    chain.stranded.set(address, 0n);
    await bindOperations(world.operator).refundPayment(LAN, { id, reference: 'hash', note: 'wrong chain' });
    expect(await told()).toEqual([]);
    // It is moved to the hot wallet.
    await arrive('e');
    expect(await told()).toEqual([]);
    chain.stranded.set(address, 0n);
    expect(await told()).toEqual([expect.stringMatching(/^70 missing at the provider/)]);
    const transfer = { reserve: 'usdt-tron', amount: '70', to: 'payout', reference: 'hash', note: '' } as const;
    const much = bindOperations(world.operator).transferReserve(LAN, { ...transfer, amount: '70.000001', reference: 'much' });
    await expect(much).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await bindOperations(world.operator).transferReserve(LAN, transfer);
    expect(await told()).toEqual([]);
    // Nothing is left there, under whatever reference: the other 70 were given back.
    const book = (set: object) => bindOperations(world.operator).transferReserve(LAN, { ...transfer, ...set });
    await expect(book({ amount: '0.000001', reference: 'more' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await book({})).toEqual({ done: true });
    await expect(book({ to: 'collection', amount: '70.000001', reference: 'back' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await book({ to: 'collection', reference: 'back' });
    const both = await Promise.allSettled([book({ reference: 'again' }), book({ reference: 'twice' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await told()).toEqual([]);
    world.errors.splice(0);
  });

  test('at more than a few addresses of other networks are told by the ledger, but for the largest', async () => {
    const addresses = Array.from({ length: 40 }, (_, n) => `0x${String(n).padStart(40, '0')}`);
    await world.database.query(
      `insert into deposit_address (network, index, address, free_at) select 'bsc', 1000 + n, a, now() from unnest($1::text[]) with ordinality as t (a, n)`,
      [addresses],
    );
    for (const [n, account] of addresses.entries()) {
      const reference = `${String(n).padStart(64, 'f')}:0`;
      await world.record(world.worker, chainPayment({ account, amount: 1_000_000n + BigInt(n), reference, paidAt: world.clock.now() }));
      chain.stranded.set(account, 1_000_000n + BigInt(n));
    }
    await matchPayments(world.worker);
    askedAt.length = 0;
    await look('tron', 1);
    expect(askedAt.length).toBe(32);
    expect(askedAt).toContain(addresses.at(-1));
    expect(await alarmsOf('usdt-tron-deposits')).toEqual([]);
    world.errors.splice(0);
  });
});
