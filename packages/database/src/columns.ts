import type { EntitySchema } from '@mikro-orm/core';
import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import type { Orm } from './orm.ts';

/** A column, as statements over arrays of rows need it. */
export interface Column {
  readonly property: string;
  readonly name: string;
  readonly type: string;
  /** Numbered by the database, never inserted. */
  readonly isIdentity: boolean;
}

/** The ORM's types of identity columns, which PostgreSQL has under other names. */
const IDENTITY_TYPES: Readonly<Record<string, string>> = { serial: 'int', bigserial: 'bigint' };

const known = new WeakMap<Orm, Map<unknown, readonly Column[]>>();

/** The columns of an entity, from the ORM's metadata. */
export function columnsOf(orm: Orm, entity: EntitySchemaWithMeta | EntitySchema): readonly Column[] {
  const cache = known.get(orm) ?? new Map<unknown, readonly Column[]>();
  known.set(orm, cache);
  const cached = cache.get(entity);
  if (cached) return cached;
  const meta = orm.getMetadata().get((entity as EntitySchema).meta.class);
  const columns = meta.props.map(({ name: property, fieldNames: [name = property], columnTypes: [type = 'text'], autoincrement }) => ({
    property,
    name,
    type: IDENTITY_TYPES[type] ?? type,
    isIdentity: autoincrement === true,
  }));
  cache.set(entity, columns);
  return columns;
}

/** `unnest($1::uuid[], $2::text[], …) as x(a, b, …)`: rows as one array parameter per column. */
export function unnest(columns: readonly Column[]): string {
  const arrays = columns.map((column, index) => `$${index + 1}::${arrayType(column.type)}[]`);
  return `unnest(${arrays.join(', ')}) as x(${columns.map((column) => column.name).join(', ')})`;
}

/** The parameters of {@link unnest}: one array per column. JSON values become text; the driver converts the rest. */
export function arraysOf(columns: readonly Column[], rows: readonly object[]): unknown[][] {
  return columns.map((column) =>
    rows.map((row) => {
      const value = (row as Record<string, unknown>)[column.property] ?? null;
      return value !== null && column.type === 'jsonb' ? JSON.stringify(value) : value;
    }),
  );
}

/** Converts a column's value to the domain's type. The driver returns text for times and for numbers of eight bytes and more. */
export function readValue(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'bigint' || type.startsWith('numeric')) return BigInt(value as string);
  return type.startsWith('timestamptz') ? new Date(value as string) : value;
}

function arrayType(type: string): string {
  return type.startsWith('numeric') ? 'numeric' : type.startsWith('timestamptz') ? 'timestamptz' : type.startsWith('varchar') ? 'text' : type;
}
