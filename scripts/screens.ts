/** Pictures of all pages and states. Arguments go to `apps/e2e/screens/main.ts`. */
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { rootDir } from './root.ts';
import { ensureWebBuilt } from './web-build.ts';

process.env.CHROMIUM_PATH ??= (await ensureChromium()) ?? '';
await ensureWebBuilt();
await import(join(rootDir, 'apps/e2e/screens/main.ts'));
