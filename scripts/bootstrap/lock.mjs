import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Takes an exclusive lock on a folder, waiting for whoever holds it, and returns its release.
 * The lock is a listening socket: the kernel releases it when its holder dies, also by SIGKILL, so there are no stale locks.
 */
export async function takeLock(dir, purpose, onWait) {
  const id = createHash('sha256')
    .update(`${realpathSync(dir)}\0${purpose}`)
    .digest('hex')
    .slice(0, 32);
  // Linux has a socket namespace without files; elsewhere a left-over socket file has to go when nobody listens on it.
  const address = process.platform === 'linux' ? `\0quydoi-${id}` : join(tmpdir(), `quydoi-${id}.sock`);
  for (let told = false; ; ) {
    const server = await listen(address);
    if (server) return () => new Promise((resolve) => server.close(resolve));
    if (!told) onWait?.();
    told = true;
    if (process.platform !== 'linux' && !(await answers(address))) rmSync(address, { force: true });
    await sleep(POLL_MS);
  }
}

function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });
}

async function answers(address) {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.once('error', () => resolve(false)).once('close', () => socket.destroy());
  });
}
