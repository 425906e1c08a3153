import type { SeededRandom } from '../seeded-random.ts';
import type { WritableTable } from './catalogue.ts';
import { forgedValue, insertStatement, type Loot, type Row, type Statement, updateStatement } from './forged-rows.ts';

/** Writes the rows of a scheme with what its login may write of them. */
export interface RowWriter {
  insert(table: string, row: Row): Statement;
  update(table: string, row: Row, set: Row): Statement;
}

/** A column of a scheme's row with a value that does not fit the others. */
export interface Twist {
  readonly table: WritableTable;
  readonly column: string;
}

/** Writes rows as their scheme makes them. */
export function plainWriter(tables: readonly WritableTable[]): RowWriter {
  return {
    insert: (name, row) => insertStatement(tableOf(tables, name), row),
    update: (name, row, set) => updateStatement(tableOf(tables, name), row, set),
  };
}

/** Writes the first new row of a scheme with one forged column: what alone would be refused may pass together with the rows that agree with it. */
export function twistingWriter(random: SeededRandom, tables: readonly WritableTable[], loot: Loot, onTwist: (twist: Twist) => void): RowWriter {
  const plain = plainWriter(tables);
  let isTwisted = false;
  return {
    ...plain,
    insert(name, row) {
      const table = tableOf(tables, name);
      const [first, ...rest] = table.columns.filter(({ isInsertable }) => isInsertable);
      if (isTwisted || !first) return plain.insert(name, row);
      isTwisted = true;
      const column = random.pick([first, ...rest]);
      onTwist({ table, column: column.name });
      return plain.insert(name, { ...row, [column.name]: forgedValue(random, column, loot.others.get(name) ?? [], loot) });
    },
  };
}

function tableOf(tables: readonly WritableTable[], name: string): WritableTable {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`${name} is not writable: the scheme has become impossible`);
  return table;
}
