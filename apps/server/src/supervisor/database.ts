import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quydoi/database/embedded';
import { freePort } from '@quydoi/database/embedded/free-port';
import { BACKOFF_MS_MAX, BACKOFF_MS_MIN, type Tell } from './keep-running.ts';
import type { Logs } from './logs.ts';

/** The embedded PostgreSQL of a data folder, kept running. */
export type Database = {
  /** Connection URL of the owner. */
  url: string;
  stop(): Promise<void>;
};

/** Starts the embedded PostgreSQL of a data folder on the port it had last time, or a free one, and starts it again whenever it ends. */
export async function keepDatabaseRunning(dataDir: string, password: string, logs: Logs, tell: Tell): Promise<Database> {
  const log = createWriteStream(logs.file('postgres'), { flags: 'a', mode: 0o600 });
  const start = (port: number) =>
    startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), port, password, durable: true, log: (line) => void log.write(`${line}\n`) });
  const { server, port } = await startOnSomePort(join(dataDir, 'postgres.port'), start);

  let current: EmbeddedPostgres | undefined = server;
  const stopping = new AbortController();
  const loop = (async () => {
    let backoffMs = BACKOFF_MS_MIN;
    while (!stopping.signal.aborted) {
      if (current) {
        await current.exited;
        current = undefined;
        if (stopping.signal.aborted) return;
        tell(`PostgreSQL ended, starting it again; its log: ${logs.file('postgres')}`);
        backoffMs = BACKOFF_MS_MIN;
      }
      current = await start(port).catch(async (error: unknown) => {
        tell(`PostgreSQL does not start: ${messageOf(error)}`);
        await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => {});
        backoffMs = Math.min(backoffMs * 2, BACKOFF_MS_MAX);
        return undefined;
      });
      // Stopped while starting: `stop` had no server to stop yet.
      if (stopping.signal.aborted) await current?.stop();
    }
  })();

  return {
    url: server.url,
    async stop() {
      stopping.abort();
      await current?.stop();
      await loop;
      log.end();
    },
  };
}

async function startOnSomePort(
  file: string,
  start: (port: number) => Promise<EmbeddedPostgres>,
): Promise<{ server: EmbeddedPostgres; port: number }> {
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (last > 0) {
    try {
      return { server: await start(last), port: last };
    } catch (error) {
      if (!/address already in use|could not bind/i.test(messageOf(error))) throw error;
    }
  }
  const port = await freePort();
  const server = await start(port);
  writeFileSync(file, `${port}\n`);
  return { server, port };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
