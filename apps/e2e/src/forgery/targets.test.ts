import { expect, test } from 'vitest';
import { createSeededRandom } from '../seeded-random.ts';
import type { WritableColumn, WritableTable } from './catalogue.ts';
import { forgeRow, type Row } from './forged-rows.ts';
import { createTargets, targetOf, targetsOf } from './targets.ts';

const BY = 'quydoi_worker';

function columnOf(name: string, set: Partial<WritableColumn> = {}): WritableColumn {
  return { name, type: 'text', isKey: false, isInsertable: true, isUpdatable: true, listed: [], ...set };
}

const PAYOUT: WritableTable = {
  name: 'payout',
  isInsertable: true,
  isUpdatable: true,
  isDeletable: true,
  columns: [
    columnOf('id', { type: 'uuid', isKey: true, isUpdatable: false }),
    columnOf('version', { type: 'integer' }),
    columnOf('destination'),
    columnOf('held', { type: 'bigint', isUpdatable: false }),
    columnOf('state', { isInsertable: false, listed: ['queued', 'failed'] }),
    columnOf('seq', { isInsertable: false, isUpdatable: false }),
  ],
};
const ROW: Row = { id: '01a202da-fe2d-7f11-950a-dc10590b2ff7', version: '1', destination: 'U1', held: '5', state: 'queued', seq: '1' };

const TARGETS = [
  'worker payout.id insert',
  'worker payout.version insert',
  'worker payout.destination insert',
  'worker payout.held insert',
  'worker payout.version update',
  'worker payout.destination update',
  'worker payout.state update',
  'worker payout delete',
];

function forgeAll(rows: readonly Row[], count: number): string[] {
  const random = createSeededRandom('seed');
  const forged = createTargets(new Map([[BY, [PAYOUT]]]));
  const loot = { accounts: ['U9'] as const, others: new Map([['payout', rows]]), now: new Date(0) };
  for (let n = 0; n < count; n += 1) {
    const row = forgeRow(random, PAYOUT, loot, (act, { name }) => forged.of(targetOf(BY, PAYOUT, act, name)));
    if (row?.act === 'delete') forged.add(targetOf(BY, PAYOUT, row.act));
    for (const column of row?.columns ?? []) forged.add(targetOf(BY, PAYOUT, row?.act ?? 'delete', column));
  }
  return forged.missing(targetsOf(BY, PAYOUT));
}

test('what a login may write is what its grants name, column by column', () => {
  expect(targetsOf(BY, PAYOUT)).toEqual(TARGETS);
});

test('forgeries leave out nothing that may be written', () => {
  expect(forgeAll([ROW], 40)).toEqual([]);
});

test('rows of an empty table are invented; nothing in it can be changed or deleted', () => {
  expect(forgeAll([], 20)).toEqual(TARGETS.slice(4));
});
