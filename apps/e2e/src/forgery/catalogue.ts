import type { Client } from 'pg';

/** Database roles that forge rows: those of the processes most exposed to attackers. */
export const FORGERS = ['quydoi_web', 'quydoi_worker'] as const;
export type Forger = (typeof FORGERS)[number];

/** A column of a table that a forger may write. */
export interface WritableColumn {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
  readonly isInsertable: boolean;
  readonly isUpdatable: boolean;
  /** Values that the column's checks list. */
  readonly listed: readonly string[];
}

/** A table that a forger may write. */
export interface WritableTable {
  /** As it stands in statements: quoted where it must be, and with its schema if that is not `public`. */
  readonly name: string;
  readonly isInsertable: boolean;
  readonly isUpdatable: boolean;
  readonly isDeletable: boolean;
  readonly columns: readonly WritableColumn[];
}

interface CatalogueRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly key: boolean;
  readonly ins: boolean;
  readonly upd: boolean;
  readonly del: boolean;
  readonly checks: string;
}

const CATALOGUE = `
  select c.oid::regclass::text as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    coalesce(a.attnum = any(k.indkey), false) as key,
    a.attidentity <> 'a' and has_column_privilege($1, c.oid, a.attname, 'INSERT') as ins,
    has_column_privilege($1, c.oid, a.attname, 'UPDATE') as upd,
    has_table_privilege($1, c.oid, 'DELETE') as del,
    coalesce((select string_agg(pg_get_constraintdef(x.oid), ' ') from pg_constraint x
      where x.conrelid = c.oid and x.contype = 'c' and x.conkey = array[a.attnum]), '') as checks
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'auth')
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index k on k.indrelid = c.oid and k.indisprimary
  where c.relkind in ('r', 'p') order by 1, a.attnum`;

/** Reads from the database's own catalogue every table and column that a role may write: so that grants added later are tried too. */
export async function readWritableTables(owner: Client, role: Forger): Promise<WritableTable[]> {
  const { rows } = await owner.query<CatalogueRow>(CATALOGUE, [role]);
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    isInsertable: columns.some(({ ins }) => ins),
    isUpdatable: columns.some(({ upd }) => upd),
    isDeletable: columns.some(({ del }) => del),
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      isKey: column.key,
      isInsertable: column.ins,
      isUpdatable: column.upd,
      listed: [...column.checks.matchAll(/'([^']*)'::text/g)].map(([, value]) => value ?? ''),
    })),
  }));
  return tables.filter(({ isInsertable, isUpdatable, isDeletable }) => isInsertable || isUpdatable || isDeletable);
}
