import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { accountOf, simulatedNetwork } from '../src/customers/accounts.ts';
import { type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { callRest, waitForStatus } from '../src/customers/purchase.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readReceived, setFault } from '../src/system/sandbox-client.ts';

const PATIENCE_MS = 240_000;

interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

const TRADES: readonly Trade[] = [
  { kind: 'buy', from: 'vnd', to: 'wmz' },
  { kind: 'sell', from: 'wmz', to: 'vnd' },
  { kind: 'ex', from: 'wmz', to: 'pm' },
  { kind: 'ex', from: 'pm', to: 'wmz' },
  { kind: 'ex', from: 'wmz', to: 'trc20' },
  { kind: 'ex', from: 'trc20', to: 'wmz' },
];
/** What happens to payouts in WMZ, one order each. */
const FAULTS = ['transfer-applied-dropped', 'transfer-applied-500', 'transfer-applied-unclear', 'transfer-dropped', 'operations-delayed'];

let exchange: ExchangeUnderTest;
const acknowledged: PlacedOrder[] = [];

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

async function trade(order: Trade & { readonly customer: number }): Promise<PlacedOrder> {
  const placed = await placeOrder(exchange, { ...order, quantity: '100' });
  acknowledged.push(placed);
  return placed;
}

async function expectDelivered(order: PlacedOrder, { to }: Trade): Promise<void> {
  await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
  expect(await readReceived(exchange, order.destination)).toMatchObject([{ rail: simulatedNetwork(to), currency: to }]);
}

test.each(TRADES.map((one, n) => ({ ...one, customer: n + 1 })))('$kind $from to $to is delivered once', async (one) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const order = await trade(one);
  await payFor(exchange, order);
  await expectDelivered(order, one);
});

test.each(FAULTS.map((fault, n) => ({ fault, customer: n + 20 })))('a payout under $fault arrives once', async ({ fault, customer }) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const one = { kind: 'ex', from: 'pm', to: 'wmz', customer } as const;
  const order = await trade(one);
  await setFault(exchange, 'webmoney', fault, 1);
  await payFor(exchange, order);
  await expectDelivered(order, one);
});

test('an order is paid on the page of WebMoney, whose notifications are doubled and forged', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const one = { kind: 'sell', from: 'wmz', to: 'vnd', customer: 40 } as const;
  const order = await trade(one);
  for (const fault of ['notification-twice', 'notification-forged']) await setFault(exchange, 'webmoney-merchant', fault, 1);
  const { body } = await callRest(exchange, 'histories', { ref: order.ref, key: order.key });
  const { Url, Fields } = (body.data ?? {}).Checkout as { Url: string; Fields: Record<string, string> };
  const pay = (fields: Record<string, string>) =>
    fetch(new URL('confirm.asp', Url), { method: 'POST', body: new URLSearchParams({ ...fields, payer: accountOf('wmz', 'own', one.customer) }) });
  expect((await pay({ ...Fields, LMI_PAYMENT_AMOUNT: '99' })).status).toBe(409);
  expect((await pay(Fields)).status).toBe(200);
  await expectDelivered(order, one);
});

test('nothing is held any more, and the books agree with those of the sandbox', async () => {
  await waitUntilIdle(exchange, PATIENCE_MS);
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  expect(differences).toEqual([]);
  expect(evidence.books.orders.map(({ status }) => status)).toEqual(acknowledged.map(() => 'delivered'));
  expect(outstandingBalances(evidence.books)).toEqual({});
});
