import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { waitForStatus } from '../src/customers/purchase.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, type Killable, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readReceived, setFault } from '../src/system/sandbox-client.ts';
import { switchCurrencyOn } from '../src/system/switch-currency.ts';
import { until } from '../src/until.ts';

const PATIENCE_MS = 160_000;
const QUANTITY = '0.001';
/** Purchases that are paid for at once: more than the wallet has coins at first. */
const CROWD = 12;

/** Where a role dies around a payout or a deposit, and what the node does meanwhile. */
interface Death {
  readonly role: Killable;
  readonly point: CheckpointName;
  readonly kind: 'buy' | 'sell';
  readonly fault: string | null;
}

const around = (role: Killable, kind: Death['kind'], points: readonly CheckpointName[], fault: string | null = null): Death[] =>
  points.map((point) => ({ role, point, kind, fault }));
const DEATHS: readonly Death[] = [
  ...around('signer', 'buy', ['payout.before-prepare', 'payout.signed', 'payout.prepared', 'payout.sending', 'payout.answered']),
  ...around('signer', 'buy', ['payout.after-answer', 'settle.before-find', 'settle.found', 'settle.after-write']),
  ...around('worker', 'sell', ['payment.before-write', 'payment.after-write', 'source.before-cursor', 'match.before-write', 'match.after-write']),
  // Its block is dropped again once.
  ...around('worker', 'sell', ['payment.after-write'], 'reorganised'),
];

let exchange: ExchangeUnderTest;
let customers = 0;
const orders: PlacedOrder[] = [];

beforeAll(async () => {
  const env = { worker: { BITCOIN_SCAN_MS: '250' }, sandbox: { SANDBOX_BITCOIN_BLOCK_MS: '300' } };
  exchange = await startExchangeUnderTest({ env });
  await switchCurrencyOn(exchange, 'btc', PATIENCE_MS);
});
afterAll(() => exchange?.stop());

async function place(kind: Death['kind']): Promise<PlacedOrder> {
  const [from, to] = kind === 'buy' ? (['vnd', 'btc'] as const) : (['btc', 'vnd'] as const);
  customers += 1;
  const order = await placeOrder(exchange, { kind, from, to, quantity: QUANTITY, customer: customers });
  orders.push(order);
  return order;
}

async function comeBack(role: Killable): Promise<void> {
  await exchange.roles[role].died();
  await exchange.start(role);
}

describe('payouts and deposits of Bitcoin', () => {
  test.each(DEATHS)('$role dies at $point of a $kind (fault: $fault)', async ({ role, point, kind, fault }) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const order = await place(kind);
    if (fault !== null) await setFault(exchange, 'bitcoin', fault, 1);
    exchange.arm(role, point);
    await payFor(exchange, order);
    await until(`${role} to come to ${point}`, PATIENCE_MS, () => !exchange.isArmed(role, point));
    await comeBack(role);
  });

  test(`${CROWD} purchases are paid for at once, and the signer dies again and again`, async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const crowd = await Promise.all(Array.from({ length: CROWD }, () => place('buy')));
    const [first, ...others] = ['payout.signed', 'payout.prepared', 'payout.answered', 'settle.found'] as const;
    exchange.arm('signer', first);
    await Promise.all(crowd.map((order) => payFor(exchange, order)));
    for (const next of others) {
      await exchange.roles.signer.died();
      // Armed before the signer is back: nothing goes on in between.
      exchange.arm('signer', next);
      await exchange.start('signer');
    }
    await comeBack('signer');
  });

  test('everybody gets what they paid for, once, and the books agree to the satoshi', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    for (const order of orders) await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
    for (const { destination } of orders) expect(await readReceived(exchange, destination)).toHaveLength(1);
    await waitUntilIdle(exchange, PATIENCE_MS);
    const { differences, evidence } = await reconcileWithSandbox(exchange, orders);
    expect(differences).toEqual([]);
    expect(evidence.books.orders).toHaveLength(DEATHS.length + CROWD);
    expect(evidence.books.balances['network-fee:btc']).toBeGreaterThan(0n);
    expect(outstandingBalances(evidence.books)).toEqual({});
  });
});
