import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvFile } from '@quydoi/server/supervisor/env-file';
import { until } from '../until.ts';
import { closeDatabaseOf } from './database.ts';
import type { Endpoints } from './endpoints.ts';
import { readEnvironment } from './env.ts';
import { descendantsOf } from './processes.ts';

const MAIN = join(import.meta.dirname, '../../../server/src/main.ts');
const READY_MS_MAX = 180_000;

/** The exchange as `npm start` runs it, under its own supervisor. */
export interface SupervisedExchange extends Endpoints {
  /** Every process below the supervisor, PostgreSQL's own included. */
  readonly pids: readonly number[];
  readonly ports: readonly number[];
  /** Sends SIGKILL to the supervisor only. */
  killSupervisor(): Promise<void>;
  /** Sends SIGTERM to the supervisor. @returns the exit code */
  stop(): Promise<number | null>;
  recentLogs(): string;
}

/** Starts the exchange on a data folder; resolves when it reports ready. @param smtpPort of the sandbox's mail server */
export async function startSupervised(dataDir: string, port: number, sandboxPort: number, smtpPort: number): Promise<SupervisedExchange> {
  const env = {
    ...readEnvironment(),
    QUYDOI_DATA: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await untilReady(child, () => said);
  const databaseUrl = readEnvFile(join(dataDir, 'secrets/owner.env')).DATABASE_URL ?? '';
  return {
    webUrl: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    databaseUrl,
    pids: descendantsOf(child.pid as number).map(({ pid }) => pid),
    ports: [port, sandboxPort, smtpPort, Number(readFileSync(join(dataDir, 'postgres.port'), 'utf8'))],
    killSupervisor: () => end(child, ended, 'SIGKILL').then(() => {}),
    async stop() {
      await closeDatabaseOf({ databaseUrl });
      return end(child, ended, 'SIGTERM');
    },
    recentLogs: () => said,
  };
}

async function untilReady(child: ChildProcess, said: () => string): Promise<void> {
  try {
    await until('the supervisor to be ready', READY_MS_MAX, () => said().includes('is ready') || child.exitCode !== null);
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`the exchange did not start:\n${said()}`, { cause: error });
  }
}

function end(child: ChildProcess, ended: Promise<number | null>, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return ended;
}
