import { join } from 'node:path';
import { type Bench, pidOf } from './bench.ts';
import type { RunningExchange } from './exchange.ts';
import { outputOf } from './load.ts';
import type { Contender } from './measure.ts';

/** Concurrent pgbench clients; measured optimum on two cores. */
const CLIENTS = 16;
/** Pairs of accounts (free and held money) in the plain tables. */
export const ACCOUNT_PAIRS = 999;
const BALANCE = 1_000_000_000_000n;

/**
 * Makes tables with the exchange's columns, indexes, checks and references, but without triggers, policies and notifications: the baseline cost of
 * writing the same rows. Requires an existing order as a template.
 */
export async function preparePlainTables({ sql }: RunningExchange): Promise<void> {
  await sql('drop schema if exists bench cascade');
  await sql('create schema bench');
  for (const table of ['account', 'orders', 'order_event', 'posting', 'entry'])
    await sql(`create table bench.${table} (like public.${table} including all)`);
  await sql(`alter table bench.orders add foreign key (rate_version) references public.setting;
    alter table bench.order_event add foreign key (order_id) references bench.orders;
    alter table bench.posting add foreign key (order_id) references bench.orders;
    alter table bench.entry add foreign key (posting_id) references bench.posting, add foreign key (account_id) references bench.account`);
  await sql(
    `insert into bench.account (name, unit, balance, guarded)
     select part || ':' || n, 'pm', $2::bigint, true from generate_series(1, $1::int) n, unnest(array['rail', 'held']) with ordinality as parts(part, place)
     order by n, place`,
    [ACCOUNT_PAIRS, BALANCE],
  );
  await sql('create table bench.template as select * from public.orders limit 1');
  await sql('analyze bench.account');
}

/** Contender: pgbench writes an order in six statements. @param pairs number of reserves that the orders are spread over */
export function sixStatements(bench: Bench, name: string, pairs: number): Contender {
  const { hostname, port, username, password, pathname } = new URL(bench.exchange.databaseUrl);
  const env = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  };
  const script = join(import.meta.dirname, 'six-statements.sql');
  return {
    name,
    processes: { postgres: pidOf(bench, 'postgres') },
    async run(seconds) {
      const args = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '1', '-T', String(seconds), '-D', `pairs=${pairs}`, '-f', script];
      const output = await outputOf([bench.tools.pgbench, ...args], env);
      const number = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? Number.NaN);
      const failed = number(/failed transactions: (\d+)/);
      if (failed > 0) throw new Error(`${failed} of pgbench's transactions failed:\n${output}`);
      return {
        perSecond: number(/tps = ([\d.]+)/),
        requests: number(/actually processed: (\d+)/),
        p50Ms: number(/latency average = ([\d.]+)/),
        p99Ms: Number.NaN,
      };
    },
  };
}
