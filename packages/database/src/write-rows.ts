import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import type { InferKyselyTable } from '@mikro-orm/sql';
import type { Step } from '@quydoi/domain/change';
import { InvariantError } from '@quydoi/domain/invariant';
import { arraysOf, type Column, columnsOf, unnest } from './columns.ts';
import { allInOrder, type MoneyTx, runPrepared, writePrepared } from './money-tx.ts';
import type { Orm } from './orm.ts';

/* Inserts and updates with the columns of the entities: a column that is added to an entity is written, and asked for by the compiler. */

/** Marks of columns that the database numbers. */
interface Identity {
  readonly __select__: unknown;
}

type Columns<E extends EntitySchemaWithMeta> = InferKyselyTable<E, { readonly columnNamingStrategy: 'property' }>;

/** A row to be inserted: a value for every column but identity columns. */
export type NewRow<E extends EntitySchemaWithMeta> = {
  readonly [K in keyof Columns<E> as Columns<E>[K] extends Identity ? never : K]: Columns<E>[K];
};

/**
 * Inserts rows in one statement, however many.
 * @param onConflict as in PostgreSQL's `on conflict …`; one per table
 * @returns how many rows were inserted or updated
 */
export async function insertRows<E extends EntitySchemaWithMeta>(
  tx: MoneyTx,
  entity: E,
  rows: readonly NewRow<E>[],
  onConflict?: string,
): Promise<number> {
  if (rows.length === 0) return 0;
  const { name, text, columns } = insertOf(tx.orm, entity, onConflict);
  return (await tx.run(name, text, arraysOf(columns, rows))).count;
}

/**
 * Inserts one row outside a transaction.
 * @param onConflict as in PostgreSQL's `on conflict …`; one per table
 * @returns false when nothing was inserted or updated because of the conflict clause
 */
export async function insertRow<E extends EntitySchemaWithMeta>(orm: Orm, entity: E, row: NewRow<E>, onConflict?: string): Promise<boolean> {
  const { name, text, columns } = insertOf(orm, entity, onConflict);
  return (await writePrepared(orm, name, text, arraysOf(columns, [row]))) > 0;
}

/**
 * Inserts rows outside a transaction in one statement, however many, except those whose key is taken.
 * @param key the unique columns, as in PostgreSQL's `on conflict (…)`; one per table
 * @returns the ids of the rows that were inserted
 */
export async function insertNewRows<E extends EntitySchemaWithMeta, T extends NewRow<E> & { readonly id: string }>(
  orm: Orm,
  entity: E,
  rows: readonly T[],
  key: string,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { name, text, columns } = insertOf(orm, entity, `${key} do nothing returning id`);
  return (await runPrepared<{ id: string }>(orm, name, text, arraysOf(columns, rows))).map(({ id }) => id);
}

/** A record whose `version` grows by one with every change. */
interface Versioned {
  readonly id: string;
  readonly version: number;
}

/**
 * Inserts the records that are new, and updates each other one from exactly the version that its `before` is of. Only columns that differ in
 * some record are written, because roles may update different columns.
 * @throws ConflictError when a record has another version by now
 */
export async function writeSteps<E extends EntitySchemaWithMeta, T extends NewRow<E> & Versioned>(
  tx: MoneyTx,
  entity: E,
  steps: readonly Step<T>[],
): Promise<void> {
  const added = steps.filter(({ before }) => before === null).map(({ after }) => after);
  const changes = steps.flatMap(({ before, after }) => (before === null ? [] : [{ before, after }]));
  for (const { before, after } of changes) {
    if (after.version !== before.version + 1) throw new InvariantError(`${entity.meta.tableName} ${after.id} skips a version`);
  }
  const isWritten = ({ property }: Column) => changes.some(({ before, after }) => !isSame(fieldOf(before, property), fieldOf(after, property)));
  const rows = changes.map(({ after }) => after);
  await allInOrder([insertRows(tx, entity, added), updateRows(tx, entity, rows, isWritten)]);
}

/**
 * Updates every column of records from the version before theirs.
 * @throws ConflictError when a record has another version by now
 */
export async function updateRows<E extends EntitySchemaWithMeta, T extends NewRow<E> & Versioned>(
  tx: MoneyTx,
  entity: E,
  rows: readonly T[],
  isWritten: (column: Column) => boolean = () => true,
): Promise<void> {
  if (rows.length === 0) return;
  const table = tableOf(entity);
  const all = columnsOf(tx.orm, entity);
  const columns = all.filter((column) => column.property === 'id' || isWritten(column));
  const sets = columns.filter(({ name }) => name !== 'id').map(({ name }) => `${name} = x.${name}`);
  const update = `update ${table} t set ${sets.join(', ')} from ${unnest(columns)} where t.id = x.id and t.version = x.version - 1`;
  const ids = columns.findIndex(({ property }) => property === 'id') + 1;
  const text = `with written as (${update} returning 1) select require_rows('${table}', cardinality($${ids}), count(*)) from written`;
  // A prepared statement has one text, and a name of at most 63 characters: which columns it writes is a number in its name.
  const written = all.reduce((bits, column, index) => (columns.includes(column) ? bits | (1n << BigInt(index)) : bits), 0n);
  await tx.run(`update ${table} ${written.toString(36)}`, text, arraysOf(columns, rows));
}

function insertOf(orm: Orm, entity: EntitySchemaWithMeta, onConflict?: string): { name: string; text: string; columns: readonly Column[] } {
  const columns = columnsOf(orm, entity).filter(({ isIdentity }) => !isIdentity);
  const names = columns.map(({ name }) => name).join(', ');
  const table = tableOf(entity);
  const name = `insert ${table}`;
  const text = `insert into ${table} (${names}) select ${names} from ${unnest(columns)}`;
  if (onConflict === undefined) return { name, text, columns };
  return { name: `${name} on conflict`, text: `${text} on conflict ${onConflict}`, columns };
}

function tableOf({ meta }: EntitySchemaWithMeta): string {
  return meta.tableName;
}

function fieldOf(record: object, property: string): unknown {
  return (record as Record<string, unknown>)[property] ?? null;
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
