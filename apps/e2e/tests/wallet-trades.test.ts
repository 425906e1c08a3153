import { dbOf } from '@quydoi/database/orm';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { accountOf, simulatedNetwork } from '../src/customers/accounts.ts';
import { type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { callRest, waitForStatus } from '../src/customers/purchase.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { confirmCheckout, readReceived, setFault } from '../src/system/sandbox-client.ts';

const PATIENCE_MS = 240_000;

interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

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

/** The form for paying an order on the provider's page. */
async function readCheckout({ ref, key }: PlacedOrder): Promise<{ readonly Url: string; readonly Fields: Record<string, string> }> {
  const { body } = await callRest(exchange, 'histories', { ref, key });
  return body.data?.Checkout as { Url: string; Fields: Record<string, string> };
}

async function expectDelivered(order: PlacedOrder, { to }: Trade): Promise<void> {
  await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
  expect(await readReceived(exchange, order.destination)).toMatchObject([{ rail: simulatedNetwork(to), currency: to }]);
}

test.each(FAULTS.map((fault, n) => ({ fault, customer: n + 20 })))('a payout under $fault arrives once', async ({ fault, customer }) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const one = { kind: 'ex', from: 'pm', to: 'wmz', customer } as const;
  const order = await trade(one);
  await setFault(exchange, 'webmoney', fault, 1);
  await payFor(exchange, order);
  await expectDelivered(order, one);
});

test.each([
  { from: 'wmz', rail: 'webmoney-merchant', faults: ['notification-twice', 'notification-forged'], lost: 'notification-lost' },
  { from: 'pm', rail: 'perfect-money-shop', faults: ['status-twice', 'status-forged'], lost: 'status-lost' },
] as const)('orders in $from are paid on the provider’s page, whose calls are doubled, forged and lost', async ({ from, rail, faults, lost }) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  for (const [n, kinds] of [faults, [lost]].entries()) {
    const one = { kind: 'sell', from, to: 'vnd', customer: (from === 'pm' ? 50 : 40) + n } as const;
    const order = await trade(one);
    for (const kind of kinds) await setFault(exchange, rail, kind, 1);
    const { Url, Fields } = await readCheckout(order);
    const page = await fetch(Url, { method: 'POST', body: new URLSearchParams(Fields) });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(order.ref)]);
    const fields = { ...Fields, payer: accountOf(from, 'own', one.customer) };
    expect(await confirmCheckout(exchange, simulatedNetwork(from), fields)).toBe('made');
    await expectDelivered(order, one);
  }
});

test('WebMoney takes no payment that does not fit its order', async () => {
  const order = await trade({ kind: 'sell', from: 'wmz', to: 'vnd', customer: 60 });
  const { Fields } = await readCheckout(order);
  const fields = { ...Fields, payer: accountOf('wmz', 'own', 60) };
  expect(await confirmCheckout(exchange, 'webmoney', { ...fields, LMI_PAYMENT_AMOUNT: '99' })).toBe('not-made');
  expect(await confirmCheckout(exchange, 'webmoney', fields)).toBe('made');
  await expectDelivered(order, { kind: 'sell', from: 'wmz', to: 'vnd' });
});

test('nothing is held any more, and the books agree with those of the sandbox', async () => {
  await waitUntilIdle(exchange, PATIENCE_MS);
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  expect(differences).toEqual([]);
  expect(evidence.books.orders.map(({ status }) => status)).toEqual(acknowledged.map(() => 'delivered'));
  expect(outstandingBalances(evidence.books)).toEqual({});
});

test('each webhook ends with the payment that it tells of, but for the forged ones', async () => {
  const orm = await databaseOf(exchange);
  const outcomes = () => dbOf(orm).selectFrom('webhook').select(['source', 'outcome', 'handledAt']).execute();
  await expect.poll(async () => (await outcomes()).filter(({ handledAt }) => handledAt === null), { timeout: PATIENCE_MS }).toEqual([]);
  const told = (await outcomes()).map(({ source, outcome }) => `${source} ${outcome}`);
  expect(told).toEqual(expect.arrayContaining(['perfect-money payments: 1', 'webmoney payments: 1']));
  expect(told.filter((one) => !/payments: 1$|refused: signature$/.test(one))).toEqual([]);
});
