import { randomUUID } from 'node:crypto';
import { createClient } from '@quydoi/client/client';
import { dbOf } from '@quydoi/database/orm';
import { NAMES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRest, createWallets } from '../src/customers/purchase.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';

/** Questions under way at a time. */
const AT_ONCE = 12;
const TEST_MS_MAX = 300_000;

let exchange: ExchangeUnderTest;
const newWallet = createWallets();

beforeAll(async () => {
  // A budget is of one day: the test must not see its end.
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < 5 * MINUTE_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
  exchange = await startExchangeUnderTest();
}, 10 * MINUTE_MS);
afterAll(() => exchange?.stop());

type Headers = Readonly<Record<string, string>>;

/** A holder's name asked for over REST, over tRPC, or by an order. */
const WAYS: readonly ((wallet: string, headers: Headers) => Promise<unknown>)[] = [
  (accountNumber, headers) => callRest(exchange, 'get_pm_account_name', { accountNumber }, headers),
  (accountNumber, headers) => clientOf(headers).lookups.accountName.mutate({ type: 'pm', accountNumber }),
  (receiving_address, headers) =>
    callRest(exchange, 'buy_orders', { currency_code: 'pm', quantity: '10', receiving_address }, { ...headers, 'idempotency-key': randomUUID() }),
];

function clientOf(headers: Headers) {
  return createClient({
    baseUrl: exchange.webUrl,
    fetch: (url, init) => {
      const sent = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) sent.set(name, value);
      return fetch(url, { ...init, headers: sent });
    },
  });
}

/** Asks for names of new wallets in all ways. @returns how many were looked up */
async function newNames(count: number, headersOf: (n: number) => Headers): Promise<number> {
  const countNames = async () =>
    (
      await dbOf(await databaseOf(exchange))
        .selectFrom('lookup')
        .select('account')
        .execute()
    ).length;
  const before = await countNames();
  let asked = 0;
  const askOn = async () => {
    while (asked < count) {
      const n = asked;
      asked += 1;
      await WAYS[n % WAYS.length]?.(newWallet(), headersOf(n)).catch(() => null);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return (await countNames()) - before;
}

/** The cookies that a browser gets, and what its scripts send with them. */
async function openDevice(): Promise<Headers> {
  const response = await fetch(exchange.webUrl);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { cookie: cookies.join('; '), 'x-xsrf-token': token };
}

test('a device asks for so many new names a day, whichever way and from wherever', { timeout: TEST_MS_MAX }, async () => {
  const device = await openDevice();
  expect(await newNames(2 * NAMES_PER_DAY_MAX.device, (n) => ({ ...device, 'x-forwarded-for': `51.${n}.0.7` }))).toBe(NAMES_PER_DAY_MAX.device);
  expect(await newNames(6, (n) => ({ ...device, 'x-forwarded-for': `52.${n}.0.7` }))).toBe(0);
});

test('an address asks for so many without cookies, or with a new device each time', { timeout: TEST_MS_MAX }, async () => {
  const devices = await Promise.all(Array.from({ length: 10 }, openDevice));
  const headersOf = (n: number) => ({ ...(n % 2 === 0 ? {} : devices[n % devices.length]), 'x-forwarded-for': '53.1.2.3' });
  expect(await newNames(2 * NAMES_PER_DAY_MAX.address, headersOf)).toBe(NAMES_PER_DAY_MAX.address);
  expect(await newNames(6, () => ({ 'x-forwarded-for': '53.1.2.3' }))).toBe(0);
});
