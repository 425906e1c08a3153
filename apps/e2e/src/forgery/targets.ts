import type { SeededRandom } from '../seeded-random.ts';
import { createTally, type Tally } from '../tally.ts';
import type { Forger, WritableColumn, WritableTable } from './catalogue.ts';

/** What a login may do to a table's rows: column by column, or to whole rows. */
export type Act = 'insert' | 'update' | 'delete';

/** Everything that a login may write, each thing by a name such as `worker payout.amount insert` or `worker lookup delete`. */
export function targetsOf(by: Forger, table: WritableTable): string[] {
  return [
    ...table.columns.filter(({ isInsertable }) => isInsertable).map(({ name }) => targetOf(by, table, 'insert', name)),
    ...table.columns.filter(({ isUpdatable }) => isUpdatable).map(({ name }) => targetOf(by, table, 'update', name)),
    ...(table.isDeletable ? [targetOf(by, table, 'delete')] : []),
  ];
}

/** Name of one thing that a login may write. */
export function targetOf(by: Forger, { name }: WritableTable, act: Act, column?: string): string {
  return `${by.replace('quydoi_', '')} ${name}${column === undefined ? '' : `.${column}`} ${act}`;
}

/** How often each thing that the logins may write was forged. */
export function createTargets(tables: ReadonlyMap<Forger, readonly WritableTable[]>): Tally {
  return createTally([...tables].flatMap(([by, list]) => list.flatMap((table) => targetsOf(by, table))));
}

/** The column that was forged least so far, so that none is left out by chance. */
export function leastForged(
  random: SeededRandom,
  columns: readonly [WritableColumn, ...WritableColumn[]],
  countOf: (column: WritableColumn) => number,
): WritableColumn {
  const least = Math.min(...columns.map(countOf));
  const [first = columns[0], ...rest] = columns.filter((column) => countOf(column) === least);
  return random.pick([first, ...rest]);
}
