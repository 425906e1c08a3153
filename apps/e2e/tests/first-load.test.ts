import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CHECK = join(import.meta.dirname, '../../web/dev/check-size.ts');

test('the home page first loads no more than its budget, in one language, and no zod', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK]);
  expect(stdout).toMatch(/^home: \d+ of 108500 bytes of script, \d+ of 12000 bytes of style/);
});
