import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
const ANSWER_MS_MAX = 1_000;
/** Grace period: a holder whose terminal or npm was killed needs a moment to notice. */
const PATIENCE_WITH_RUNNING_MS = 3_000;
const PATIENCE_WITH_STOPPING_MS = 90_000;

type Holder = { pid: number; state: 'running' | 'stopping' };

/** Exclusive lock of a data folder. */
export type DataLock = {
  /** Tells waiting processes that the folder will be released soon. */
  announceStop(): void;
  release(): Promise<void>;
};

/** Another process is using the data folder. */
export class DataFolderBusyError extends Error {
  override name = 'DataFolderBusyError';
}

/**
 * Locks the data folder, creating it when missing. The lock is a listening socket named after the folder: the kernel frees it when its holder dies, however that happens.
 * Waits for a holder that is stopping; throws DataFolderBusyError when one is running.
 */
export async function takeDataFolder(dataDir: string, onWait: () => void): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const id = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32);
  const onLinux = process.platform === 'linux';
  const address = onLinux ? `\0quydoi-data-${id}` : join(tmpdir(), `quydoi-data-${id}.sock`);
  const self: Holder = { pid: process.pid, state: 'running' };
  let patienceMs = PATIENCE_WITH_RUNNING_MS;
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const server = await listen(address, self);
    if (server) return holdUntilReleased(server, self);
    const holder = await askHolder(address);
    if (holder?.state === 'stopping' && patienceMs === PATIENCE_WITH_RUNNING_MS) {
      patienceMs = PATIENCE_WITH_STOPPING_MS;
      onWait();
    }
    if (!holder && !onLinux) rmSync(address, { force: true });
    if (waitedMs >= patienceMs) throw new DataFolderBusyError(`process ${holder?.pid ?? '(unknown)'} already uses ${dataDir}`);
    await sleep(POLL_MS);
  }
}

function holdUntilReleased(server: Server, self: Holder): DataLock {
  return {
    announceStop() {
      self.state = 'stopping';
    },
    release: () => new Promise((done) => server.close(() => done())),
  };
}

function listen(address: string, self: Holder): Promise<Server | undefined> {
  return new Promise((done, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(JSON.stringify(self)));
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(undefined) : reject(error)));
    server.listen(address, () => done(server.unref()));
  });
}

function askHolder(address: string): Promise<Holder | undefined> {
  return new Promise((done) => {
    let text = '';
    const socket = connect(address);
    socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      try {
        done(JSON.parse(text) as Holder);
      } catch {
        done(undefined);
      }
    });
  });
}
