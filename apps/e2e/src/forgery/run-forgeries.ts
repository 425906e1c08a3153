import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { OrderKind } from '@quydoi/domain/order-status';
import { accountOf, simulatedNetwork } from '../customers/accounts.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { presentTime } from '../system/clock.ts';
import { type ExchangeUnderTest, KILLABLE } from '../system/exchange-under-test.ts';
import { makePayment } from '../system/sandbox-client.ts';
import { createTally, type Tally } from '../tally.ts';
import { type CampaignDatabase, openCampaignDatabase, restoreService } from './campaign-database.ts';
import { FORGERS, type Forger, readWritableTables, type WritableTable } from './catalogue.ts';
import { forgeRow, type Loot, readRows } from './forged-rows.ts';
import { placeAndPay, pricedOrder } from './honest-orders.ts';
import { findUnjustified, type PaidOrder } from './justify.ts';
import { readMadeTransfers } from './made-transfers.ts';
import { SCHEMES } from './schemes.ts';

/** Options of a campaign. */
export interface ForgeryOptions {
  readonly seed: string;
  readonly count: number;
  readonly log: (line: string) => void;
}

/** What a campaign did and found. */
export interface ForgeryReport {
  readonly forgeries: number;
  /** Forgeries that the database let through. */
  readonly written: number;
  /** By table or scheme: how many were tried, and how many were written. */
  readonly tried: Tally;
  readonly wrote: Tally;
  /** SQLSTATEs of those that it refused. */
  readonly refusals: Tally;
  readonly orders: number;
  readonly transfers: number;
  /** Roles that ended because of a forgery; they are started again. */
  readonly ended: number;
  /** Transfers that no incoming money justifies. */
  readonly unjustified: readonly string[];
}

const PER_ROUND = 400;
const ORDERS_PER_ROUND = 10;
/** Rows that forgeries start from are read again after so many. */
const LOOT_FOR = 25;
/** One in so many forgeries is a scheme of several rows. */
const SCHEME_ONE_IN = 3;
/** What each reserve has available when a round begins, in minor units. */
const AVAILABLE = 10_000_000_000_000n;
/** Before the forgeries begin: customers are seen to pay, and payouts to be on their way. */
const HEAD_START_MS = 1_500;
const DRAIN_MS_MAX = 20_000;
const QUIET_MS = 2_500;
const STATEMENT_TIMEOUT_MS = 10_000;

