import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rootDir } from '../root.ts';

/** A row of a table whose last column says what shows the rule: a test, a heading of the documentation, or why there is neither. */
type Row = { readonly id: string; readonly middle: readonly string[]; readonly shownBy: string };

/** A row: its number, whatever the table has besides, and what shows it. */
const ROW = /^\| (\d+\.\d+\.\d+) \| (.+) \| (.+) \|$/;
/** `file` › title of a test or heading, and for tests of a table of cases a text of the case. */
const EVIDENCE = /^`([^`]+)` › (.+?)(?: › `([^`]+)`)?$/;
/** A text that is the first of several arguments, as the title of a test is. */
const FIRST_ARGUMENT = /\(\s*(['"`])((?:\\.|(?!\1).)*)\1,/g;

/** The tables, each with the words that begin the reasons why a row has no test. */
const TABLES = [
  { page: 'docs/asvs.md', reasons: ['not applicable', 'open'] },
  { page: 'docs/specification.md', reasons: ['inert', 'open'] },
] as const;

/** Requirements of levels 1 and 2 in version 5.0.0 of the ASVS, and how many of level 3 were chosen. */
const ASVS_LEVELS_1_AND_2 = 253;
const ASVS_LEVEL_3 = 28;

describe.each(TABLES)('$page', ({ page, reasons }) => {
  const rows = rowsOf(page);

  test('has one row for each number, in order', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true })));
  });

  test('has no line of a table that is not understood', () => {
    const lines = read(page)
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\| \| .*\| \w+ by \|$|^\|[-|]+$/.test(line));
    expect(lines.filter((line) => !ROW.test(line))).toEqual([]);
  });

  test('names in each row a test or a heading that exists, or gives the reason why there is none', () => {
    expect(rows.flatMap(({ id, shownBy }) => (isShown(shownBy, reasons) ? [] : [`${id} ${shownBy}`]))).toEqual([]);
  });

  test('notices a test that was renamed or removed', () => {
    const [sample = ''] = rows.flatMap(({ shownBy }) => (shownBy.includes('.test.ts` › ') ? [shownBy] : []));
    const changed = [sample, `${sample} no more`, sample.replace('.test.ts', '-none.test.ts')];
    expect(changed.map((by) => isShown(by, reasons))).toEqual([true, false, false]);
    const inCases = '`packages/domain/src/customer/profile.test.ts` › %s';
    const others = ['`ARCHITECTURE.md` › Roles', '`ARCHITECTURE.md` › Rolls', `${inCases} › \`city\``, `${inCases} › \`town\``, 'open: ', 'yes'];
    expect(others.map((by) => isShown(by, reasons))).toEqual([true, false, true, false, false, false]);
  });
});

test('every requirement of levels 1 and 2 of the ASVS, and the chosen ones of level 3, have rows', () => {
  const levels = rowsOf('docs/asvs.md').map(({ middle: [level] }) => level);
  expect(levels.filter((level) => level === '1' || level === '2').length).toBe(ASVS_LEVELS_1_AND_2);
  expect(levels.filter((level) => level === '3').length).toBe(ASVS_LEVEL_3);
  expect(levels.length).toBe(ASVS_LEVELS_1_AND_2 + ASVS_LEVEL_3);
});

function rowsOf(page: string): readonly Row[] {
  return read(page)
    .split('\n')
    .flatMap((line) => {
      const [, id = '', middle = '', shownBy = ''] = ROW.exec(line) ?? [];
      return id === '' ? [] : [{ id, middle: middle.split(' | '), shownBy }];
    });
}

function isShown(by: string, reasons: readonly string[]): boolean {
  if (reasons.some((reason) => by.startsWith(`${reason}: `) && by.length > reason.length + 2)) return true;
  const [, file = '', name = '', ofCase] = EVIDENCE.exec(by) ?? [];
  if (file === '' || !existsSync(join(rootDir, file))) return false;
  const text = read(file);
  if (file.endsWith('.md')) return text.split('\n').some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === name);
  return [...text.matchAll(FIRST_ARGUMENT)].some(([, , title]) => title === name) && (ofCase === undefined || hasLiteral(text, ofCase));
}

/** Whether a text stands in a source as a whole string, or as the name of a property. */
function hasLiteral(source: string, text: string): boolean {
  return [`'${text}'`, `"${text}"`, ` ${text}: `].some((literal) => source.includes(literal));
}

function read(file: string): string {
  return readFileSync(join(rootDir, file), 'utf8');
}
