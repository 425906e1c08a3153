import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { SeededRandom } from '../seeded-random.ts';
import type { WritableColumn, WritableTable } from './catalogue.ts';
import { type Act, leastForged } from './targets.ts';

/** A row as text by column, as PostgreSQL writes it; JSON columns are parsed. */
export type Row = Readonly<Record<string, unknown>>;

/** A statement with its values. */
export type Statement = readonly [text: string, values: readonly unknown[]];

/** Newest rows of a table that forgeries are made from. */
const ROWS_MAX = 100;
const COLUMNS_MAX = 4;
const HOUR_MS = 3_600_000;

/** Reads rows of a table, past what roles may see: the forger is supposed to know everything. */
export async function readRows(owner: Client, { name, columns }: WritableTable): Promise<Row[]> {
  const { rows } = await owner.query<{ row: Record<string, unknown> }>(
    `select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row from (select * from ${name} order by ctid desc limit ${ROWS_MAX}) t`,
  );
  const json = columns.filter(({ type }) => type === 'jsonb').map((column) => column.name);
  return rows.map(({ row }) => ({ ...row, ...Object.fromEntries(json.map((key) => [key, parsed(row[key])])) }));
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : (text ?? null);
}

/** What forgeries put in the place of what they found. */
export interface Loot {
  /** Accounts of the forger, one for each family of addresses. */
  readonly accounts: readonly [string, ...string[]];
  /** Ids, references and amounts of other rows. */
  readonly others: ReadonlyMap<string, readonly Row[]>;
  readonly now: Date;
}

/** A statement that forges one row, and what of the row it forges. */
export interface ForgedRow {
  readonly statement: Statement;
  readonly act: Act;
  /** Columns with forged values; none of a duplicate or a deletion. */
  readonly columns: readonly string[];
}

/** One row invented, duplicated, changed or deleted in a table that its role may write; null where there is no row to start from. */
export function forgeRow(
  random: SeededRandom,
  table: WritableTable,
  loot: Loot,
  countOf: (act: Act, column: WritableColumn) => number,
): ForgedRow | null {
  const rows = loot.others.get(table.name) ?? [];
  const [first, ...rest] = rows;
  const kinds = [
    ...(table.isInsertable ? (['invent', 'invent'] as const) : []),
    ...(table.isInsertable && first ? (['duplicate'] as const) : []),
    ...(table.isUpdatable && first ? (['change', 'change'] as const) : []),
    ...(table.isDeletable && first ? (['delete'] as const) : []),
  ];
  const [kind, ...others] = kinds;
  if (!kind) return null;
  const row = first ? random.pick([first, ...rest]) : inventedRow(random, table, loot);
  const forged = (act: 'insert' | 'update') => forgedValues(random, table, act, rows, loot, (column) => countOf(act, column));
  switch (random.pick([kind, ...others])) {
    case 'duplicate':
      return { act: 'insert', columns: [], statement: insertStatement(table, { ...row, ...newKeys(random, table) }) };
    case 'invent': {
      const values = forged('insert');
      return { act: 'insert', columns: Object.keys(values), statement: insertStatement(table, { ...row, ...newKeys(random, table), ...values }) };
    }
    case 'change': {
      const values = forged('update');
      return { act: 'update', columns: Object.keys(values), statement: updateStatement(table, row, values) };
    }
    case 'delete':
      return { act: 'delete', columns: [], statement: [`delete from ${table.name} where ${keyCondition(table)}`, [JSON.stringify(row)]] };
  }
}

/** A row of a table that has none yet. */
function inventedRow(random: SeededRandom, { columns }: WritableTable, loot: Loot): Row {
  return Object.fromEntries(columns.map((column) => [column.name, forgedValue(random, column, [], loot)]));
}

/** Inserts a row with the columns that the role may insert. */
export function insertStatement(table: WritableTable, row: Row): Statement {
  const columns = table.columns.filter(({ isInsertable }) => isInsertable).map(({ name }) => quoted(name));
  return [
    `insert into ${table.name} (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_record(null::${table.name}, $1::jsonb)`,
    [JSON.stringify(row)],
  ];
}

