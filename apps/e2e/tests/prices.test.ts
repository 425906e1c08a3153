import type { TradedCode } from '@quydoi/domain/currencies';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { letRatesFollow } from '../src/chaos/following-rates.ts';
import { readOfferedTrades, type Trade, tradeName } from '../src/chaos/trades.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { placeOrder } from '../src/customers/place-order.ts';
import { callRest } from '../src/customers/purchase.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { setFault, setMarketPrice } from '../src/system/sandbox-client.ts';
import { switchCurrencyOn } from '../src/system/switch-currency.ts';
import { until } from '../src/until.ts';

const PATIENCE_MS = 180_000;
const FOLLOWING = ['trc20', 'btc'] as const satisfies readonly TradedCode[];

let exchange: ExchangeUnderTest;
let all: Trade[];

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
  await switchCurrencyOn(exchange, 'btc', PATIENCE_MS);
  await letRatesFollow(exchange, FOLLOWING);
  all = await readOfferedTrades(exchange);
});
afterAll(() => exchange?.stop());

const isOf =
  (code: TradedCode) =>
  ({ from, to }: Trade) =>
    from === code || to === code;
const names = (trades: readonly Trade[]) => trades.map(tradeName).join(', ');

/** Has the signer look at the market now, as it does when it starts, until exactly these trades are offered. */
async function untilOffered(wanted: readonly Trade[]): Promise<void> {
  await exchange.kill('signer');
  await exchange.start('signer');
  let offered: readonly Trade[] = [];
  await until('trades to be offered or closed', PATIENCE_MS, async () => {
    offered = await readOfferedTrades(exchange);
    return names(offered) === names(wanted);
  }).catch((error: unknown) => {
    throw new Error(`offered: ${names(offered)}`, { cause: error });
  });
}

function buy(code: TradedCode, quantity: string, customer: number) {
  const body = { currency_code: code, quantity, receiving_address: accountOf(code, 'destination', customer) };
  return callRest(exchange, 'buy_orders', body, { 'x-forwarded-for': `10.9.0.${customer}` });
}

test('a price that jumps stops its currency and nothing else, until it is back', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  await setMarketPrice(exchange, 'btc', 120_000);
  await untilOffered(all.filter((trade) => !isOf('btc')(trade)));
  expect(await buy('btc', '0.001', 1)).toMatchObject({ status: 503, body: { error: 'MAINTENANCE' } });
  await placeOrder(exchange, { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '20', customer: 2 });
  await setMarketPrice(exchange, 'btc', 89_000);
  await untilOffered(all);
  expect(await buy('btc', '0.001', 3)).toMatchObject({ status: 200 });
});

test.each([
  ['one contradicts the other', { coinbase: 'jump' }],
  ['both tell what is weeks old', { coinbase: 'stale', bitstamp: 'stale' }],
])('sources of which %s stop what they price and nothing else', async (_, kinds) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  // Each is asked for USDT, ETH and BTC in one look.
  for (const [source, kind] of Object.entries(kinds)) await setFault(exchange, source, kind, 3);
  await untilOffered(all.filter((trade) => !FOLLOWING.some((code) => isOf(code)(trade))));
  expect(await buy('trc20', '20', 4)).toMatchObject({ status: 503, body: { error: 'MAINTENANCE' } });
  await untilOffered(all);
});
