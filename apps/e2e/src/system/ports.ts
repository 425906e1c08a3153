import { createServer, type Server } from 'node:net';

/**
 * Below the kernel's ephemeral ports (`ip_local_port_range`), so that the port of a killed process is still free at its restart. Divided into blocks:
 * a run listens on the first port of its block for as long as it lives, because other runs share the machine and the port of a process that is
 * being restarted looks free.
 */
const PORT_MIN = 4_500;
const PORT_MAX = 4_699;
const BLOCK_SIZE = 10;

let block: Promise<number[]> | undefined;

/** Reserves free ports that no other run is given, until {@link releasePorts}. */
export async function findFreePorts(count: number): Promise<number[]> {
  block ??= takeBlock();
  const ports = await block;
  const free: number[] = [];
  while (free.length < count) {
    const port = ports.shift();
    if (port === undefined) throw new Error(`no ${count} free ports left of ${BLOCK_SIZE - 1}`);
    if (await isFree(port)) free.push(port);
  }
  return free;
}

/** Gives ports back, behind all that are left. */
export async function releasePorts(ports: readonly number[]): Promise<void> {
  (await block)?.push(...ports);
}

/** Reserves the first free block. @returns its ports */
async function takeBlock(): Promise<number[]> {
  for (let first = PORT_MIN; first <= PORT_MAX; first += BLOCK_SIZE) {
    const guard = await listenOn(first);
    if (!guard) continue;
    guard.unref();
    return Array.from({ length: BLOCK_SIZE - 1 }, (_, n) => first + 1 + n);
  }
  throw new Error(`every block of ports between ${PORT_MIN} and ${PORT_MAX} is taken`);
}

/** Whether a port of this machine is free. */
export async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  if (!probe) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** @returns null if the port is in use */
function listenOn(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, () => resolve(server));
  });
}
