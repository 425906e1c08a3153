import { columnsOf } from '../src/columns.ts';
import { ENTITIES } from '../src/entities/all.ts';
import type { Orm } from '../src/orm.ts';
import type { TestDatabase } from '../testing/database.ts';

/** Columns that only the database itself needs, and tables that only it reads. */
const DATABASE_ONLY = [
  'audit.login text',
  'audit.recorded_at timestamp with time zone',
  'audit.transaction_id xid8',
  'customer.deleted_at timestamp with time zone null',
  'customer.removal_hash text null',
  'order_event.transaction_id xid8',
  'operator_right.kind text',
  'operator_right.relation text',
  'operator_right.verb text',
  'operator_verb.always_two boolean',
  'operator_verb.verb text',
  'order_transition.from_status text',
  'order_transition.to_status text',
  'orders.ordered_amount bigint',
  'seal_mark.ended_before xid8',
  'seal_mark.last_id bigint',
  'seal_mark.set_at timestamp with time zone',
  'seal_mark.stream text',
  'seal_stream.stream text',
];

/** PostgreSQL's name of a type that MikroORM calls otherwise. */
const TYPES: Record<string, string> = { int: 'integer', timestamptz: 'timestamp with time zone', 'timestamptz(6)': 'timestamp with time zone' };

/** `table.column type [null]` of every column of a migrated database, sorted. */
export async function migratedColumns(database: TestDatabase): Promise<string[]> {
  const rows = await database.query(
    `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then '' else ' null' end as line
     from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where a.attnum > 0 and not a.attisdropped and c.relname <> 'migration' order by 1`,
  );
  return rows.map(({ line }) => String(line)).sort();
}

/** The same lines as the entities, and what only the database has, ask for. */
export function entityColumns(orm: Orm): string[] {
  const columns = ENTITIES.flatMap((entity) => {
    const meta = orm.getMetadata().get(entity.meta.class);
    const nullable = new Map<string, boolean>(meta.props.map((prop) => [prop.name, prop.nullable === true]));
    return columnsOf(orm, entity).map(
      ({ property, name, type }) => `${meta.tableName}.${name} ${TYPES[type] ?? type}${nullable.get(property) ? ' null' : ''}`,
    );
  });
  return [...columns, ...DATABASE_ONLY].sort();
}
