import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient } from 'pg';

/** Runs a statement that is prepared once per connection under `name`. Unqualified names are those of schema `auth`. */
export type AuthStatement = <T extends object>(name: string, sql: string, values: readonly unknown[]) => Promise<T[]>;

/** Connections of the library that keeps credentials and sessions, whose tables are in schema `auth`. */
export interface AuthPool extends PostgresPool {
  /** The pool as the library wants it: without transactions of its own, which would end ours. */
  readonly database: { readonly dialect: PostgresDialect; readonly type: 'postgres'; readonly transaction: false };
  /**
   * Runs `work` in one transaction. What the library sends meanwhile, from within `work`, belongs to it, so that a user and the customer of the same
   * id are written together or not at all.
   */
  inTransaction<T>(work: (run: AuthStatement) => Promise<T>): Promise<T>;
}

/** Most connections: its statements are short, and passwords are hashed one or two at a time. */
const POOL_SIZE = 4;

/** Opens the pool. Connects at the first query. Errors of connections are ignored: the query fails in its caller, and the next one reconnects. */
export function openAuthPool(url: string, statementTimeoutMs: number): AuthPool {
  const pool = new Pool({
    connectionString: url,
    options: '-c search_path=auth',
    max: POOL_SIZE,
    statement_timeout: statementTimeoutMs,
    application_name: 'quydoi auth',
  });
  pool.on('error', () => {});
  // A connection that ends while it is in use fails its statement, and would end the process without a listener of its own.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const current = new AsyncLocalStorage<PoolClient>();
  const connections: PostgresPool = {
    options: pool.options,
    async connect() {
      const client = current.getStore();
      return client ? lend(client) : ((await pool.connect()) as PostgresPoolClient);
    },
    end: () => pool.end(),
  };
  return {
    ...connections,
    database: { dialect: new PostgresDialect({ pool: connections }), type: 'postgres', transaction: false },
    async inTransaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await current.run(client, () => work(statementsOf(client)));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

/** A connection that goes on being its transaction's when the library gives it back. */
function lend(client: PoolClient): PostgresPoolClient {
  return { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient;
}

function statementsOf(client: PoolClient): AuthStatement {
  return async <T extends object>(name: string, text: string, values: readonly unknown[]) =>
    (await client.query<T>({ name, text, values: values as unknown[] })).rows;
}
