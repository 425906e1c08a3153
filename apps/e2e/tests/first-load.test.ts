import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CHECK = join(import.meta.dirname, '../../web/dev/check-size.ts');

test('the home page first loads no more than its budget, in one language, and no zod', async () => {
  // The check holds the budgets, and fails when one is exceeded.
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK]);
  expect(stdout).toMatch(/^address check: \d+ of \d+ bytes/m);
  expect(stdout).toMatch(/^home: \d+ of \d+ bytes of script, \d+ of \d+ bytes of style/m);
});
