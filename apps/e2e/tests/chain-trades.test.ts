import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { accountOf, simulatedNetwork } from '../src/customers/accounts.ts';
import { placeByTrpc } from '../src/customers/place-by-trpc.ts';
import { type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { callRest, waitForStatus } from '../src/customers/purchase.ts';
import { type ExchangeBooks, readExchangeBooks } from '../src/reconciliation/exchange-books.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { makePayment, readReceived, setFault } from '../src/system/sandbox-client.ts';
import { switchCurrencyOn } from '../src/system/switch-currency.ts';
import { until } from '../src/until.ts';

const PATIENCE_MS = 240_000;
/** A sweep leaves one unit at each address. */
const SWEPT_REST_MAX = 10n;
/** Currencies on chains whose nodes are real. */
const CHAIN_CURRENCIES = ['bep20', 'erc20', 'eth', 'btc'] as const;
type ChainCurrency = (typeof CHAIN_CURRENCIES)[number];
/** What orders are about, in the entered currency, and too little of it. */
const QUANTITIES: Partial<Record<CurrencyCode, string>> = { eth: '0.05', btc: '0.001' };
/** Enough to be worth its fee. */
const STUCK_BTC = '0.02';
const TOO_LITTLE: Readonly<Record<ChainCurrency, string>> = { bep20: '60', erc20: '60', eth: '0.03', btc: '0.0006' };
const quantityOf = (code: CurrencyCode) => QUANTITIES[code] ?? '100';
const TRANSPORTS = { rest: placeOrder, trpc: placeByTrpc } as const;

interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

const tradesOf = (code: CurrencyCode): readonly Trade[] => [
  { kind: 'buy', from: 'vnd', to: code },
  { kind: 'sell', from: code, to: 'vnd' },
  { kind: 'ex', from: code, to: 'pm' },
  { kind: 'ex', from: 'pm', to: code },
];
const CASES = (Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[]).flatMap((transport) =>
  CHAIN_CURRENCIES.flatMap((code) => tradesOf(code).map((trade) => ({ transport, ...trade }))),
);
const NUMBERED = CASES.map((one, n) => ({ ...one, customer: n + 1 }));

let exchange: ExchangeUnderTest;
const acknowledged: PlacedOrder[] = [];

beforeAll(async () => {
  const worker = { ETHEREUM_SCAN_MS: '1000', BSC_SCAN_MS: '1000', BITCOIN_SCAN_MS: '1000' };
  const signer = { BITCOIN_BOOST_MS: '500' };
  const sandbox = { SANDBOX_EVM_BLOCK_MS: '300', SANDBOX_BITCOIN_BLOCK_MS: '300' };
  exchange = await startExchangeUnderTest({ env: { worker, signer, sandbox } });
  for (const code of CHAIN_CURRENCIES) await switchCurrencyOn(exchange, code, PATIENCE_MS);
});
afterAll(() => exchange?.stop());

describe('on real nodes', () => {
  test.concurrent.each(NUMBERED)('$kind $from to $to over $transport is delivered once', async ({ transport, ...trade }) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const quantity = quantityOf(trade.kind === 'buy' ? trade.to : trade.from);
    const order = await TRANSPORTS[transport](exchange, { ...trade, quantity });
    acknowledged.push(order);
    await payFor(exchange, order);
    await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
    const received = await readReceived(exchange, order.destination);
    expect(received).toMatchObject([{ rail: simulatedNetwork(trade.to), currency: trade.to }]);
    if (CHAIN_CURRENCIES.some((code) => code === trade.to)) expect((await pageOf(order)).Hash).toBe(received[0]?.id);
  });
});

test('everybody got what they paid for, once, deposits are swept, and nothing is held any more', async () => {
  await until('deposits to be swept', PATIENCE_MS, async () => {
    const { balances } = await readExchangeBooks(exchange);
    // Bitcoin's deposits are spent where they are.
    return CHAIN_CURRENCIES.every((code) => (balances[`rail:${CURRENCIES[code].reserve}-deposits`] ?? 0n) <= SWEPT_REST_MAX);
  });
  await waitUntilIdle(exchange, PATIENCE_MS);
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
  expect(differences).toEqual([]);
  expect(evidence.books.orders.map(({ status }) => status)).toEqual(NUMBERED.map(() => 'delivered'));
  expect(outstandingBalances(evidence.books)).toEqual({});
});

