import { reserveFreeAddress, reserveNewAddress } from '@quydoi/database/repositories/leases';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { CURRENCIES, type CurrencyCode, type ReserveCode } from '@quydoi/domain/currencies';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { SignedPayouts, SignedTransfer } from '@quydoi/rails/signed-payout';
import type { BlockSource } from '@quydoi/rails/source';
import type { DepositSweeps } from '@quydoi/rails/sweeps';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sweepDeposits } from '../../src/deposits/sweep-deposits.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSource } from '../../src/payments/read-sources.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { checkBalances } from '../../src/payouts/check-balances.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { watchFeeCoin } from '../../src/payouts/watch-fee-coin.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { coinBlocks } from '../../testing/coin-blocks.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Coin that a sweep of tokens needs, and what each transfer costs, in minor units of ETH. */
const NEEDED = 20_000n;
const FEE = 4_200n;
const STEP_MS = 5_000;

let world: World;
let signer: SignerCtx;
let addresses = 0;
let transactions = 0;
/** Coins and tokens on the chain by address. */
const coins = new Map<number, bigint>();
const tokens = new Map<number, bigint>();
let hotCoins = 0n;
let hotTokens = 0n;
/** Whether transfers are irreversible as soon as they are sent. */
let isFinal = true;
/** Fee budgets that the rail was told, by currency. */
const budgets: [CurrencyCode, bigint | undefined][] = [];
const effects = new Map<string, () => void>();

const add = (book: Map<number, bigint>, index: number, amount: bigint) => book.set(index, (book.get(index) ?? 0n) + amount);

function signed(effect: () => void): SignedTransfer {
  transactions += 1;
  const txid = txidOf(transactions);
  effects.set(txid, effect);
  return { txid, raw: txid, validUntil: null, slots: [{ wallet: 'test', resource: String(transactions) }] };
}

const txidOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

const sweeps: DepositSweeps = {
  pollMs: 1_000,
  terms: new Map<CurrencyCode, { min: bigint; rest: bigint }>([
    ['erc20', { min: 100_000_000n, rest: 1n }],
    ['eth', { min: 2_000_000n, rest: 0n }],
  ]),
  balance: async (currency, index) => (currency === 'eth' ? coins : tokens).get(index) ?? 0n,
  async feeMissing(currency, index, _amount, budget) {
    budgets.push([currency, budget]);
    if (currency === 'eth') return 0n;
    const spendable = [coins.get(index) ?? 0n, budget ?? 0n].reduce((a, b) => (a < b ? a : b));
    return spendable < NEEDED ? NEEDED - spendable : 0n;
  },
  signSweep: async (currency, index, amount) =>
    signed(() => {
      add(coins, index, currency === 'eth' ? -amount : -FEE);
      if (currency === 'eth') hotCoins += amount - FEE;
      else {
        add(tokens, index, -amount);
        hotTokens += amount;
      }
    }),
  signFund: async (index, amount) =>
    signed(() => {
      add(coins, index, amount);
      hotCoins -= amount + FEE;
    }),
};

const payouts: SignedPayouts = {
  kind: 'signed',
  maxFee: () => 0n,
  balances: async () =>
    new Map([
      ['eth', hotCoins],
      ['usdt-eth', hotTokens],
    ]),
  feeCoin: async () => ({ balance: hotCoins, perTransfer: FEE }),
  sign: async ({ amount }) =>
    signed(() => {
      hotCoins -= amount + FEE;
    }),
  async broadcast({ txid }) {
    effects.get(txid)?.();
    effects.delete(txid);
  },
  status: async ([transfer]) =>
    isFinal ? { state: 'paid', reference: transfer?.txid ?? '', fee: FEE, at: world.clock.now() } : { state: 'pending' },
};

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  signer = { ...world.signer, rails: new Map([['ethereum', { code: 'ethereum', sweeps, payouts }]]) };
  hotCoins = (await balanceOf('rail:eth')) + (await balanceOf('gas:eth'));
  hotTokens = await balanceOf('rail:usdt-eth');
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

async function balanceOf(account: string): Promise<bigint> {
  const [row] = await world.database.query('select balance from account where name = $1', [account]);
  return BigInt(String(row?.balance));
}

