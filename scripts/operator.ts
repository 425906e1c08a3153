/** `npm run operator -- VERB '{json}'`: the operator's command line, with the operator's environment and nothing else. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { readEnvFile } from '../apps/server/src/supervisor/env-file.ts';
import { basicVariables } from '../apps/server/src/supervisor/launch.ts';
import { rootDir } from './root.ts';

const file = join(resolve(rootDir, process.env.QUYDOI_DATA || '.data'), 'secrets/operator.env');
const own = process.env.QUYDOI_MODE && process.env.DATABASE_URL ? (process.env as Record<string, string>) : readEnvFile(file);
if (own.DATABASE_URL) {
  const script = join(rootDir, 'apps/server/src/operator.ts');
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { env: { ...basicVariables(process.env), ...own }, stdio: 'inherit' });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  console.error(`${file} does not exist yet: start the exchange once with npm start.`);
  process.exitCode = 1;
}
