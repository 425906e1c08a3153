import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ResultsFolder } from './results.ts';

const KILLED = { id: '1', status: 'Killed', reason: 'expected 1 to be 2', killedBy: ['a.test.ts#adds'] };
const SURVIVED = { id: '2', status: 'Survived' };

let rootDir: string;

function open(): ResultsFolder {
  return new ResultsFolder(join(rootDir, 'results'), { rootDir, sources: ['a.ts'], mutate: ['a.ts'], tests: ['a.test.ts', 'b.test.ts'] });
}

beforeEach(() => {
  rootDir = mkdtempSync(join(tmpdir(), 'quydoi-mutation-'));
  for (const file of ['a.ts', 'a.test.ts', 'b.test.ts']) writeFileSync(join(rootDir, file), file);
});
afterEach(() => rmSync(rootDir, { recursive: true }));

describe('a later run', () => {
  beforeEach(() => {
    const results = open();
    results.storeOutcome(KILLED);
    results.storeOutcome(SURVIVED);
    results.storeCoverage('a.test.ts', { reaches: ['1', '2'] });
  });

  test('knows what an earlier one of the same code told', () => {
    const results = open();
    expect(results.outcomeOf('1')).toEqual(KILLED);
    expect(results.outcomeOf('2')).toEqual(SURVIVED);
    expect(results.outcomeOf('3')).toBeUndefined();
    expect(results.coverageOf('a.test.ts')).toEqual({ reaches: ['1', '2'] });
    expect(results.coverageOf('b.test.ts')).toBeUndefined();
  });

  test('knows nothing once the sources changed', () => {
    writeFileSync(join(rootDir, 'a.ts'), 'other');
    const results = open();
    expect([results.outcomeOf('1'), results.outcomeOf('2'), results.coverageOf('a.test.ts')]).toEqual([undefined, undefined, undefined]);
  });

  test('asks again about survivors once any test changed, and about the others once the test changed that noticed them', () => {
    writeFileSync(join(rootDir, 'b.test.ts'), 'other');
    expect([open().outcomeOf('1'), open().outcomeOf('2')]).toEqual([KILLED, undefined]);
    expect(open().coverageOf('a.test.ts')).toBeDefined();
    writeFileSync(join(rootDir, 'a.test.ts'), 'other');
    expect([open().outcomeOf('1'), open().coverageOf('a.test.ts')]).toEqual([undefined, undefined]);
  });

  test('goes on after an outcome that was cut off while it was written', () => {
    const [dir = ''] = readdirSync(join(rootDir, 'results'));
    appendFileSync(join(rootDir, 'results', dir, 'outcomes.jsonl'), '{"id":"3","sta');
    open().storeOutcome({ ...SURVIVED, id: '4' });
    expect(['1', '2', '3', '4'].map((id) => open().outcomeOf(id)?.status)).toEqual(['Killed', 'Survived', undefined, 'Survived']);
  });
});
