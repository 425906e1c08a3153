import { writePrepared } from '@quydoi/database/money-tx';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { defaultSettings } from '@quydoi/domain/defaults';
import type { OrderKind } from '@quydoi/domain/order-status';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { simulatedNetwork } from '../src/customers/accounts.ts';
import { type PlacedOrder, placeOrder } from '../src/customers/place-order.ts';
import { callRest, waitForStatus } from '../src/customers/purchase.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { findInOutputs, secretsOf } from '../src/system/find-in-outputs.ts';
import { makeVoucher, payOrder, readReceived } from '../src/system/sandbox-client.ts';

const PATIENCE_MS = 300_000;
/** Within the limits of every currency, and above the fees of every payout. */
const QUANTITY = '60';

interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

/** The currencies that are on by default. */
const CODES = defaultSettings().flatMap((draft) => (draft.kind === 'currency' && draft.value.on ? [draft.key] : []));
const TRADES: readonly Trade[] = [
  ...CODES.map((to): Trade => ({ kind: 'buy', from: 'vnd', to })),
  ...CODES.map((from): Trade => ({ kind: 'sell', from, to: 'vnd' })),
  ...CODES.flatMap((from) => CODES.filter((to) => to !== from).map((to): Trade => ({ kind: 'ex', from, to }))),
];

let exchange: ExchangeUnderTest;
const acknowledged: PlacedOrder[] = [];

beforeAll(async () => {
  const worker = { ETHEREUM_SCAN_MS: '1000', BSC_SCAN_MS: '1000' };
  exchange = await startExchangeUnderTest({ env: { worker, sandbox: { SANDBOX_EVM_BLOCK_MS: '300' } } });
});
afterAll(() => exchange?.stop());

test('there are buys, sells and swaps of the e-currencies and of USDT on every chain', () => {
  for (const code of ['pm', 'e-voucher', 'wmz', 'trc20', 'bep20', 'erc20'])
    expect(new Set(TRADES.flatMap(({ kind, from, to }) => (from === code || to === code ? [kind] : [])))).toEqual(new Set(['buy', 'sell', 'ex']));
});

describe('every trade of the default configuration', () => {
  test.concurrent.each(TRADES.map((trade, n) => ({ ...trade, customer: n + 1 })))('$kind $from to $to is delivered once', async (trade) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const order = await placeOrder(exchange, { ...trade, quantity: QUANTITY });
    acknowledged.push(order);
    await payOrder(exchange, order.ref);
    await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
    expect(await arrivalsOf(order)).toMatchObject([{ rail: simulatedNetwork(trade.to), currency: trade.to }]);
  });
});

test('nothing is held any more, and the books agree with those of the sandbox', async () => {
  await waitUntilIdle(exchange, PATIENCE_MS);
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  expect(differences).toEqual([]);
  expect(evidence.books.orders.map(({ status }) => status)).toEqual(TRADES.map(() => 'delivered'));
  expect(outstandingBalances(evidence.books)).toEqual({});
});

test('no code of a voucher and no secret stands in a log, the database, the built site or an answer, but to the holder of the key', async () => {
  const order = await placeOrder(exchange, { kind: 'sell', from: 'e-voucher', to: 'vnd', quantity: QUANTITY, customer: 90 });
  const voucher = await makeVoucher(exchange, QUANTITY);
  const wrong = { number: voucher.number, code: '9081726354453627' };
  expect(await submitVoucher(order.ref, wrong)).toMatchObject({ status: 422, body: { error: 'VOUCHER_REFUSED' } });
  expect(await submitVoucher(order.ref, voucher)).toMatchObject({ status: 200 });
  await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
  const bought = await Promise.all(acknowledged.filter(({ to }) => to === 'e-voucher').map(voucherOf));
  const codes = [voucher.code, wrong.code, ...bought];
  expect(codes).toHaveLength(2 + CODES.length);
  const secrets = secretsOf(exchange);
  expect(secrets.length).toBeGreaterThan(30);
  expect(await findInOutputs(exchange, [...codes, ...secrets])).toEqual([]);
  const whereOrder = (await findInOutputs(exchange, [order.ref])).map((found) => found.replace(order.ref, '…'));
  expect(whereOrder, 'what does stand there is found').toEqual(
    expect.arrayContaining(['… in the table orders', '… in the answer 200 to /api/v1/sell_orders', '… in the answer 200 to /api/v1/histories']),
  );
  for (const { ref } of acknowledged.filter(({ to }) => to === 'e-voucher')) {
    const shown = JSON.stringify(await callRest(exchange, 'histories', { ref }));
    expect(codes.filter((code) => shown.includes(code))).toEqual([]);
  }
});

test('a code and a short secret that are planted in the database are found, also outside of our tables', async () => {
  const [code, few] = ['4711081547110815', '4711081'];
  await writePrepared(await databaseOf(exchange), 'plant a schema', 'create schema planted', []);
  await writePrepared(await databaseOf(exchange), 'plant texts', PLANTED, [`bought ${code}`, `{"account":"${few}","at":"${few}0"}`]);
  expect((await findInOutputs(exchange, [code, few])).sort()).toEqual([`${few} in the table notes`, `${code} in the table notes`]);
});

/** A table that no test of the exchange knows. */
const PLANTED = 'create table planted.notes as select $1::text as note, $2::text as more';

function submitVoucher(ref: string, { number, code }: { readonly number: string; readonly code: string }) {
  return callRest(exchange, 'try_evoucher', { evoucher_number: number, evoucher_code: code, order_ref: ref });
}

/** The code of the voucher that an order was paid out in. */
async function voucherOf({ ref, key }: PlacedOrder): Promise<string> {
  return String((await callRest(exchange, 'histories', { ref, key })).body.data?.evoucher_code);
}

/** What arrived for an order. All vouchers arrive in one place: an order's is the one of its batch, of which the customer knows the code. */
async function arrivalsOf({ ref, key, to, destination }: PlacedOrder) {
  const received = await readReceived(exchange, destination);
  if (to !== 'e-voucher') return received;
  const { PmVoucher, PmBatchNumber } = (await callRest(exchange, 'histories', { ref, key })).body.data ?? {};
  expect(PmVoucher).toMatch(/^\d{10};\d{16}$/);
  return received.filter(({ id }) => id === PmBatchNumber);
}