/** A deposit address, free again after some time. */
async function addressOf(freeInMs: number): Promise<{ index: number; address: string }> {
  const index = addresses++;
  const address = `0x${(index + 1).toString(16).padStart(40, '0')}`;
  const freeAt = new Date(world.clock.now().getTime() + freeInMs);
  await world.database.query(`insert into deposit_address values ('ethereum', $1, $2, $3)`, [index, address, freeAt]);
  return { index, address };
}

function factOf(account: string, code: 'eth' | 'erc20', amount: bigint, reference = `${txidOf(++transactions)}:coin`): PaymentFact {
  const unit = CURRENCIES[code].reserve;
  return { ...bankTransfer({ amount, reference, sourceId: reference }), network: 'ethereum', account, unit, paidAt: world.clock.now() };
}

async function deposited(index: number, address: string, code: 'eth' | 'erc20', amount: bigint): Promise<void> {
  await recordPayment(world.worker, factOf(address, code, amount));
  add(code === 'eth' ? coins : tokens, index, amount);
}

/** The worker reads a block with payments. */
async function readBlock(
  facts: readonly PaymentFact[],
  onWatched: (watched: readonly string[] | undefined) => void = () => {},
  withoutFailed?: BlockSource['withoutFailed'],
): Promise<void> {
  const blocks = coinBlocks('ethereum-blocks', 'eth', (watched) => {
    onWatched(watched);
    return facts;
  });
  const source = { ...blocks, ...(withoutFailed ? { withoutFailed } : {}) };
  await world.database.query(`insert into polled_source values ('quydoi_worker', 'ethereum', 'ethereum-blocks', 'blocks') on conflict do nothing`);
  await readSource(world.worker, { network: 'ethereum', source });
}

async function sweepFor(ms: number): Promise<void> {
  for (let spentMs = 0; spentMs < ms; spentMs += STEP_MS) {
    world.clock.advance(STEP_MS);
    await sweepDeposits(signer, 'ethereum');
  }
}

const sweepsAt = (index: number) =>
  world.database.query('select kind, currency, amount::text, state from sweep where address_index = $1 order by created_at', [index]);

test('a source that compares balances is told the addresses that may still be paid to; our own transfers to them are no payments', async () => {
  const leased = await addressOf(7 * DAY_MS + MINUTE_MS);
  const lately = await addressOf(5 * DAY_MS + HOUR_MS);
  await addressOf(5 * DAY_MS - HOUR_MS);
  await addressOf(-MINUTE_MS);
  await deposited(leased.index, leased.address, 'erc20', 150_000_000n);
  await sweepFor(STEP_MS);
  const [fund] = await world.database.query('select key from sweep where address_index = $1', [leased.index]);
  const told: (readonly string[] | undefined)[] = [];
  add(coins, lately.index, 5_000_000n);
  const customers = factOf(lately.address, 'eth', 5_000_000n);
  const own = factOf(leased.address, 'eth', NEEDED, `${fund?.key}:coin`);
  await world.database.query(
    `insert into setting (kind, key, value, author, at)
     select kind, key, value || '{"on": true}', 'tests', now() from setting where kind = 'currency' and key = 'eth' order by version desc limit 1`,
  );
  await readBlock([own, customers], (watched) => void told.push(watched));
  expect(told[0]?.toSorted()).toEqual([leased.address, lately.address].toSorted());
  const recorded = await world.database.query(`select reference, unit from payment where reference like '%:coin' and unit = 'eth'`);
  expect(recorded).toEqual([{ reference: customers.reference, unit: 'eth' }]);
  await sweepFor(6 * STEP_MS);
});

test('what a sweep’s row says that is none of its own transfer is a payment all the same', async () => {
  const paid = await addressOf(7 * DAY_MS);
  const other = await addressOf(7 * DAY_MS);
  const facts = [factOf(paid.address, 'erc20', 50_000_000n), factOf(paid.address, 'erc20', 60_000_000n), factOf(paid.address, 'eth', 5_000_000n)];
  const forged = [
    ['sweep', paid.index],
    ['fund', paid.index],
    ['fund', other.index],
  ];
  for (const [n, { reference }] of facts.entries()) {
    const [kind, index] = forged[n] ?? [];
    await world.database.query(
      `insert into sweep (id, version, network, address_index, kind, currency, amount, key, raw, slots, state, created_at, next_check_at)
       values (gen_random_uuid(), 1, 'ethereum', $1, $2, 'erc20', 1, $3, '0x', '[]', 'failed', now(), now())`,
      [index, kind, reference.split(':')[0]],
      'quydoi_signer',
    );
  }
  await readBlock(facts);
  const recorded = await world.database.query('select reference from payment where account = $1', [paid.address]);
  expect(recorded.map(({ reference }) => reference).toSorted()).toEqual(facts.map(({ reference }) => reference).toSorted());
  add(coins, paid.index, 5_000_000n);
  add(tokens, paid.index, 110_000_000n);
  await sweepFor(12 * STEP_MS);
});

