import { InvariantError } from '@quydoi/domain/invariant';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { Orm } from './orm.ts';
import { GUARD_STATES } from './sqlstates.ts';

/** A transaction on the money tables: one connection, prepared statements, nothing external inside. */
export interface MoneyTx {
  readonly orm: Orm;
  /** Runs a statement that is prepared once per connection under `name`. Sent at once, behind those that were sent before and may still run. */
  run<T extends object>(name: string, sql: string, values: readonly unknown[]): Promise<{ rows: T[]; count: number }>;
  /** Runs an unprepared statement, planned on each call without its values: its best index depends on the current sizes of tables. */
  runPlanned<T extends object>(sql: string, values: readonly unknown[]): Promise<T[]>;
  /**
   * Commits in one round trip with the statements sent before, so that rows that others wait for are not locked for another one. Where one of them
   * fails nothing is committed. No statement may follow.
   */
  commit(): Promise<void>;
  /** Calls back once the transaction has been committed; never when it was rolled back. The callback must not throw. */
  afterCommit(callback: () => void): void;
}

/** Optimistic concurrency conflict: read again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  /** The violated constraint, or the table whose row had another version. */
  readonly constraint: string;

  constructor(constraint: string) {
    super(`conflict on ${constraint}`);
    this.constraint = constraint;
  }
}

/** A posting would overdraw a guarded account. */
export class OverdrawnError extends Error {
  override readonly name = 'OverdrawnError';
}

/**
 * Plans of prepared statements are made once per connection, without their values. PostgreSQL would plan statements over arrays anew at each call,
 * because it expects ten rows of an array that it does not know: a third of its time for an order.
 */
const PLAN_ONCE = 'set local plan_cache_mode = force_generic_plan';
const BEGIN = `begin; ${PLAN_ONCE}`;
const BEGIN_READING = `begin read only; ${PLAN_ONCE}`;

/**
 * Runs `work` in one transaction of the money tables.
 * @throws ConflictError on a unique or version conflict, a deadlock or a serialization failure
 * @throws OverdrawnError when a guarded account would fall below zero
 * @throws InvariantError when the database refused something that no decision should have asked for
 */
export async function withMoneyTx<T>(orm: Orm, work: (tx: MoneyTx) => Promise<T>): Promise<T> {
  const client = await (await nativePool(orm)).connect();
  const tx = new OpenTx(orm, client);
  try {
    // Awaited, although what follows could be sent with it: behind a `begin` that fails, each statement would commit by itself.
    await client.query(BEGIN);
    const result = await work(tx);
    await tx.commit();
    for (const callback of tx.committed) callback();
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      tx.broken = failure;
    });
    throw translate(error);
  } finally {
    client.release(tx.broken);
  }
}

/**
 * Awaits statements of one transaction that were sent together, in one round trip to the server instead of one each.
 * @throws the failure of the first one, in their order, that failed: those behind it failed because of it
 */
export async function allInOrder(statements: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Runs a single statement, prepared once per connection under `name`, without an explicit transaction.
 * @returns the rows that it returned
 */
export async function runPrepared<T extends object>(orm: Orm, name: string, sql: string, values: readonly unknown[]): Promise<T[]> {
  const result = await (await nativePool(orm)).query<T>({ name, text: sql, values: values as unknown[] });
  return result.rows;
}

/**
 * {@link runPrepared} for a statement that only reads, and whose planning costs more than its execution: it is planned once per connection, without its
 * values. The transaction that this takes is sent in the same round trip.
 */
export async function runPlannedOnce<T extends object>(orm: Orm, name: string, sql: string, values: readonly unknown[]): Promise<T[]> {
  const client = await (await nativePool(orm)).connect();
  try {
    const begun = client.query(BEGIN_READING);
    const read = client.query<T>({ name, text: sql, values: values as unknown[] });
    await allInOrder([begun, read, client.query('commit')]);
    return (await read).rows;
  } finally {
    client.release();
  }
}

/** {@link runPrepared} for a statement that writes. @returns how many rows it wrote */
export async function writePrepared(orm: Orm, name: string, sql: string, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await (await nativePool(orm)).query({ name, text: sql, values: values as unknown[] });
  return rowCount ?? 0;
}

async function nativePool(orm: Orm): Promise<Pool> {
  return (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
}

class OpenTx implements MoneyTx {
  readonly orm: Orm;
  readonly committed: (() => void)[] = [];
  /** Why the connection must not be used again. */
  broken: Error | undefined;
  readonly #client: PoolClient;
  #hasFailed = false;
  #ending: Promise<void> | undefined;

  constructor(orm: Orm, client: PoolClient) {
    this.orm = orm;
    this.#client = client;
  }

  afterCommit(callback: () => void): void {
    this.committed.push(callback);
  }

  async run<T extends object>(name: string, text: string, values: readonly unknown[]): Promise<{ rows: T[]; count: number }> {
    const { rows, rowCount } = await this.#send<T>({ name, text, values: values as unknown[] });
    return { rows, count: rowCount ?? 0 };
  }

  async runPlanned<T extends object>(text: string, values: readonly unknown[]): Promise<T[]> {
    return (await this.#send<T>({ text, values: values as unknown[] })).rows;
  }

  commit(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #send<T extends object>(query: QueryConfig): Promise<QueryResult<T>> {
    if (this.#ending !== undefined) throw new InvariantError('a statement behind the commit');
    try {
      return await this.#client.query<T>(query);
    } catch (error) {
      this.#hasFailed = true;
      // One that could not be sent: the driver may take it for prepared, which it is not.
      if (!(error instanceof DatabaseError)) this.broken = error as Error;
      throw error;
    }
  }

  async #end(): Promise<void> {
    // A statement that cannot be sent fails on the next tick. The server would not know of it, and commit the others.
    await nextTick();
    await nextTick();
    if (this.#hasFailed) throw new Error('a statement failed before the commit');
    // The server rolls back a transaction of which a statement failed.
    if ((await this.#client.query('commit')).command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }
}

const nextTick = () => new Promise<void>((done) => process.nextTick(done));

/** SQLSTATE codes of concurrency conflicts: unique violation, deadlock, serialization failure, lock not available. */
const CONFLICT_STATES = new Set(['23505', '40P01', '40001', '55P03']);

function translate(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error;
  if (error.code === '23514' && error.constraint === 'account_not_overdrawn') return new OverdrawnError('an account would be overdrawn');
  if (error.code === GUARD_STATES.owedToCustomers) return new OverdrawnError('customers’ balances need the money');
  if (CONFLICT_STATES.has(error.code)) return new ConflictError(error.constraint ?? error.code);
  if (error.code === GUARD_STATES.otherVersion) return new ConflictError(error.constraint ?? error.code);
  if (error.code === GUARD_STATES.staleRate) return new ConflictError('orders_newest_rate');
  if (error.code === GUARD_STATES.invalidCoupon) return new ConflictError('coupon_in_force');
  if (error.code === GUARD_STATES.couponUsedUp) return new ConflictError('coupon_uses');
  if (error.code === GUARD_STATES.couponUsedBefore) return new ConflictError('coupon_uses_of_customer');
  if (error.code === GUARD_STATES.invalidLease) return new ConflictError('lease_allowed');
  if (error.code === GUARD_STATES.incompleteIdentity) return new ConflictError('identity_incomplete');
  if (error.code === GUARD_STATES.submittedIdentity || error.code === GUARD_STATES.changedPicture) return new ConflictError('identity_submitted');
  if (error.code.startsWith('QD') || error.code.startsWith('23')) return new InvariantError(`${error.code} ${error.message}`);
  return error;
}
