import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import unchanged from '../../mutation/unchanged.json' with { type: 'json' };
import { findUnchanged, flat, type Mutant, sampleOf, textOf } from './mutants.ts';

const SOURCE = 'const a = 1;\nif (a <= 0 &&\n  b) {}\n';

function mutantAt(startLine: number, startColumn: number, endLine: number, endColumn: number, replacement = 'x'): Mutant {
  const location = { start: { line: startLine, column: startColumn }, end: { line: endLine, column: endColumn } };
  return { fileName: '/tmp/sandbox/packages/domain/src/fee.ts', location, replacement };
}

const CONDITION = mutantAt(1, 4, 2, 3, 'a < 0 &&  b');

test('a mutant replaces the text between its positions, across lines', () => {
  expect(textOf(mutantAt(0, 6, 0, 7), SOURCE)).toBe('a');
  expect(textOf(CONDITION, SOURCE)).toBe('a <= 0 &&\n  b');
});

describe('a sample', () => {
  const mutants = Array.from({ length: 100 }, (_, line) => mutantAt(line, 0, line, 1));

  test('is the same for the same seed, wherever the code lies and in whatever order it is read', () => {
    const elsewhere = mutants.map((mutant) => ({ ...mutant, fileName: '/home/me/packages/domain/src/fee.ts' })).reverse();
    const lines = (list: readonly Mutant[]) => sampleOf(list, 10, 's').map(({ location }) => location.start.line);
    expect(lines(elsewhere)).toEqual(lines(mutants));
  });

  test('is another for another seed, and never larger than asked for', () => {
    expect(sampleOf(mutants, 10, 's')).toHaveLength(10);
    expect(sampleOf(mutants, 10, 's')).not.toEqual(sampleOf(mutants, 10, 't'));
    expect(sampleOf(mutants, 1_000, 's')).toHaveLength(100);
  });
});

describe('a mutant that changes nothing', () => {
  const entry = { file: 'packages/domain/src/fee.ts', from: 'a <= 0 && b', to: 'a < 0 && b', why: 'a is never 0' };

  test('is found by its texts, whatever their line breaks', () => {
    expect(findUnchanged(CONDITION, SOURCE, [entry])).toBe(entry);
  });

  test('is not another of the same place, nor the same text in another file', () => {
    expect(findUnchanged({ ...CONDITION, replacement: 'true' }, SOURCE, [entry])).toBeUndefined();
    expect(findUnchanged(CONDITION, SOURCE, [{ ...entry, file: 'packages/domain/src/rate.ts' }])).toBeUndefined();
    expect(findUnchanged(CONDITION, SOURCE, [{ ...entry, from: 'a < 0 && b' }])).toBeUndefined();
  });

  test.each(unchanged)('of the list is one of the code: $file, $from', ({ file, from }) => {
    const source = readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8');
    expect(flat(source)).toContain(flat(from));
  });
});