/** Forges rows as web and worker while honest customers trade, lets the signer do all that it would, and asks the sandbox's books what was paid. */
export async function runForgeries(exchange: ExchangeUnderTest, { seed, count, log }: ForgeryOptions): Promise<ForgeryReport> {
  const random = createSeededRandom(seed);
  const database = await openCampaignDatabase(exchange);
  const orm = await openOrm({ url: exchange.databaseUrl, poolSize: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi forge' });
  const [tried, wrote, refusals] = [createTally(), createTally(), createTally()];
  const orders = new Map<string, PaidOrder>();
  const leased = new Set<string>();
  const tables = new Map<Forger, WritableTable[]>();
  for (const role of FORGERS) tables.set(role, await readWritableTables(database.owner, role));
  let [forgeries, written, customer, ended] = [0, 0, 1, 0];
  let found: { transfers: number; unjustified: string[] } = { transfers: 0, unjustified: [] };
  try {
    while (forgeries < count && found.unjustified.length === 0) {
      await restoreService(database.owner, AVAILABLE);
      for (const role of KILLABLE) {
        if (exchange.roles[role].isUp) continue;
        ended += 1;
        await exchange.start(role);
      }
      for (let n = 0; n < ORDERS_PER_ROUND; n += 1) {
        const order = await placeAndPay(exchange, orm, random, customer);
        if (order) orders.set(order.ref, order);
        customer += 1;
      }
      await rememberAddresses(database, leased);
      await sleep(HEAD_START_MS);
      let loot = await readLoot(database, tables);
      for (let n = 0; n < PER_ROUND && forgeries < count; n += 1) {
        if (n % LOOT_FOR === LOOT_FOR - 1) loot = await readLoot(database, tables);
        const outcome = await forgeOne(random, database, tables, loot);
        if (!outcome) continue;
        forgeries += 1;
        tried.add(outcome.name);
        if (outcome.answer === 'written') {
          written += 1;
          wrote.add(outcome.name);
        } else refusals.add(outcome.answer);
      }
      await payCheapOrders(exchange, database, orders);
      await drain(database);
      const transfers = await readMadeTransfers(exchange, database.owner, leased);
      found = { transfers: transfers.length, unjustified: findUnjustified(transfers, orders) };
      log(`${forgeries} forgeries, ${written} written, ${orders.size} orders, ${found.transfers} transfers, ${found.unjustified.length} unjustified`);
    }
  } finally {
    await database.close();
    await orm.close(true);
  }
  return { forgeries, written, tried, wrote, refusals, orders: orders.size, ended, ...found };

  /** The thief pays what a few orders ask by now, at whatever price they were given: real money, for once. */
  async function payCheapOrders(target: ExchangeUnderTest, { owner }: CampaignDatabase, known: Map<string, PaidOrder>): Promise<void> {
    const { rows } = await owner.query<{
      ref: string;
      kind: OrderKind;
      from: CurrencyCode;
      to: CurrencyCode;
      destination: string;
      account: string;
      asks: string;
    }>(
      `select ref, kind, from_currency as "from", to_currency as "to", destination, pay_in_account as account, amount_sent as asks from orders
       where status = 'pending' and expires_at > now() and amount_sent between 1 and 20000000 order by created_at desc limit 2`,
    );
    const settings = await readSettings(orm);
    for (const { account, asks, ...order } of rows) {
      const sender = accountOf(order.from, 'third-party', customer);
      const amount = formatDecimal(BigInt(asks), CURRENCIES[order.from].scale);
      const draft = { rail: simulatedNetwork(order.from), currency: order.from, from: sender, to: account, amount, memo: order.ref };
      const outcome = await makePayment(target, draft).catch(() => 'not-made' as const);
      if (outcome !== 'made') continue;
      const before = known.get(order.ref) ?? { ...pricedOrder(settings, order), sender };
      known.set(order.ref, { ...before, paid: before.paid + BigInt(asks) });
    }
  }
}

/** Tries one forgery. Null when there is nothing to forge from yet. */
async function forgeOne(
  random: SeededRandom,
  database: CampaignDatabase,
  tables: ReadonlyMap<Forger, readonly WritableTable[]>,
  loot: Loot,
): Promise<{ name: string; answer: string } | null> {
  if (random.oneIn(SCHEME_ONE_IN)) {
    const [first, ...rest] = Object.entries(SCHEMES);
    if (!first) return null;
    const [name, { by, make }] = random.pick([first, ...rest]);
    const statements = make(random, new Map((tables.get(by) ?? []).map((table) => [table.name, table])), loot);
    return statements.length === 0 ? null : { name, answer: await database.forge(by, statements) };
  }
  const by = random.pick(FORGERS);
  const [table, ...others] = tables.get(by) ?? [];
  if (!table) return null;
  const target = random.pick([table, ...others]);
  const statement = forgeRow(random, target, loot);
  return statement && { name: `${by.replace('quydoi_', '')} ${target.name}`, answer: await database.forge(by, [statement]) };
}

async function readLoot({ owner }: CampaignDatabase, tables: ReadonlyMap<Forger, readonly WritableTable[]>): Promise<Loot> {
  const all = new Map([...tables.values()].flat().map((table) => [table.name, table]));
  const others = new Map<string, Awaited<ReturnType<typeof readRows>>>();
  for (const [name, table] of all) others.set(name, await readRows(owner, table));
  return { accounts: ['U9999991', '0019999999991', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'], others, now: presentTime() };
}

/** Keeps the deposit addresses that the exchange itself has leased so far, before forgers add theirs. */
async function rememberAddresses({ owner }: CampaignDatabase, leased: Set<string>): Promise<void> {
  const { rows } = await owner.query<{ address: string }>(
    "select pay_in_account as address from orders where pay_in_network = 'tron' and subject not like 'forged%'",
  );
  for (const { address } of rows) if (!/^TLa2f6VPqDg/.test(address)) leased.add(address);
}

const WORK = `select
  (select count(*) from payout where state = 'queued' and waits_for is null and next_at <= now() + interval '3 seconds')
  + (select count(*) from attempt where state in ('prepared', 'sending', 'sent', 'unknown') and next_check_at <= now() + interval '3 seconds')
  + (select count(*) from orders where status = 'paid')
  + (select count(*) from order_request where handled_at is null)
  + (select count(*) from payment where state = 'unmatched') as open`;

/** Waits until worker and signer have nothing to do at once, or do it no further. */
async function drain({ owner }: CampaignDatabase): Promise<void> {
  const deadlineMs = performance.now() + DRAIN_MS_MAX;
  await sleep(QUIET_MS);
  while (performance.now() < deadlineMs) {
    const { rows } = await owner.query<{ open: string }>(WORK);
    if (rows[0]?.open === '0') return;
    await sleep(QUIET_MS / 5);
  }
}
