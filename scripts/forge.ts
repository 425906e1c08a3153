/** Campaign of forged rows: what they make the signer pay is compared with the sandbox's books. Arguments go to `apps/e2e/forge/main.ts`. */
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { ensureWebBuilt } from './web-build.ts';

await ensureWebBuilt();
await import(join(rootDir, 'apps/e2e/forge/main.ts'));
