import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { presentTime } from '../system/clock.ts';
import { databaseOf } from '../system/database.ts';
import { type ExchangeUnderTest, KILLABLE } from '../system/exchange-under-test.ts';
import { switchCurrencyOn } from '../system/switch-currency.ts';
import { createTally, type Tally } from '../tally.ts';
import { type CampaignDatabase, openCampaignDatabase, restoreService } from './campaign-database.ts';
import { FORGERS, type Forger, readWritableTables, type WritableTable } from './catalogue.ts';
import { drain } from './drain.ts';
import { type ForgedRow, forgeRow, type Loot, readRows, type Statement } from './forged-rows.ts';
import { openAccount } from './honest-accounts.ts';
import { createHonestCustomers } from './honest-customers.ts';
import { checkVouchers } from './honest-orders.ts';
import { findUnjustified } from './justify.ts';
import { readMadeTransfers } from './made-transfers.ts';
import { plainWriter, type Twist, twistingWriter } from './row-writer.ts';
import { SCHEMES } from './schemes.ts';
import { createTargets, targetOf, targetsOf } from './targets.ts';
import { payCheapOrders } from './thief-payments.ts';

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
  /** By each thing that the logins may write: how often it was forged, and how often written. */
  readonly forged: Tally;
  readonly forgedAndWritten: Tally;
  /** SQLSTATEs of those that it refused. */
  readonly refusals: Tally;
  readonly orders: number;
  readonly transfers: number;
  /** Roles that ended because of a forgery; they are started again. */
  readonly ended: number;
  /** Transfers that no incoming money justifies. */
  readonly unjustified: readonly string[];
}

/** Forgeries of a round. They are all written before the signer processes them. */
const PER_ROUND = 500;
/** Orders placed before each round of forgeries, in addition to those that are paid in full. */
const OTHERS_PER_ROUND = 8;
/** Forgeries after which the loot, the stored rows that forgeries start from, is read again. */
const LOOT_FOR = 25;
/** One in this many forgeries is a scheme of several rows. */
const SCHEME_ONE_IN = 3;
/** A payment that does not exist. An operator asks to read it again, so that there is a reading request to forge. */
const MISSED_PAYMENT = { network: 'tron', reference: '0'.repeat(64), note: 'forgery campaign' };
const SWITCHED_ON_MS_MAX = 120_000;
/** What each reserve has available when a round begins, in minor units. */
const AVAILABLE = 10_000_000_000_000n;

/**
 * Forges rows as web and worker while honest customers trade, lets the signer process them, and checks the sandbox's books for unjustified transfers.
 */
export async function runForgeries(exchange: ExchangeUnderTest, { seed, count, log }: ForgeryOptions): Promise<ForgeryReport> {
  const random = createSeededRandom(seed);
  const database = await openCampaignDatabase(exchange);
  const { owner } = database;
  const orm = await databaseOf(exchange);
  const tables = new Map<Forger, WritableTable[]>();
  for (const role of FORGERS) tables.set(role, await readWritableTables(owner, role));
  const [tried, wrote, refusals, forged, forgedAndWritten] = [
    createTally(),
    createTally(),
    createTally(),
    createTargets(tables),
    createTargets(tables),
  ];
  const customers = createHonestCustomers(exchange, database, orm, seed);
  const { orders, leased } = customers;
  await switchCurrencyOn(exchange, 'eth', SWITCHED_ON_MS_MAX);
  let [forgeries, written, ended] = [0, 0, 0];
  let found: { transfers: number; unjustified: string[] } = { transfers: 0, unjustified: [] };
  try {
    while (forgeries < count && found.unjustified.length === 0) {
      ended += await resume(exchange, database);
      await openAccount(exchange, customers.next());
      await customers.trade(OTHERS_PER_ROUND);
      await checkVouchers(database);
      await exchange.operate('readPayment', MISSED_PAYMENT);
      let loot = await readLoot(database, tables);
      for (let n = 0; n < PER_ROUND && forgeries < count; n += 1) {
        if (n % LOOT_FOR === LOOT_FOR - 1) loot = await readLoot(database, tables);
        const forgery = nextForgery(random, tables, loot, forged);
        if (!forgery) continue;
        const answer = await database.forge(forgery.by, forgery.statements);
        forgeries += 1;
        tried.add(forgery.name);
        for (const target of forgery.targets) forged.add(target);
        if (answer === 'written') {
          written += 1;
          wrote.add(forgery.name);
          for (const target of forgery.targets) forgedAndWritten.add(target);
        } else refusals.add(answer);
      }
      // Forged rows may have switched something off, which would keep the signer from processing the others.
      ended += await resume(exchange, database);
      await payCheapOrders(exchange, owner, orm, customers.next(), orders);
      await drain(owner);
      // An exchange that has stopped paying anybody would pass every check, so the run proves nothing.
      ended += await resume(exchange, database);
      await customers.trade(0);
      const transfers = await readMadeTransfers(exchange, owner, leased);
      found = { transfers: transfers.length, unjustified: findUnjustified(transfers, orders) };
      log(`${forgeries} forgeries, ${written} written, ${orders.size} orders, ${found.transfers} transfers, ${found.unjustified.length} unjustified`);
    }
  } finally {
    await database.close();
  }
  return { forgeries, written, tried, wrote, forged, forgedAndWritten, refusals, orders: orders.size, ended, ...found };
}

