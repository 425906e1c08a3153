import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS } from '@quydoi/domain/durations';
import { BITCOIN_CHAINS } from '@quydoi/rails/bitcoin/chains';
import { bitcoinXpub, depositAddresses } from '@quydoi/rails/bitcoin/keys';
import type { DepositBoosts } from '@quydoi/rails/boosts';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import type { BlockSource, HeadSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { boostDeposits } from '../../src/deposits/boost-deposits.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { readSource } from '../../src/payments/read-sources.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { dropMissingPayments, placeUnconfirmedPayments } from '../../src/payments/unconfirmed-payments.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { answerLookups } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const AMOUNT = 1_000_000n;
const COST = 2_500n;
const CHAIN = BITCOIN_CHAINS.main;
const ADDRESSES = depositAddresses(CHAIN, bitcoinXpub(CHAIN, { seed: 'ab'.repeat(32) }));
const DROP_AFTER_MS = 48 * HOUR_MS;

let world: World;
let web: Ctx;
let worker: Ctx;
let signer: SignerCtx;
let transactions = 0;
/** Address of each deposit that the fake chain has in its mempool with too low a fee, by the payment's reference. */
const stuck = new Map<string, { readonly address: string; readonly index: number }>();
const mined = new Set<string>();
const broadcast: string[] = [];
const asked: (readonly string[])[] = [];
let isAway = false;

const boosts: DepositBoosts = {
  pollMs: 1_000,
  currency: 'btc',
  async find(references, _now, inUse) {
    asked.push(references);
    return references.flatMap((reference) => {
      const found = stuck.get(reference);
      if (!found || inUse.some(({ resource }) => resource === reference)) return [];
      return [{ reference, index: found.index, amount: AMOUNT, cost: COST }];
    });
  },
  async sign(reference) {
    const found = stuck.get(reference);
    if (!found) return null;
    const txid = (++transactions).toString(16).padStart(64, 'b');
    return { txid, raw: txid, validUntil: null, slots: [{ wallet: found.address, resource: reference }] };
  },
};
const payouts: SignedPayouts = {
  kind: 'signed',
  maxFee: () => 0n,
  balances: async () => new Map(),
  sign: () => Promise.reject(new Error('nothing is paid out here')),
  async broadcast({ txid }) {
    if (isAway) throw new RailError('bitcoin', 'unreachable', 'unknown', 'the node cut the connection');
    broadcast.push(txid);
  },
  status: async ([transfer]) =>
    transfer && mined.has(transfer.txid) ? { state: 'paid', reference: transfer.txid, fee: COST, at: world.clock.now() } : { state: 'pending' },
};
const blocks: BlockSource = {
  kind: 'blocks',
  name: 'bitcoin-blocks',
  pollMs: 1_000,
  read: async () => ({ facts: [], cursor: 'block', more: false, watermark: world.clock.now() }),
};
const head: HeadSource = {
  kind: 'head',
  name: 'bitcoin-head',
  pollMs: 1_000,
  dropAfterMs: DROP_AFTER_MS,
  read: async (cursor) => ({ facts: [], cursor, more: false }),
};

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  const withBitcoin = <C extends Ctx>(ctx: C, rail: Partial<Rail>): C => ({
    ...ctx,
    rails: new Map([...ctx.rails, ['bitcoin', { code: 'bitcoin', addresses: ADDRESSES, ...rail }]]),
  });
  web = withBitcoin(world.web, {});
  worker = withBitcoin(world.worker, { sources: [blocks, head] });
  signer = withBitcoin(world.signer, { payouts, boosts });
  await bindOperations(world.operator).switchCurrency(operatorCaller('lan'), { code: 'btc', on: true });
  await world.database.query(`insert into polled_source values ('quydoi_worker', 'bitcoin', 'bitcoin-blocks', 'blocks') on conflict do nothing`);
});
beforeEach(() => {
  broadcast.length = 0;
  asked.length = 0;
  stuck.clear();
  mined.clear();
  isAway = false;
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** An order whose deposit waits in the mempool with too low a fee. */
async function waiting(): Promise<{ readonly ref: string; readonly reference: string; readonly address: string }> {
  // Orders are taken while the chain is being read.
  await readSource(worker, { network: 'bitcoin', source: blocks });
  const input = { ...SELL_100_PM, from: 'btc', quantity: '0.01', sender: undefined } as const;
  const { ref, instructions } = await workingMeanwhile(createOrder(web, world.deps, testCaller(), input), async () => {
    await answerLookups(world.signer);
    await answerLookups(world.worker);
  });
  const account = instructions?.account ?? '';
  const reference = `${(++transactions).toString(16).padStart(64, 'a')}:0`;
  const fact = chainPayment({ network: 'bitcoin', unit: 'btc', account, amount: AMOUNT, reference, confirmed: false, paidAt: world.clock.now() });
  await recordPayment(worker, { ...fact, source: 'bitcoin-head' });
  await placeUnconfirmedPayments(worker);
  const [row] = await world.database.query('select index from deposit_address where address = $1', [account]);
  stuck.set(reference, { address: account, index: Number(row?.index) });
  return { ref, reference, address: account };
}

async function boostFor(runs: number): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    world.clock.advance(10_000);
    await boostDeposits(signer, 'bitcoin');
  }
}

