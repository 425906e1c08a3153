import { formatRate } from '@quydoi/domain/price/rate';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import { describe, expect, test } from 'vitest';
import { createBitstamp } from './bitstamp/index.ts';
import { createCoinbase } from './coinbase/index.ts';
import type { PriceSourceOptions } from './price-source-options.ts';
import { createVietcombank } from './vietcombank/index.ts';

/** 23:30 on the 5th in UTC, the morning of the 6th in Hà Nội. */
const NOW = new Date('2026-01-05T23:30:00Z');

/** Options whose fetch answers with a body, or one for each URL, and remembers what it was asked. */
function answering(body: unknown, status = 200): PriceSourceOptions & { readonly asked: string[] } {
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    asked.push(String(url));
    const told: unknown = typeof body === 'function' ? body(String(url)) : body;
    const text = typeof told === 'string' ? told : JSON.stringify(told);
    return new Response(text, { status });
  };
  return { baseUrl: 'https://source.example', fetch: fetch as typeof globalThis.fetch, asked };
}

const RATES = {
  Count: 2,
  Date: '2026-01-06T00:00:00',
  UpdatedDate: '2026-01-06T23:00:00+07:00',
  Data: [
    { currencyName: 'DANISH KRONE', currencyCode: 'DKK', cash: '-', transfer: '3,960.07', sell: '4,111.60', icon: 'DKK.svg' },
    { currencyName: 'US DOLLAR', currencyCode: 'USD', cash: '25,845.00', transfer: '25,875.00', sell: '26,255.00', icon: 'USD.svg' },
  ],
};
const COINBASE = {
  ask: '89010.02',
  bid: '89009.98',
  volume: '5123.8',
  trade_id: 1,
  price: '89010',
  size: '0.1',
  time: '2026-01-05T23:29:59.123456Z',
};
const BITSTAMP = { timestamp: '1767655799', bid: '88999', ask: '89001', last: '88000', side: '0' };
const dollars = (set: object) => ({ ...RATES, Data: [{ ...RATES.Data[1], ...set }] });

describe('Vietcombank', () => {
  const read = (options: PriceSourceOptions) => createVietcombank(options).read('usd', NOW);

  test('is asked for the date in Hà Nội, and tells what it sells dollars for', async () => {
    const options = answering(RATES);
    const { price, publishedAt } = await read(options);
    expect([formatRate(price), publishedAt.toISOString()]).toEqual(['26255', '2026-01-06T16:00:00.000Z']);
    expect(options.asked).toEqual(['https://source.example/api/exchangerates?date=2026-01-06']);
  });

  test('is asked for the day before where the day has no rates yet', async () => {
    const options = answering((url: string) => (url.endsWith('-06') ? { Count: 0, UpdatedDate: null, Data: [] } : RATES));
    expect(formatRate((await read(options)).price)).toBe('26255');
    expect(options.asked.map((url) => url.slice(-10))).toEqual(['2026-01-06', '2026-01-05']);
  });

  test('dates without an offset are of Hà Nội', async () => {
    expect((await read(answering({ ...RATES, UpdatedDate: '2026-01-06T23:00:00' }))).publishedAt.toISOString()).toBe('2026-01-06T16:00:00.000Z');
  });

  test.each<[string, unknown, number, string]>([
    ['no dollar', { ...RATES, Data: RATES.Data.slice(0, 1) }, 200, 'malformed'],
    ['no rates of two days', { ...RATES, Data: [] }, 200, 'malformed'],
    ['a dash', dollars({ sell: '-' }), 200, 'malformed'],
    ['points for thousands', dollars({ sell: '26.255,00' }), 200, 'malformed'],
    ['three decimals', dollars({ sell: '26.255' }), 200, 'malformed'],
    ['nothing for a dollar', dollars({ sell: '0.00' }), 200, 'malformed'],
    ['a number', dollars({ sell: 26255 }), 200, 'malformed'],
    ['an exponent', dollars({ sell: '2e4' }), 200, 'malformed'],
    ['no time', { ...RATES, UpdatedDate: 'soon' }, 200, 'malformed'],
    ['a page', '<html></html>', 200, 'malformed'],
    ['null', 'null', 200, 'malformed'],
    ['the page of a firewall', '<html>403</html>', 403, 'refused'],
    ['too many requests', '', 429, 'busy'],
    ['an outage', '', 502, 'unreachable'],
    ['another address', '', 302, 'unreachable'],
  ])('%s is no price', async (_, body, status, trouble) => {
    await expect(read(answering(body, status))).rejects.toMatchObject({ name: 'RailError', network: 'vietcombank', trouble });
  });
});

describe.each([
  ['coinbase', createCoinbase, COINBASE, 'https://source.example/products/BTC-USD/ticker', '89010', '2026-01-05T23:29:59.123Z'],
  ['bitstamp', createBitstamp, BITSTAMP, 'https://source.example/api/v2/ticker/btcusd/', '89000', '2026-01-05T23:29:59.000Z'],
] as const)('%s', (name, create, ticker, url, expected, at) => {
  const read = (options: PriceSourceOptions, reference: ReferenceCode = 'btc') => create(options).read(reference, NOW);

  test('tells the middle of the best offers', async () => {
    const options = answering(ticker);
    const { price, publishedAt } = await read(options);
    expect([formatRate(price), publishedAt.toISOString(), options.asked]).toEqual([expected, at, [url]]);
  });

  test.each<[string, unknown, number, string]>([
    ['a crossed market', { ...ticker, bid: '89500', ask: '89400' }, 200, 'refused'],
    ['an empty market', { ...ticker, bid: '80000' }, 200, 'refused'],
    ['nothing', { ...ticker, bid: '0' }, 200, 'malformed'],
    ['a number', { ...ticker, bid: 89000 }, 200, 'malformed'],
    ['less than nothing', { ...ticker, bid: '-1' }, 200, 'malformed'],
    ['half an answer', { bid: '89000' }, 200, 'malformed'],
    ['no time', { ...ticker, time: null, timestamp: null }, 200, 'malformed'],
    ['a refusal', { message: 'NotFound' }, 404, 'refused'],
    ['a page', '<html></html>', 200, 'malformed'],
  ])('%s is no price', async (_, body, status, trouble) => {
    await expect(read(answering(body, status))).rejects.toMatchObject({ name: 'RailError', network: name, trouble });
  });
});
