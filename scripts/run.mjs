/**
 * `node scripts/run.mjs COMMAND [ARGS…]`: makes sure that the dependencies are installed, then runs `scripts/COMMAND.ts` under the pinned Node.
 * This file and `bootstrap/` run before anything is installed: no dependency, Node 20 syntax.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './bootstrap/install.mjs';
import { runUnderPinnedNode } from './bootstrap/pinned-node.mjs';

const rootDir = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = '', ...args] = process.argv.slice(2);
const script = join(rootDir, 'scripts', `${command}.ts`);

if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  console.error(
    `Unknown command "${command}". Use npm start, npm test, npm run verify, npm run bench, npm run chaos, npm run forge, npm run guess, npm run histories, npm run mutate, npm run screens, npm run operator or npm run sweeper.`,
  );
  process.exit(2);
}

try {
  await ensureInstalled(rootDir);
} catch (error) {
  console.error(`Could not install the dependencies: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
process.exitCode = await runUnderPinnedNode(rootDir, script, args);
