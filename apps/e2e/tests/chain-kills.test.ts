import { dbOf } from '@quydoi/database/orm';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { CHECKPOINTS, type CheckpointName } from '@quydoi/exchange/checkpoints';
import { EVM_CHAINS } from '@quydoi/rails/evm/chains';
import { createNode } from '@quydoi/rails/evm/node';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { configureExchange } from '../src/chaos/operator.ts';
import { simulatedNetwork } from '../src/customers/accounts.ts';
import { type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { waitForStatus } from '../src/customers/purchase.ts';
import { feeMaxOf, liftCaps, payCrowd } from '../src/kills/crowd.ts';
import { readExchangeBooks } from '../src/reconciliation/exchange-books.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, type Killable, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readReceived, setFault } from '../src/system/sandbox-client.ts';
import { switchCurrencyOn } from '../src/system/switch-currency.ts';
import { until } from '../src/until.ts';

const PATIENCE_MS = 160_000;
const TIMER_SECONDS = 1_800;
/** Purchases that empty a wallet together. `E2E_CROWD=100` takes some minutes. */
const CROWD = Number(process.env.E2E_CROWD ?? 18);
/** For a crowd to be paid and paid out, while the signer dies again and again. */
const CROWD_MS_MAX = 300_000 + 20_000 * CROWD;
/** Blocks in which the node drops the state of a payment, and those that have to be on top of it before it is read. */
const BLOCKS_AWAY = 90;
const QUANTITIES = { btc: '0.001', erc20: '50', eth: '0.05' } as const;
const CODES = ['erc20', 'btc'] as const;

/** Every checkpoint around a signed payout: first those that each comes to once, while there are some that have not. */
const PAYOUT_POINTS: readonly CheckpointName[] = [
  'payout.before-prepare',
  'payout.signed',
  'payout.prepared',
  'payout.sending',
  'payout.answered',
  'payout.after-answer',
  'payout.before-resend',
  'payout.resent',
  'settle.before-find',
  'settle.found',
  'settle.after-write',
];
/** Those that need a transfer which the node took and forgot. */
const LOST_POINTS: ReadonlySet<CheckpointName> = new Set(['payout.before-resend', 'payout.resent']);
/** Checkpoints of the worker around a deposit, and what the node does meanwhile. */
const DEPOSIT_POINTS: readonly { readonly point: CheckpointName; readonly fault: string | null }[] = [
  ...(['payment.before-write', 'payment.after-write', 'source.before-cursor', 'match.before-write', 'match.after-write'] as const).map((point) => ({
    point,
    fault: null,
  })),
  // Its block is dropped again once.
  { point: 'payment.after-write', fault: 'reorganised' },
];

let exchange: ExchangeUnderTest;
let customers = 0;
const orders: PlacedOrder[] = [];

beforeAll(async () => {
  const pace = { BITCOIN_SCAN_MS: '250', ETHEREUM_SCAN_MS: '250' };
  exchange = await startExchangeUnderTest({ env: { worker: pace, sandbox: { SANDBOX_BITCOIN_BLOCK_MS: '300', SANDBOX_EVM_BLOCK_MS: '300' } } });
  await switchCurrencyOn(exchange, 'btc', PATIENCE_MS);
  await configureExchange(exchange, TIMER_SECONDS);
});
afterAll(() => exchange?.stop());

async function place(kind: 'buy' | 'sell', code: keyof typeof QUANTITIES): Promise<PlacedOrder> {
  const [from, to] = kind === 'buy' ? (['vnd', code] as const) : ([code, 'vnd'] as const);
  customers += 1;
  const order = await placeOrder(exchange, { kind, from, to, quantity: QUANTITIES[code], customer: customers });
  orders.push(order);
  return order;
}

async function comeBack(role: Killable): Promise<void> {
  await exchange.roles[role].died();
  await exchange.start(role);
}

/** Starts the signer, which dies at a checkpoint as soon as it comes to it. One that does not come to it goes on without. */
async function startToDieAt(point: CheckpointName): Promise<void> {
  exchange.arm('signer', point);
  await exchange.start('signer').catch((error: unknown) => {
    // It may have come to it before it was ready.
    if (exchange.isArmed('signer', point)) throw error;
  });
  try {
    await until(`the signer to come to ${point}`, PATIENCE_MS, () => !exchange.isArmed('signer', point));
  } catch (error) {
    exchange.disarm('signer', point);
    throw error;
  }
  await exchange.roles.signer.died();
}

/** Number of Ethereum's newest block. */
async function readHeight(): Promise<number> {
  const { latest } = await createNode(EVM_CHAINS.ethereum, { url: `${exchange.sandboxUrl}/ethereum`, timeoutMs: 10_000 }).heads();
  return latest.number;
}

/** Ids of the transfers that were signed for an order's payout, first to last. */
async function readSigned({ ref }: PlacedOrder): Promise<string[]> {
  const rows = await dbOf(await databaseOf(exchange))
    .selectFrom('attempt_transfer')
    .innerJoin('attempt', 'attempt.id', 'attempt_transfer.attemptId')
    .innerJoin('payout', 'payout.id', 'attempt.payoutId')
    .innerJoin('orders', 'orders.id', 'payout.orderId')
    .select('attempt_transfer.txid')
    .where('orders.ref', '=', ref)
    .orderBy('attempt_transfer.n')
    .execute();
  return rows.map(({ txid }) => txid);
}

describe('deposits of Bitcoin', () => {
  test.each(DEPOSIT_POINTS)('the worker dies at $point (fault: $fault)', async ({ point, fault }) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const order = await place('sell', 'btc');
    if (fault !== null) await setFault(exchange, 'bitcoin', fault, 1);
    exchange.arm('worker', point);
    await payFor(exchange, order);
    await until(`the worker to come to ${point}`, PATIENCE_MS, () => !exchange.isArmed('worker', point));
    await comeBack('worker');
  });
});

