import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { type Process, processTree } from '../src/system/processes.ts';

/** Root of the repository. */
export const rootDir = join(import.meta.dirname, '..', '..', '..');
const READY_LINE = /is ready: http/;

/** First of three consecutive ports. Set `BENCH_PORT` to run two benchmarks at once. */
const FIRST_PORT = Number(process.env.BENCH_PORT ?? 4700);
/** Ports of the benchmark. */
export const PORTS = { exchange: FIRST_PORT, sandbox: FIRST_PORT + 1, bare: FIRST_PORT + 2 } as const;

/** A running exchange, started as `npm start` does. */
export interface RunningExchange {
  readonly origin: string;
  readonly sandboxOrigin: string;
  /** From the spawn of the start script to its ready line. */
  readonly readyMs: number;
  /** The owner's URL of its database. */
  readonly databaseUrl: string;
  /** Runs a statement as the owner. */
  sql<T extends object>(text: string, values?: readonly unknown[]): Promise<T[]>;
  /** The supervisor's processes: roles by name, and `postgres`. */
  processes(): ReadonlyMap<string, Process>;
  stop(): Promise<void>;
}

/** Starts the exchange on a data folder. @throws Error with its output when it ends before it is ready */
export async function startExchange(dataFolder: string): Promise<RunningExchange> {
  const startedAt = performance.now();
  const env = { ...process.env, QUYDOI_DATA: dataFolder, PORT: String(PORTS.exchange), SANDBOX_PORT: String(PORTS.sandbox), LOG_LEVEL: 'warn' };
  const child = spawn('node', [join(rootDir, 'scripts', 'run.mjs'), 'start'], { cwd: rootDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGTERM'));
  await readyLine(child);
  const readyMs = performance.now() - startedAt;
  const databaseUrl = parseEnv(readFileSync(join(dataFolder, 'secrets', 'owner.env'), 'utf8')).DATABASE_URL as string;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => {});
  return {
    origin: `http://127.0.0.1:${PORTS.exchange}`,
    sandboxOrigin: `http://127.0.0.1:${PORTS.sandbox}`,
    readyMs,
    databaseUrl,
    sql: async <T extends object>(text: string, values: readonly unknown[] = []) => (await pool.query<T>(text, [...values])).rows,
    processes: () => rolesBelow(child.pid as number),
    async stop() {
      await pool.end();
      await end(child);
    },
  };
}

function readyLine(child: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        if (READY_LINE.test(line)) resolve();
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the exchange ended with ${code}:\n${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Finds the processes by title: roles set theirs; PostgreSQL is its postmaster (`postgres -D`), the supervisor `scripts/start.ts`. */
function rolesBelow(root: number): Map<string, Process> {
  const tree = processTree(root);
  const roles = tree.flatMap((process): [string, Process][] => {
    const role = /^quydoi-(\w+)/.exec(process.title)?.[1];
    return role ? [[role, process]] : [];
  });
  const postgres = tree.find(({ title }) => /\/postgres -D /.test(title));
  const supervisor = tree.find(({ title }) => /scripts\/start\.ts/.test(title));
  return new Map([...roles, ...(postgres ? [['postgres', postgres] as const] : []), ...(supervisor ? [['supervisor', supervisor] as const] : [])]);
}
