/** Runs an exchange of stand-ins in a process of its own, so that a test can kill it. Arguments: data folder, port, sandbox port. */
import { join } from 'node:path';
import { runExchange } from '../../src/supervisor/exchange.ts';
import { basicVariables } from '../../src/supervisor/launch.ts';
import { readLaunchOptions } from '../../src/supervisor/settings.ts';

const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
process.on('SIGINT', () => stop.abort());
const script = join(import.meta.dirname, 'member.ts');
const members = (['web', 'worker', 'signer', 'sandbox'] as const).map((role) => ({ role, script }));
const basics = { ...basicVariables(process.env), STAND_IN_DIR: process.env.STAND_IN_DIR as string };
await runExchange(
  readLaunchOptions(process.env, '/'),
  { migrate: script, members, basics, stopMs: 500 },
  { tell: (line) => console.log(line), stopped: stop.signal },
).catch((error: Error) => {
  console.log(`failed: ${error.message}`);
  process.exitCode = 1;
});
