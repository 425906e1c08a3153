import { InvariantError } from '@quydoi/domain/invariant';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Orm } from './orm.ts';
import { GUARD_STATES } from './sqlstates.ts';

/** A transaction on the money tables: one connection, prepared statements, nothing external inside. */
export interface MoneyTx {
  readonly orm: Orm;
  /** Runs a statement that is prepared once per connection under `name`. Sent at once, behind those that were sent before and may still run. */
  run<T extends object>(name: string, sql: string, values: readonly unknown[]): Promise<{ rows: T[]; count: number }>;
  /** Runs an unprepared statement, planned on each call: its best index depends on the current sizes of tables. */
  runPlanned<T extends object>(sql: string, values: readonly unknown[]): Promise<T[]>;
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
 * Statements over arrays of rows have the same plan for one row and for a thousand. PostgreSQL would plan them anew at each call, because it expects
 * ten rows of an array that it does not know: a third of its time for an order.
 */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

/**
 * Runs `work` in one transaction of the money tables.
 * @throws ConflictError on a unique or version conflict, a deadlock or a serialization failure
 * @throws OverdrawnError when a guarded account would fall below zero
 * @throws InvariantError when the database refused something that no decision should have asked for
 */
export async function withMoneyTx<T>(orm: Orm, work: (tx: MoneyTx) => Promise<T>): Promise<T> {
  const client = await (await nativePool(orm)).connect();
  let broken: Error | undefined;
  try {
    // Awaited, although what follows could be sent with it: behind a `begin` that fails, each statement would commit by itself.
    await client.query(BEGIN);
    const committed: (() => void)[] = [];
    const result = await work(txOf(orm, client, committed));
    await client.query('commit');
    for (const callback of committed) callback();
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw translate(error);
  } finally {
    client.release(broken);
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

/** {@link runPrepared} for a statement that writes. @returns how many rows it wrote */
export async function writePrepared(orm: Orm, name: string, sql: string, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await (await nativePool(orm)).query({ name, text: sql, values: values as unknown[] });
  return rowCount ?? 0;
}

async function nativePool(orm: Orm): Promise<Pool> {
  return (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
}

function txOf(orm: Orm, client: PoolClient, committed: (() => void)[]): MoneyTx {
  return {
    orm,
    afterCommit: (callback) => void committed.push(callback),
    async run<T extends object>(name: string, sql: string, values: readonly unknown[]) {
      const result = await client.query<T>({ name, text: sql, values: values as unknown[] });
      return { rows: result.rows, count: result.rowCount ?? 0 };
    },
    async runPlanned<T extends object>(sql: string, values: readonly unknown[]) {
      return (await client.query<T>(sql, values as unknown[])).rows;
    },
  };
}

/** SQLSTATE codes of concurrency conflicts: unique violation, deadlock, serialization failure, lock not available. */
const CONFLICT_STATES = new Set(['23505', '40P01', '40001', '55P03']);

function translate(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error;
  if (error.code === '23514' && error.constraint === 'account_not_overdrawn') return new OverdrawnError('an account would be overdrawn');
  if (error.code === GUARD_STATES.owedToCustomers) return new OverdrawnError('customers’ balances need the money');
  if (CONFLICT_STATES.has(error.code)) return new ConflictError(error.constraint ?? error.code);
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
