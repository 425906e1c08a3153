import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@quydoi/client/client';
import { dbOf } from '@quydoi/database/orm';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { NAMES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice } from '../src/customers/device.ts';
import { callRest, createWallets } from '../src/customers/purchase.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { findFreePorts, releasePorts } from '../src/system/ports.ts';
import { until } from '../src/until.ts';

/** Questions under way at a time. */
const AT_ONCE = 12;
const TEST_MS_MAX = 300_000;
const TOLD_MS_MAX = 30_000;
/** More than any class of requests lets an address send at once. */
const FLOOD = 3_000;

let exchange: ExchangeUnderTest;
let metricsPorts: readonly number[] = [];
const newWallet = createWallets();

beforeAll(async () => {
  // A budget is of one day: the test must not see its end.
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < 5 * MINUTE_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
  metricsPorts = await findFreePorts(1);
  exchange = await startExchangeUnderTest({ env: { web: { METRICS_PORT: String(metricsPorts[0]) } } });
}, 10 * MINUTE_MS);
afterAll(async () => {
  await exchange?.stop();
  await releasePorts(metricsPorts);
});

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

/** Orders Perfect Money from one address after the other, each for a wallet of its own, until one is refused. */
async function orderUntilRefused(
  quantity: string,
  addressOf: (n: number) => string,
): Promise<{ readonly made: number; readonly error: string | undefined }> {
  for (let made = 0; ; made += 1) {
    const order = { currency_code: 'pm', quantity, receiving_address: newWallet() };
    const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': addressOf(made) };
    const { status, body } = await callRest(exchange, 'buy_orders', order, headers);
    if (status !== 200) return { made, error: body.error };
  }
}

test('the addresses of a network hold a quarter of a reserve at most, and all strangers together half', { timeout: TEST_MS_MAX }, async () => {
  const reserveOf = async () => (await readReserves(await databaseOf(exchange))).find(({ reserve }) => reserve === 'pm');
  const { available = 0n } = (await reserveOf()) ?? {};
  // A seventh of a quarter would fit once more; of half, nothing is left after two networks.
  const quantity = String(available / 2_200n);
  expect(await orderUntilRefused(quantity, (n) => `2001:db8:1:${n}::7`)).toEqual({ made: 5, error: 'RESERVE_BUSY' });
  expect(await orderUntilRefused(quantity, (n) => `198.51.100.${n + 1}`)).toEqual({ made: 5, error: 'RESERVE_BUSY' });
  expect(await orderUntilRefused(quantity, (n) => `2001:db8:3:${n}::7`)).toEqual({ made: 0, error: 'RESERVE_BUSY' });
  const { held = 0n } = (await reserveOf()) ?? {};
  expect(held).toBeGreaterThan((available * 4n) / 10n);
  expect(held).toBeLessThanOrEqual(available / 2n);
});

/** How often a class of refusals was counted, as the web's port of metrics tells. */
async function countedAs(refusalClass: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPorts[0]}/metrics`);
  const [, count] = new RegExp(`^quydoi_security_refusals_total\\{class="${refusalClass}"[^}]*\\} (\\d+)$`, 'm').exec(await response.text()) ?? [];
  return Number(count ?? 0);
}

/** Classes of refusals in the web's log. */
function loggedClasses(): string[] {
  const lines = readFileSync(join(exchange.dataDir, 'logs/web.log'), 'utf8').split('\n');
  return lines.filter((line) => line.includes('"msg":"refusals"')).map((line) => (JSON.parse(line) as { readonly class: string }).class);
}

/** A request that is refused, by the class that it is counted in. */
const REFUSED: Readonly<Record<string, (ref: string) => Promise<unknown>>> = {
  csrf: async () => callRest(exchange, 'buy_orders', {}, { cookie: (await openDevice(exchange)).cookie }),
  signature: () => fetch(`${exchange.webUrl}/webhooks/sepay`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
  order_key: (ref) => callRest(exchange, 'histories', { ref, key: 'A'.repeat(22) }),
  name_budget: () => newNames(NAMES_PER_DAY_MAX.address + AT_ONCE, () => ({ 'x-forwarded-for': '54.1.2.3' })),
  rate_limit: () => flood('55.1.2.3'),
};

async function flood(address: string): Promise<void> {
  for (let sent = 0; sent < FLOOD; sent += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => callRest(exchange, 'buy_orders', {}, { 'x-forwarded-for': address })));
    if (answers.some(({ status }) => status === 429)) return;
  }
}

test.each(Object.entries(REFUSED))(
  'what is refused as %s is counted at the port of metrics, and in the log',
  { timeout: TEST_MS_MAX },
  async (refusalClass, refuse) => {
    const { body } = await callRest(
      exchange,
      'buy_orders',
      { currency_code: 'pm', quantity: '5', receiving_address: newWallet() },
      { 'x-forwarded-for': '56.1.2.3' },
    );
    const before = await countedAs(refusalClass);
    await refuse(String(body.data?.Ref));
    await until(`${refusalClass} to be counted`, TOLD_MS_MAX, async () => (await countedAs(refusalClass)) > before);
    await until(`${refusalClass} to be logged`, TOLD_MS_MAX, async () => loggedClasses().includes(refusalClass));
  },
);

test('a device asks for so many new names a day, whichever way and from wherever', { timeout: TEST_MS_MAX }, async () => {
  const device = await openDevice(exchange);
  expect(await newNames(2 * NAMES_PER_DAY_MAX.device, (n) => ({ ...device, 'x-forwarded-for': `51.${n}.0.7` }))).toBe(NAMES_PER_DAY_MAX.device);
  expect(await newNames(6, (n) => ({ ...device, 'x-forwarded-for': `52.${n}.0.7` }))).toBe(0);
});

test('an address asks for so many without cookies, or with a new device each time', { timeout: TEST_MS_MAX }, async () => {
  const devices = await Promise.all(Array.from({ length: 10 }, () => openDevice(exchange)));
  const headersOf = (n: number) => ({ ...(n % 2 === 0 ? {} : devices[n % devices.length]), 'x-forwarded-for': '53.1.2.3' });
  expect(await newNames(2 * NAMES_PER_DAY_MAX.address, headersOf)).toBe(NAMES_PER_DAY_MAX.address);
  expect(await newNames(6, () => ({ 'x-forwarded-for': '53.1.2.3' }))).toBe(0);
});