describe('deposits of USDT on Ethereum, which are swept in batches', () => {
  const sweepStates = async () =>
    (
      await dbOf(await databaseOf(exchange))
        .selectFrom('sweep')
        .select(['kind', 'isBatched', 'state'])
        .where('currency', '=', 'erc20')
        .execute()
    ).map(({ kind, isBatched, state }) => `${isBatched ? 'batched ' : ''}${kind} ${state}`);

  test.each(CHECKPOINTS.sweeping)('the signer dies at %s', { timeout: 2 * PATIENCE_MS }, async (point) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const pair = [await place('sell', 'erc20'), await place('sell', 'erc20')];
    exchange.arm('signer', point);
    for (const order of pair) await payFor(exchange, order);
    await until(`the signer to come to ${point}`, PATIENCE_MS, () => !exchange.isArmed('signer', point));
    await comeBack('signer');
  });

  test('each is swept once', { timeout: 2 * PATIENCE_MS }, async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const count = 2 * CHECKPOINTS.sweeping.length;
    const isSwept = async () => (await sweepStates()).filter((state) => state === 'batched sweep done').length === count;
    await until('the deposits to be swept', PATIENCE_MS, isSwept);
    expect(await sweepStates()).toEqual(Array(count).fill('batched sweep done'));
  });
});

test('ETH that a contract pays while nobody reads it, until the node has dropped the state of its block, is paid out for', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  await switchCurrencyOn(exchange, 'eth', PATIENCE_MS);
  const order = await place('sell', 'eth');
  await Promise.all([exchange.kill('worker'), exchange.kill('signer')]);
  const paidAt = await readHeight();
  await payFor(exchange, order, { way: 'internal-call' });
  await until('the state to be dropped', PATIENCE_MS, async () => (await readHeight()) > paidAt + BLOCKS_AWAY);
  await Promise.all([exchange.start('worker'), exchange.start('signer')]);
  await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
});

test('payouts that are stuck by a low fee are replaced, and arrive once', { timeout: CROWD_MS_MAX }, async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  await Promise.all(
    CODES.map(async (code) => {
      // The rise may strike a sweep instead, or be over before a busy machine has replaced anything.
      for (let isReplaced = false; !isReplaced; ) {
        const order = await place('buy', code);
        await setFault(exchange, simulatedNetwork(code), 'fee-rises', 1);
        await payFor(exchange, order);
        await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
        const received = (await readReceived(exchange, order.destination)).map(({ id }) => id);
        const [stuck, ...replacements] = await readSigned(order);
        expect(received).toHaveLength(1);
        expect([stuck, ...replacements]).toContain(received[0]);
        isReplaced = received[0] !== stuck;
      }
    }),
  );
});

test.each(CODES)(
  `${CROWD} purchases of %s at once empty the wallet, while the signer dies around their payouts`,
  { timeout: CROWD_MS_MAX },
  async (code) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    // What was paid out and in before is not in the wallet any more, or is there besides.
    await waitUntilIdle(exchange, PATIENCE_MS);
    await liftCaps(exchange, code);
    await exchange.kill('signer');
    const crowd = await payCrowd(exchange, { code, size: CROWD, first: 1_000 * (1 + CODES.indexOf(code)) }, PATIENCE_MS);
    orders.push(...crowd);
    for (const point of PAYOUT_POINTS) {
      // Before each of them, as a slow signer may have sent again all that was forgotten before.
      if (LOST_POINTS.has(point)) await setFault(exchange, simulatedNetwork(code), 'lose-next-tx', 3);
      await startToDieAt(point);
    }
    await setFault(exchange, simulatedNetwork(code), 'lose-next-tx', 0);
    await exchange.start('signer');
    for (const order of crowd) await waitForStatus(exchange, order, ['delivered'], CROWD_MS_MAX);
    const { balances } = await readExchangeBooks(exchange);
    const { reserve } = CURRENCIES[code];
    expect(balances[`held:${reserve}`]).toBe(0n);
    expect(balances[`rail:${reserve}`]).toBeLessThanOrEqual(BigInt(CROWD) * feeMaxOf(code));
  },
);

test('everybody gets what they paid for, once, and the books agree to the last unit', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  for (const order of orders) await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
  for (const { destination } of orders) expect(await readReceived(exchange, destination)).toHaveLength(1);
  await waitUntilIdle(exchange, PATIENCE_MS);
  const { differences, evidence } = await reconcileWithSandbox(exchange, orders);
  expect(differences).toEqual([]);
  const { balances } = evidence.books;
  expect(evidence.books.orders).toHaveLength(orders.length);
  expect(balances['network-fee:btc']).toBeGreaterThan(0n);
  expect(outstandingBalances(evidence.books)).toEqual({});
});