const boostsOf = (address: string) =>
  world.database.query(
    `select s.kind, s.currency, s.amount::text, s.state, s.fee::text from sweep s join deposit_address d on d.network = s.network and d.index = s.address_index
     where d.address = $1 order by s.created_at`,
    [address],
  );
const slotsOf = (reference: string) => world.database.query('select resource from transfer_slot where resource = $1', [reference]);
async function balanceOf(account: string): Promise<bigint> {
  const [row] = await world.database.query('select coalesce((select balance from account where name = $1), 0) as balance', [account]);
  return BigInt(String(row?.balance));
}

test('a deposit that an order waits for is boosted once, and its fee is booked when it is mined', async () => {
  const { ref, reference, address } = await waiting();
  expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction' });
  const before = await Promise.all(['rail:btc', 'network-fee:btc'].map(balanceOf));
  await boostFor(3);
  expect(await boostsOf(address)).toEqual([{ kind: 'boost', currency: 'btc', amount: String(AMOUNT), state: 'sent', fee: null }]);
  expect(await slotsOf(reference)).toHaveLength(1);
  expect(new Set(broadcast).size).toBe(1);
  const [txid = ''] = broadcast;
  mined.add(txid);
  stuck.delete(reference);
  await boostFor(2);
  expect(await boostsOf(address)).toMatchObject([{ state: 'done', fee: String(COST) }]);
  const after = await Promise.all(['rail:btc', 'network-fee:btc'].map(balanceOf));
  expect(after.map((balance, n) => balance - (before[n] ?? 0n))).toEqual([-COST, COST]);
  expect(await slotsOf(reference)).toEqual([]);
});

test('one whose broadcast was lost, or whose signer stopped, is sent again as it was signed', async () => {
  const { address } = await waiting();
  world.checkpoints.stopAt('sweep.prepared');
  await boostFor(1);
  expect(world.errors.splice(0)).toMatchObject([{ error: expect.stringContaining('sweep.prepared') }]);
  isAway = true;
  await boostFor(2);
  expect([await boostsOf(address), broadcast]).toMatchObject([[{ state: 'prepared' }], []]);
  isAway = false;
  await boostFor(3);
  expect(await boostsOf(address)).toMatchObject([{ state: 'sent' }]);
  expect(new Set(broadcast).size).toBe(1);
});

test('one whose deposit is dropped ends with it, and costs nothing', async () => {
  const { reference, address } = await waiting();
  await boostFor(1);
  const before = await balanceOf('rail:btc');
  world.clock.advance(DROP_AFTER_MS);
  await boostFor(1);
  expect(await boostsOf(address)).toMatchObject([{ state: 'sent' }]);
  world.clock.advance(HOUR_MS);
  stuck.clear();
  await readSource(worker, { network: 'bitcoin', source: blocks });
  await dropMissingPayments(worker);
  await boostFor(1);
  expect(await boostsOf(address)).toMatchObject([{ state: 'failed', fee: '0' }]);
  expect(await slotsOf(reference)).toEqual([]);
  expect(await balanceOf('rail:btc')).toBe(before);
});

test('what no order waits for is not asked about', async () => {
  asked.length = 0;
  const account = ADDRESSES.derive(90_000);
  await world.database.query("insert into deposit_address values ('bitcoin', 90000, $1, now())", [account]);
  const reference = `${'c'.repeat(64)}:0`;
  const fact = chainPayment({ network: 'bitcoin', unit: 'btc', account, amount: AMOUNT, reference, confirmed: false, paidAt: world.clock.now() });
  await recordPayment(worker, { ...fact, source: 'bitcoin-head' });
  await placeUnconfirmedPayments(worker);
  stuck.set(reference, { address: account, index: 90_000 });
  await boostFor(2);
  expect(asked.flat()).not.toContain(reference);
  expect(await boostsOf(account)).toEqual([]);
});