test('ETH below the least that is swept waits at its address, and is swept with what comes later', async () => {
  const { index, address } = await addressOf(7 * DAY_MS);
  await deposited(index, address, 'eth', 1_500_000n);
  await sweepFor(4 * STEP_MS);
  expect(await sweepsAt(index)).toEqual([]);
  await deposited(index, address, 'eth', 1_000_000n);
  await sweepFor(4 * STEP_MS);
  expect(await sweepsAt(index)).toEqual([{ kind: 'sweep', currency: 'eth', amount: '2500000', state: 'done' }]);
});

test('a sweep of tokens spends no customer’s ETH on gas, and a sweep of ETH none of what was sent there for gas', async () => {
  const { index, address } = await addressOf(7 * DAY_MS);
  await deposited(index, address, 'erc20', 150_000_000n);
  await deposited(index, address, 'eth', 40_000_000n);
  const before = await Promise.all(['rail:eth', 'rail:eth-deposits', 'gas:eth', 'network-fee:eth'].map(balanceOf));
  budgets.splice(0);
  await sweepFor(12 * STEP_MS);
  expect(await sweepsAt(index)).toEqual([
    { kind: 'fund', currency: 'erc20', amount: '20000', state: 'done' },
    { kind: 'sweep', currency: 'erc20', amount: '149999999', state: 'done' },
    { kind: 'sweep', currency: 'eth', amount: '40000000', state: 'done' },
  ]);
  expect(budgets.filter(([code]) => code === 'erc20').map(([, budget]) => budget)).toEqual([0n, NEEDED]);
  expect(budgets.filter(([code]) => code === 'eth').every(([, budget]) => budget === undefined)).toBe(true);
  const after = await Promise.all(['rail:eth', 'rail:eth-deposits', 'gas:eth', 'network-fee:eth'].map(balanceOf));
  expect(after.map((balance, at) => balance - (before[at] ?? 0n))).toEqual([40_000_000n - FEE, -40_000_000n, -2n * FEE, 3n * FEE]);
  expect(coins.get(index)).toBe(NEEDED - FEE);
});

test('balances are compared apart: deposits of ETH without the gas beside them, the wallet with both of its accounts', async () => {
  const { index, address } = await addressOf(7 * DAY_MS);
  await deposited(index, address, 'erc20', 150_000_000n);
  await sweepFor(12 * STEP_MS);
  expect(coins.get(index)).toBe(NEEDED - FEE);
  // Below the minimum: it stays where it is.
  await deposited(index, address, 'eth', 1_500_000n);
  await watchFeeCoin(signer, 'ethereum');
  const alarms = async () => {
    const { items } = await bindOperations(world.operator).listAlarms(operatorCaller('lan'), {});
    return items.flatMap(({ kind, detail }) => (kind === 'balance-difference' && detail.startsWith('eth') ? [detail] : []));
  };
  const look = async () => {
    for (let n = 0; n < 3; n += 1) {
      world.clock.advance(5 * MINUTE_MS);
      await checkBalances(signer, 'ethereum', 5 * MINUTE_MS);
    }
    return alarms();
  };
  expect(await look()).toEqual([]);
  add(coins, index, -500_000n);
  expect(await look()).toEqual([expect.stringMatching(/^eth-deposits: .* missing/)]);
  expect(world.errors.splice(0).length).toBeGreaterThan(0);
  add(coins, index, 500_000n);
  expect(await look()).toEqual([]);
});

test('ETH that customers are promised is no gas: the network closes while all that is left in the wallet is theirs', async () => {
  const causes = async () => (await world.web.settings()).suspensions.filter(({ network }) => network === 'ethereum').map(({ cause }) => cause);
  await watchFeeCoin(signer, 'ethereum');
  expect(await causes()).toEqual([]);
  const all = hotCoins;
  hotCoins = (await balanceOf('rail:eth')) + FEE - 1n;
  await watchFeeCoin(signer, 'ethereum');
  expect((await causes()).toSorted()).toEqual(['dry', 'low']);
  expect(world.errors.splice(0)).toMatchObject([{ cause: 'low' }, { cause: 'dry' }]);
  hotCoins = all;
  await watchFeeCoin(signer, 'ethereum');
  expect(await causes()).toEqual([]);
});

