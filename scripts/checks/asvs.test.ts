import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '../root.ts';

/** Requirements of levels 1 and 2 in version 5.0.0, and how many of level 3 were chosen. */
const LEVELS_1_AND_2 = 253;
const LEVEL_3 = 26;

/** A text that is the first of several arguments, as the title of a test is. */
const FIRST_ARGUMENT = /\(\s*(['"`])((?:\\.|(?!\1).)*)\1,/g;

type Row = { readonly id: string; readonly level: string; readonly heldBy: string };

const rows: readonly Row[] = read('docs/asvs.md')
  .split('\n')
  .flatMap((line) => {
    const [, id = '', level = '', heldBy = ''] = /^\| (\d+\.\d+\.\d+) \| ([123]) \| .+ \| (.+) \|$/.exec(line) ?? [];
    return id === '' ? [] : [{ id, level, heldBy }];
  });

test('every requirement of levels 1 and 2, and the chosen ones of level 3, have one row each', () => {
  expect(rows.filter(({ level }) => level !== '3').length).toBe(LEVELS_1_AND_2);
  expect(rows.filter(({ level }) => level === '3').length).toBe(LEVEL_3);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true })));
});

test('each row names a test or a heading that exists, or gives its reason', () => {
  expect(rows.flatMap(({ id, heldBy }) => (isHeld(heldBy) ? [] : [`${id} ${heldBy}`]))).toEqual([]);
});

test('a test that was renamed or removed is noticed', () => {
  const [sample = ''] = rows.flatMap(({ heldBy }) => (heldBy.includes('.test.ts` › ') ? [heldBy] : []));
  expect([isHeld(sample), isHeld(`${sample} no more`), isHeld(sample.replace('.test.ts', '-none.test.ts'))]).toEqual([true, false, false]);
  expect([isHeld('`ARCHITECTURE.md` › Roles'), isHeld('`ARCHITECTURE.md` › Rolls'), isHeld('open: '), isHeld('yes')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

function isHeld(by: string): boolean {
  if (/^(?:not applicable|open): \S/.test(by)) return true;
  const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(by) ?? [];
  if (file === '' || !existsSync(join(rootDir, file))) return false;
  const text = read(file);
  if (file.endsWith('.md')) return text.split('\n').some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === name);
  return [...text.matchAll(FIRST_ARGUMENT)].some(([, , title]) => title === name);
}

function read(file: string): string {
  return readFileSync(join(rootDir, file), 'utf8');
}
