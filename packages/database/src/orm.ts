import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type InferKyselyDB, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { DomainNames } from './domain-names.ts';
import { ENTITIES } from './entities/all.ts';
import { MIGRATIONS } from './migrations/all.ts';

/** Rows have domain property names and values (bigint, Date), which {@link DomainNames} makes of column names and strings. */
type Reading = { readonly columnNamingStrategy: 'property'; readonly convertValues: true };

/** Row types by table name. */
export type Tables = InferKyselyDB<(typeof ENTITIES)[number], Reading>;

/** A typed query builder. */
export type Db = Kysely<Tables>;

/** How long an unused connection is kept: a new one has to log in and to prepare every statement again. */
const IDLE_CONNECTION_MS = 300_000;

/** Database handle of a process. */
export type Orm = MikroORM;

/** Options of {@link openOrm}. */
interface OrmOptions {
  readonly url: string;
  /** Maximum connections of the pool. */
  readonly poolSize: number;
  /** PostgreSQL's `statement_timeout`. */
  readonly statementTimeoutMs: number;
  readonly applicationName: string;
}

/**
 * Opens the database. Connects lazily, at the first query. Errors of idle connections are ignored: the next query reconnects, or fails in its
 * caller.
 */
export async function openOrm(options: OrmOptions): Promise<Orm> {
  return MikroORM.init(
    defineConfig({
      clientUrl: options.url,
      entities: [...ENTITIES],
      extensions: [Migrator],
      forceUtcTimezone: true,
      pool: { min: 0, max: options.poolSize, idleTimeoutMillis: IDLE_CONNECTION_MS },
      driverOptions: {
        application_name: options.applicationName,
        statement_timeout: options.statementTimeoutMs,
        // Statements of a transaction that do not wait for each other's rows share a round trip.
        pipeline: true,
        onCreateConnection: undefined,
      },
      migrations: { migrationsList: MIGRATIONS, snapshot: false, transactional: true, allOrNothing: true, tableName: 'migration' },
      logger: () => {},
    }),
  );
}

const known = new WeakMap<Orm, Db>();

/** Query builder outside transactions: each statement takes any connection of the pool. */
export function dbOf(orm: Orm): Db {
  const made = known.get(orm);
  if (made) return made;
  const em = orm.em.fork();
  const db = (em.getKysely() as unknown as Db).withPlugin(new DomainNames(orm, em));
  known.set(orm, db);
  return db;
}

/** Whether the server answers a query. The ORM's `isConnected` is false until its first query, which may never come. */
export async function isReachable(orm: Orm): Promise<boolean> {
  try {
    await orm.em.fork().execute('select 1');
    return true;
  } catch {
    return false;
  }
}
