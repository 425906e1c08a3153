import { join } from 'node:path';
import { DataFolderBusyError } from './data-lock.ts';
import { type Composition, runExchange } from './exchange.ts';
import { basicVariables } from './launch.ts';
import { type LaunchOptions, readLaunchOptions } from './settings.ts';

const appsDir = join(import.meta.dirname, '..', '..', '..');
const STOP_MS = 10_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The programs of `npm start`, in the order in which they are stopped. */
function composition(env: NodeJS.ProcessEnv): Composition {
  const roles = join(appsDir, 'server', 'src', 'roles');
  return {
    migrate: join(appsDir, 'server', 'src', 'migrate.ts'),
    members: [
      { role: 'web', script: join(roles, 'web.ts') },
      { role: 'worker', script: join(roles, 'worker.ts') },
      { role: 'signer', script: join(roles, 'signer.ts') },
      { role: 'sandbox', script: join(appsDir, 'sandbox', 'src', 'main.ts') },
    ],
    basics: basicVariables(env),
    stopMs: STOP_MS,
  };
}

/** Starts everything, stops on Ctrl-C or SIGTERM, and resolves to the exit code. `prepareWeb` brings the web app up to date before the role that serves it starts. */
export async function startExchange(env: NodeJS.ProcessEnv, prepareWeb?: (stopped: AbortSignal) => Promise<void>): Promise<number> {
  const stop = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop.abort());
  // The terminal may be gone before the exchange has stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let settings: LaunchOptions | undefined;
  try {
    settings = readLaunchOptions(env, join(appsDir, '..'));
    await runExchange(settings, composition(env), { tell: (line) => console.log(line), stopped: stop.signal, ...(prepareWeb ? { prepareWeb } : {}) });
    return 0;
  } catch (error) {
    console.error(`Quy Đổi did not start: ${explain(error)}`);
    return 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof DataFolderBusyError) return `${error.message}. Stop it first, or give this one its own QUYDOI_DATA, PORT and SANDBOX_PORT.`;
  return error instanceof Error ? error.message : String(error);
}
