import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Below the ephemeral ports of Linux (`ip_local_port_range`, from 32768) and of other systems (from 49152): any outgoing connection can be given one of those while
 * a server is being restarted.
 */
const PORT_MIN = 10_000;
const PORT_COUNT = 20_000;
/** Distance between the first ports of two processes with consecutive ids, and of two threads of a process. */
const PROCESS_STRIDE = 97;
const THREAD_STRIDE = 13;

let next = (process.pid * PROCESS_STRIDE + threadId * THREAD_STRIDE) % PORT_COUNT;

/** Finds a free TCP port on 127.0.0.1 that stays usable for a server that is restarted. Each call of a process finds another one. @throws Error when none is free */
export async function freePort(): Promise<number> {
  for (let tries = 1; tries <= PORT_COUNT; tries++) {
    const port = PORT_MIN + next;
    next = (next + 1) % PORT_COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
