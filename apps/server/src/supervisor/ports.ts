import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
const PATIENCE_MS = 5_000;

/** Waits briefly for a port to become free (a killed predecessor may still be exiting); throws when it stays in use. */
export async function expectFreePort(port: number, variable: string): Promise<void> {
  for (let waitedMs = 0; waitedMs <= PATIENCE_MS; waitedMs += POLL_MS) {
    if (await isFree(port)) return;
    await sleep(POLL_MS);
  }
  throw new Error(`port ${port} is in use by another program: stop it, or choose another port with ${variable}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(false) : reject(error)));
    probe.listen(port, () => probe.close(() => done(true)));
  });
}
