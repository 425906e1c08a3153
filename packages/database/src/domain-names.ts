import { type EntityManager, MikroKyselyPlugin } from '@mikro-orm/sql';
import {
  AliasNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
} from 'kysely';
import { type Column, columnsOf, readValue } from './columns.ts';
import { ENTITIES } from './entities/all.ts';
import type { Orm } from './orm.ts';

/** Columns by name, with their property names. */
type Meanings = ReadonlyMap<string, Column>;

/**
 * Kysely plugin that maps property names to columns in statements, and rows back to property names and domain values. The ORM's plugin does the
 * first; for rows it would look up every column per result, which takes longer than the rest of a read. Raw SQL is left alone.
 */
export class DomainNames implements KyselyPlugin {
  readonly #toColumns: MikroKyselyPlugin;
  readonly #columns: ReadonlyMap<string, readonly Column[]>;
  /** Keyed by the names of the joined tables. */
  readonly #meanings = new Map<string, Meanings>();
  readonly #asked = new WeakMap<QueryId, Meanings>();

  constructor(orm: Orm, em: EntityManager) {
    this.#toColumns = new MikroKyselyPlugin(em, { columnNamingStrategy: 'property' });
    this.#columns = new Map(ENTITIES.map((entity) => [entity.meta.tableName, columnsOf(orm, entity)]));
  }

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    if ('returning' in args.node && args.node.returning) throw new Error('what a write returns is not read here: write raw SQL');
    if (SelectQueryNode.is(args.node)) this.#asked.set(args.queryId, this.#meaningsOf(tablesOf(args.node)));
    return this.#toColumns.transformQuery(args);
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const meanings = this.#asked.get(queryId);
    return meanings ? { ...result, rows: result.rows.map((row) => read(row, meanings)) } : result;
  }

  #meaningsOf(tables: readonly string[]): Meanings {
    const key = tables.join();
    const known = this.#meanings.get(key);
    if (known) return known;
    const made = meaningsOf(tables.flatMap((table) => this.#columns.get(table) ?? []));
    this.#meanings.set(key, made);
    return made;
  }
}

function read(row: UnknownRow, meanings: Meanings): UnknownRow {
  const made: UnknownRow = {};
  for (const name in row) {
    const column = meanings.get(name);
    if (column) made[column.property] = readValue(row[name], column.type);
    else made[name] = row[name];
  }
  return made;
}

function tablesOf({ from, joins = [] }: SelectQueryNode): string[] {
  return [...(from?.froms ?? []), ...joins.map(({ table }) => table)].map(tableName);
}

function tableName(node: OperationNode): string {
  if (AliasNode.is(node)) return tableName(node.node);
  if (!TableNode.is(node)) throw new Error('only tables are read here: write raw SQL');
  return node.table.identifier.name;
}

/** Merges the columns of joined tables. @throws Error when a name has two meanings, because a result does not tell tables apart */
function meaningsOf(columns: readonly Column[]): Meanings {
  const meanings = new Map<string, Column>();
  for (const column of columns) {
    const other = meanings.get(column.name);
    if (other && (other.property !== column.property || other.type !== column.type)) {
      throw new Error(`${column.name} is ${other.type} ${other.property} and ${column.type} ${column.property}`);
    }
    meanings.set(column.name, column);
  }
  return meanings;
}
