/** Kills, cheats and misleads a whole exchange for minutes, then judges it by the sandbox's books. Arguments go to the torture. */
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { ensureWebBuilt } from './web-build.ts';

await ensureWebBuilt();
await import(join(rootDir, 'apps/e2e/torture/main.ts'));
