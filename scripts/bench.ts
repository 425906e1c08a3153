/** Measures the exchange under load. Arguments go to the benchmark. */
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { ensureWebBuilt } from './web-build.ts';

await ensureWebBuilt();
await import(join(rootDir, 'apps/e2e/bench/main.ts'));