/** Changes columns of one row; its version follows, where it has one and may. */
export function updateStatement(table: WritableTable, row: Row, set: Row): Statement {
  const versioned = table.columns.some(({ name, isUpdatable }) => name === 'version' && isUpdatable) ? { version: Number(row.version) + 1 } : {};
  const changed: Row = { ...versioned, ...set };
  const columns = Object.keys(changed);
  if (columns.length === 0) return ['select 1', []];
  const assignments = columns.map((name) => `${quoted(name)} = x.${quoted(name)}`).join(', ');
  return [
    `update ${table.name} t set ${assignments} from jsonb_populate_record(null::${table.name}, $2::jsonb) x where ${keyCondition(table, 't.')}`,
    [JSON.stringify(row), JSON.stringify({ ...row, ...changed })],
  ];
}

/** A column as it stands in statements: the names of some are in camel case. */
function quoted(column: string): string {
  return `"${column}"`;
}

function keyCondition({ name, columns }: WritableTable, prefix = ''): string {
  const keys = columns.filter(({ isKey }) => isKey).map((column) => quoted(column.name));
  return keys.map((key) => `${prefix}${key} = (jsonb_populate_record(null::${name}, $1::jsonb)).${key}`).join(' and ');
}

function newKeys(random: SeededRandom, { columns }: WritableTable): Row {
  const keys = columns.filter(({ isKey, name }) => isKey && !name.endsWith('_id'));
  return Object.fromEntries(
    keys.flatMap(({ name, type }) => (type === 'uuid' ? [[name, newUuid(random)]] : type === 'text' ? [[name, newText(random)]] : [])),
  );
}

function forgedValues(
  random: SeededRandom,
  { columns }: WritableTable,
  act: 'insert' | 'update',
  rows: readonly Row[],
  loot: Loot,
  countOf: (column: WritableColumn) => number,
): Row {
  const writable = columns.filter(({ isInsertable, isUpdatable }) => (act === 'insert' ? isInsertable : isUpdatable));
  const [first, ...rest] = writable;
  if (!first) return {};
  // What identifies a row or orders its changes is forged only in its turn: the database would refuse nearly all else with it.
  const [ordinary, ...others] = writable.filter(({ name, isKey, type }) => name !== 'version' && !(isKey && type === 'uuid'));
  const more = ordinary ? Array.from({ length: random.int(0, COLUMNS_MAX - 1) }, () => random.pick([ordinary, ...others])) : [];
  const picked = [leastForged(random, [first, ...rest], countOf), ...more];
  return Object.fromEntries(picked.map((column) => [column.name, forgedValue(random, column, rows, loot)]));
}

/** Half of the time what another row has in that column, else something that would suit a thief. */
export function forgedValue(
  random: SeededRandom,
  { name, type, listed }: WritableColumn,
  rows: readonly Row[],
  { accounts, others, now }: Loot,
): unknown {
  const [first, ...rest] = rows;
  if (first && random.oneIn(2)) return random.pick([first, ...rest])[name] ?? null;
  if (random.oneIn(12)) return null;
  const [one, ...more] = listed;
  if (one !== undefined) return random.pick([one, ...more]);
  switch (type) {
    case 'uuid': {
      const [target, ...targets] = others.get(name.startsWith('payment') ? 'payment' : name.startsWith('payout') ? 'payout' : 'orders') ?? [];
      return target ? random.pick([target, ...targets]).id : newUuid(random);
    }
    case 'bigint':
    case 'integer':
      return String(random.pick([0, 1, random.int(1, 1_000), random.int(1, 1_000_000), random.int(1_000_000, 100_000_000)]));
    case 'boolean':
      return random.oneIn(2);
    case 'timestamp with time zone':
      return new Date(now.getTime() + random.int(-48, 48) * HOUR_MS).toISOString();
    case 'jsonb':
      return { destination: random.pick([...accounts]), destinationBank: 'vcb', on: false };
    default:
      return random.oneIn(3) ? newText(random) : random.pick([...accounts]);
  }
}

/** A new id. */
export function newUuid(random: SeededRandom): string {
  const hex = createHash('sha256')
    .update(`${random.seed}:${random.int(0, 2 ** 31)}:${random.int(0, 2 ** 31)}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A new reference, of the letters that an order's has. */
export function newText(random: SeededRandom): string {
  return Array.from({ length: 10 }, () => random.pick([...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'] as [string, ...string[]])).join('');
}