/** Restores money, settings and processes that the exchange needs to pay. @returns how many of its roles had ended */
async function resume(exchange: ExchangeUnderTest, { owner }: CampaignDatabase): Promise<number> {
  await restoreService(owner, AVAILABLE);
  const down = KILLABLE.filter((role) => !exchange.roles[role].isUp);
  for (const role of down) await exchange.start(role);
  return down.length;
}

interface Forgery {
  readonly name: string;
  readonly by: Forger;
  readonly statements: readonly Statement[];
  /** What it forges: columns or deletions, by their names of `targetOf`. */
  readonly targets: readonly string[];
}

/** Chooses a forgery; null if there are no rows to start from yet. */
function nextForgery(random: SeededRandom, tables: ReadonlyMap<Forger, readonly WritableTable[]>, loot: Loot, forged: Tally): Forgery | null {
  if (random.oneIn(SCHEME_ONE_IN)) return nextScheme(random, tables, loot);
  const by = random.pick(FORGERS);
  const open = (tables.get(by) ?? []).filter(({ name, isInsertable }) => isInsertable || (loot.others.get(name) ?? []).length > 0);
  const table = nextTable(random, by, open, forged);
  const row = table && forgeRow(random, table, loot, (act, { name }) => forged.of(targetOf(by, table, act, name)));
  return (
    table && row && { name: `${by.replace('quydoi_', '')} ${table.name}`, by, statements: [row.statement], targets: targetsOfRow(by, table, row) }
  );
}

/** A scheme. Half of them, at random, are twisted: one column is forged and contradicts the others. */
function nextScheme(random: SeededRandom, tables: ReadonlyMap<Forger, readonly WritableTable[]>, loot: Loot): Forgery | null {
  const [first, ...rest] = Object.entries(SCHEMES);
  if (!first) return null;
  const [scheme, { by, make }] = random.pick([first, ...rest]);
  const own = tables.get(by) ?? [];
  const twists: Twist[] = [];
  const writer = random.oneIn(2) ? plainWriter(own) : twistingWriter(random, own, loot, (twist) => twists.push(twist));
  const statements = make(random, writer, loot);
  if (statements.length === 0) return null;
  const targets = twists.map(({ table, column }) => targetOf(by, table, 'insert', column));
  return { name: twists.length > 0 ? `${scheme}, twisted` : scheme, by, statements, targets };
}

/** Chooses a table: half of the time at random, else the one with the least forged column, because tables with many columns need more forgeries. */
function nextTable(random: SeededRandom, by: Forger, [first, ...rest]: readonly WritableTable[], forged: Tally): WritableTable | null {
  if (!first) return null;
  const any = random.pick([first, ...rest]);
  if (random.oneIn(2)) return any;
  const leastOf = (table: WritableTable) => Math.min(...targetsOf(by, table).map((target) => forged.of(target)));
  return rest.reduce((least, table) => (leastOf(table) < leastOf(least) ? table : least), first);
}

function targetsOfRow(by: Forger, table: WritableTable, { act, columns }: ForgedRow): string[] {
  return act === 'delete' ? [targetOf(by, table, act)] : columns.map((column) => targetOf(by, table, act, column));
}

async function readLoot({ owner }: CampaignDatabase, tables: ReadonlyMap<Forger, readonly WritableTable[]>): Promise<Loot> {
  const all = new Map([...tables.values()].flat().map((table) => [table.name, table]));
  const others = new Map<string, Awaited<ReturnType<typeof readRows>>>();
  for (const [name, table] of all) others.set(name, await readRows(owner, table));
  return { accounts: ['U9999991', '0019999999991', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'], others, now: presentTime() };
}
