/** Measures the exchange under load. Arguments go to the benchmark. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { ensureWebBuilt } from './web-build.ts';

const bench = join(rootDir, 'apps/e2e/bench/main.ts');
if (existsSync(bench)) {
  await ensureWebBuilt();
  await import(bench);
} else {
  console.error('There is no benchmark in apps/e2e/bench.');
  process.exitCode = 1;
}