test('ETH on its way to a customer is missing from no gas: its network stays open, and closes where gas is missing too', async () => {
  const causes = async () => (await world.web.settings()).suspensions.filter(({ network }) => network === 'ethereum').map(({ cause }) => cause);
  const gas = async () => {
    await watchFeeCoin(signer, 'ethereum');
    const [row] = await world.database.query(`select balance from fee_coin_check where network = 'ethereum'`);
    return BigInt(String(row?.balance));
  };
  const BOUGHT = 10_000_000n;
  const operations = bindOperations(world.operator);
  // Less gas than is bought.
  const spare = (await balanceOf('gas:eth')) - 6_000_000n;
  const amount = `-${formatDecimal(spare, CURRENCIES.eth.scale)}`;
  await operations.adjustReserve(operatorCaller('lan'), { reserve: 'eth-gas', amount, note: 'taken out' });
  hotCoins -= spare;
  const left = await gas();
  expect([left > 5_000_000n, left <= 6_000_000n]).toEqual([true, true]);
  await operations.switchCurrency(operatorCaller('lan'), { code: 'eth', on: true });
  const paying: SignerCtx = {
    ...world.signer,
    rails: new Map([...world.signer.rails, ...signer.rails]),
    payoutLimits: new Map<ReserveCode, bigint>([...world.signer.payoutLimits, ['eth', BOUGHT]]),
  };
  isFinal = false;
  const { ref, amountSent } = await world.create({ to: 'eth', quantity: '0.1', destination: `0x${'7'.repeat(40)}` });
  const held = await balanceOf('held:eth');
  await world.pay(ref, amountSent);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  const before = hotCoins;
  await sendPayouts(paying);
  expect(await world.order(ref)).toMatchObject({ status: 'delivering' });
  // In a block, and held in the books.
  const sent = hotCoins;
  expect(before - sent).toBe(BOUGHT + FEE);
  expect([await gas(), await causes()]).toEqual([left, []]);
  // In none yet.
  hotCoins = before;
  expect([await gas(), await causes()]).toEqual([left, []]);
  hotCoins = before - left - held;
  expect([await gas(), (await causes()).toSorted()]).toEqual([0n, ['dry', 'low']]);
  expect(world.errors.splice(0)).toMatchObject([{ cause: 'low' }, { cause: 'dry' }]);
  hotCoins = sent;
  isFinal = true;
  world.clock.advance(MINUTE_MS);
  await settleAttempts(paying);
  expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  expect([await gas(), await causes()]).toEqual([left, []]);
});

test('orders in ETH and in USDT lease addresses of their own', async () => {
  const { orm } = world.web;
  const now = world.clock.now();
  const until = new Date(now.getTime() + MINUTE_MS);
  const [forCoin, forToken] = [
    { network: 'bsc', forCoin: true },
    { network: 'bsc', forCoin: false },
  ] as const;
  const { address } = await reserveNewAddress(orm, forCoin, (index) => `bsc ${index}`, now);
  expect(await reserveFreeAddress(orm, forToken, now, until)).toBeNull();
  expect(await reserveFreeAddress(orm, forCoin, now, until)).toMatchObject({ address });
});

test('ETH that an address has refused is no payment, whatever it is for; what it took is', async () => {
  const token = await addressOf(DAY_MS);
  const coin = await addressOf(DAY_MS);
  await world.database.query('update deposit_address set for_coin = true where address = $1', [coin.address]);
  const [refused, taken, failed, deposit] = [
    factOf(token.address, 'eth', 5_000_000n),
    factOf(token.address, 'eth', 6_000_000n),
    factOf(coin.address, 'eth', 7_000_000n),
    factOf(coin.address, 'eth', 8_000_000n),
  ];
  await readBlock([refused, taken, failed, deposit], undefined, async (facts) => facts.filter((fact) => fact !== refused && fact !== failed));
  const rows = await world.database.query('select reference from payment where account = any($1) order by amount', [[token.address, coin.address]]);
  expect(rows.map(({ reference }) => reference)).toEqual([taken.reference, deposit.reference]);
});
