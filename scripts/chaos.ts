/** Chaos run: kills processes and injects faults for minutes, then reconciles the exchange with the sandbox's books. Arguments go to `apps/e2e/chaos/main.ts`. */
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { ensureWebBuilt } from './web-build.ts';

await ensureWebBuilt();
await import(join(rootDir, 'apps/e2e/chaos/main.ts'));