test.each(CHAIN_CURRENCIES)('too little %s is sent back, to the address that the customer names', async (code) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const customer = 50 + CHAIN_CURRENCIES.indexOf(code);
  const order = await placeOrder(exchange, { kind: 'sell', from: code, to: 'vnd', quantity: quantityOf(code), customer });
  await payFor(exchange, order, { amount: TOO_LITTLE[code] });
  await until('the customer to be asked', PATIENCE_MS, async () => ((await pageOf(order)).actions as string[]).includes('requestRefund'));
  const destination = accountOf(code, 'refund', customer);
  const { ref, key } = order;
  const answer = await callRest(exchange, 'order_actions', { ref, key, action: 'requestRefund', destination });
  expect(answer).toMatchObject({ status: 200 });
  await until('the refund to be told', PATIENCE_MS, async () => (await pageOf(order)).reason === 'refunded');
  expect(await readReceived(exchange, destination)).toMatchObject([{ currency: code }]);
  await waitUntilIdle(exchange, PATIENCE_MS);
  expect((await reconcileWithSandbox(exchange, [order])).differences).toEqual([]);
});

test.each([
  ['USDT that was sent on Ethereum for BNB Smart Chain', 'bep20', 'erc20', 60],
  ['USDT that was sent on BNB Smart Chain for Ethereum', 'erc20', 'bep20', 63],
  ['ETH that was sent for USDT', 'erc20', 'eth', 61],
  ['USDT that was sent for ETH', 'eth', 'erc20', 62],
] as const)('%s is a case, and pays for nothing', async (_, code, sent, customer) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const order = await placeOrder(exchange, { kind: 'sell', from: code, to: 'vnd', quantity: quantityOf(code), customer });
  const own = accountOf(sent, 'own', customer);
  const amount = quantityOf(sent);
  const network = simulatedNetwork(sent);
  await makePayment(exchange, { rail: network, currency: sent, from: own, to: order.account, amount, memo: '' });
  const found = await until('a case', PATIENCE_MS, async () => {
    const { items } = (await exchange.operate('listUnmatched', { limit: 100 })) as { items: { account: string; caseCode: string | null }[] };
    // It is listed from its first sighting on, before anybody has looked at it.
    return items.find(({ account, caseCode }) => account === order.account && caseCode !== null) ?? false;
  });
  expect(found).toMatchObject({ network, caseCode: 'wrong_network', orderRef: order.ref, amount });
  expect(await pageOf(order)).toMatchObject({ Status: 'pending' });
  // The right money is taken as if nothing had happened.
  await payFor(exchange, order);
  await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
});

test('a deposit that is stuck with too low a fee is boosted, and counts once', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const before = await readExchangeBooks(exchange);
  const order = await placeOrder(exchange, { kind: 'sell', from: 'btc', to: 'vnd', quantity: STUCK_BTC, customer: 70 });
  await setFault(exchange, 'bitcoin', 'deposit-low-fee', 1);
  await payFor(exchange, order);
  await waitForStatus(exchange, order, ['delivered'], PATIENCE_MS);
  await until('the fee to be booked', PATIENCE_MS, async () => feesOf(await readExchangeBooks(exchange)) > feesOf(before));
  await waitUntilIdle(exchange, PATIENCE_MS);
  expect((await reconcileWithSandbox(exchange, [order])).differences).toEqual([]);
});

function feesOf({ balances }: Pick<ExchangeBooks, 'balances'>): bigint {
  return balances['network-fee:btc'] ?? 0n;
}

async function pageOf({ ref, key }: PlacedOrder): Promise<Readonly<Record<string, unknown>>> {
  return (await callRest(exchange, 'histories', { ref, key })).body.data ?? {};
}
