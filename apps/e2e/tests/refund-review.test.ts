import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { accountOf } from '../src/customers/accounts.ts';
import { CUSTOMERS_BANK, type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { callRest } from '../src/customers/purchase.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readReceived } from '../src/system/sandbox-client.ts';
import { until } from '../src/until.ts';

const PATIENCE_MS = 180_000;
/** Longer than the signer looks closely at a payout that waits. */
const REFUSED_MS = 12_000;

let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

async function pageOf({ ref, key }: PlacedOrder): Promise<Readonly<Record<string, unknown>>> {
  return (await callRest(exchange, 'histories', { ref, key })).body.data ?? {};
}

async function approvalOf({ ref }: PlacedOrder): Promise<string> {
  const { items } = (await exchange.operate('listAttention', {})) as { items: { ref: string; need: string; waiting: { payout: string }[] }[] };
  const item = items.find((one) => one.ref === ref);
  expect(item).toMatchObject({ need: 'approval', waiting: [{ amount: '6000000', currency: 'vnd' }] });
  return item?.waiting[0]?.payout ?? '';
}

test('6 000 000 đ to another account than the one that paid wait until an operator approves, and are paid once', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const order = await placeOrder(exchange, { kind: 'buy', from: 'vnd', to: 'pm', quantity: '500', customer: 1, tellsSender: true });
  await payFor(exchange, order, { amount: '6000000' });
  await until('the customer to be asked', PATIENCE_MS, async () => ((await pageOf(order)).actions as string[]).includes('requestRefund'));
  const destination = accountOf('vnd', 'refund', 1);
  const { ref, key } = order;
  await until('the refund to be taken', PATIENCE_MS, async () => {
    const answer = await callRest(exchange, 'order_actions', { ref, key, action: 'requestRefund', destination, destination_bank: CUSTOMERS_BANK });
    return answer.status === 200 || ((await pageOf(order)).reason !== 'underpaid' && answer.body.error === 'ORDER_ACTION_NOT_ALLOWED');
  });
  await until('the page to tell that staff look at it', PATIENCE_MS, async () => (await pageOf(order)).reason === 'refund_review');
  await new Promise((resolve) => setTimeout(resolve, REFUSED_MS));
  expect(await readReceived(exchange, destination)).toEqual([]);

  await exchange.operate('approvePayout', { payout: await approvalOf(order), note: 'the customer called from the number on file' });
  await until('the refund to arrive', PATIENCE_MS, async () => (await pageOf(order)).reason === 'refunded');
  await waitUntilIdle(exchange, PATIENCE_MS);
  expect(await readReceived(exchange, destination)).toHaveLength(1);
  expect((await reconcileWithSandbox(exchange, [order])).differences).toEqual([]);
  const { sums, drift, broken } = (await exchange.operate('checkLedger', {})) as { sums: { sum: string }[]; drift: unknown[]; broken: unknown[] };
  expect(sums.length).toBeGreaterThan(0);
  expect([...sums.filter(({ sum }) => Number(sum) !== 0), ...drift, ...broken]).toEqual([]);
});
