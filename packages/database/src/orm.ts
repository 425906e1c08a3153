import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type InferKyselyDB, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { DomainNames } from './domain-names.ts';
import { ENTITIES } from './entities/all.ts';
import { MIGRATIONS } from './migrations/all.ts';

/** How rows are read: domain property names and values (bigint, Date) instead of column names and strings, as {@link DomainNames} does. */
type Reading = { readonly columnNamingStrategy: 'property'; readonly convertValues: true };

/** Tables by name with the types that a query answers with. */
export type Tables = InferKyselyDB<(typeof ENTITIES)[number], Reading>;

/** A typed query builder. */
export type Db = Kysely<Tables>;

/** The opened database of one process. */
export type Orm = MikroORM;

/** Options of {@link openOrm}. */
interface OrmOptions {
  readonly url: string;
  /** Most connections that the process keeps. */
  readonly poolSize: number;
  /** How long a statement may run. */
  readonly statementTimeoutMs: number;
  readonly applicationName: string;
}

/**
 * Opens the database for a process. Nothing connects before the first query.
 * Errors of idle connections (the server went away) are swallowed here: the next query reconnects or fails where somebody can answer.
 */
export async function openOrm(options: OrmOptions): Promise<Orm> {
  return MikroORM.init(
    defineConfig({
      clientUrl: options.url,
      entities: [...ENTITIES],
      extensions: [Migrator],
      forceUtcTimezone: true,
      pool: { min: 0, max: options.poolSize },
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

/** The query builder of a process: each statement by itself, on any of its connections. */
export function dbOf(orm: Orm): Db {
  const made = known.get(orm);
  if (made) return made;
  const em = orm.em.fork();
  const db = (em.getKysely() as unknown as Db).withPlugin(new DomainNames(orm, em));
  known.set(orm, db);
  return db;
}

/** Whether the server answers. The ORM's own `isConnected` denies it until the first query went through the ORM, which may be never. */
export async function isReachable(orm: Orm): Promise<boolean> {
  try {
    await orm.em.fork().execute('select 1');
    return true;
  } catch {
    return false;
  }
}
