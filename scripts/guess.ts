/** Campaign of guesses on an exchange of its own. Arguments go to `apps/e2e/guess/main.ts`. */
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { ensureWebBuilt } from './web-build.ts';

await ensureWebBuilt();
await import(join(rootDir, 'apps/e2e/guess/main.ts'));
