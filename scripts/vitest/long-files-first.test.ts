import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rootDir } from '../root.ts';
import { LONG_FILES, longFirst } from './long-files-first.ts';

const file = (project: string, name: string) => ({ moduleId: `/repo/${project}/${name}`, project: { name: project } });

describe('the order of test files', () => {
  test('starts with the long files, goes on with their project, and keeps the others together', () => {
    const mixed = [
      file('database', 'a.test.ts'),
      file('e2e', 'short.test.ts'),
      file('sandbox', 'b.test.ts'),
      file('e2e', 'chaos.test.ts'),
      file('database', 'c.test.ts'),
      file('e2e', 'chain-kills.test.ts'),
    ];
    expect(longFirst(mixed).map(({ moduleId }) => moduleId)).toEqual([
      '/repo/e2e/chain-kills.test.ts',
      '/repo/e2e/chaos.test.ts',
      '/repo/e2e/short.test.ts',
      '/repo/database/a.test.ts',
      '/repo/database/c.test.ts',
      '/repo/sandbox/b.test.ts',
    ]);
  });

  test('knows no long file that there is not', () => {
    const found = new Set(globSync('apps/e2e/tests/*.test.ts', { cwd: rootDir }).map((path) => path.replace(/^.*[/]/, '')));
    expect(LONG_FILES.filter((name) => !found.has(name))).toEqual([]);
  });
});
