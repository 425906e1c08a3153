import { createServer, type Server } from 'node:net';

/**
 * Below the ports that the kernel gives to outgoing connections (`ip_local_port_range`): a program that was killed finds its port free
 * when it starts again. Cut into blocks; the first port of each is listened on for as long as the process lives that uses the others, because
 * several runs share a machine, and the port of a program that is down for a moment looks free.
 */
const PORT_MIN = 4_500;
const PORT_MAX = 4_699;
const BLOCK_SIZE = 10;

let block: Promise<Iterator<number>> | undefined;

/** Ports on which nothing listens, all different, and that no other process asking here is given. */
export async function findFreePorts(count: number): Promise<number[]> {
  block ??= takeBlock();
  const ports = await block;
  const free: number[] = [];
  while (free.length < count) {
    const { value: port, done } = ports.next();
    if (done) throw new Error(`no ${count} free ports left of ${BLOCK_SIZE - 1}`);
    if (await isFree(port)) free.push(port);
  }
  return free;
}

/** Takes the first block that nobody has. @returns its ports */
async function takeBlock(): Promise<Iterator<number>> {
  for (let first = PORT_MIN; first <= PORT_MAX; first += BLOCK_SIZE) {
    const guard = await listenOn(first);
    if (!guard) continue;
    guard.unref();
    return Array.from({ length: BLOCK_SIZE - 1 }, (_, n) => first + 1 + n).values();
  }
  throw new Error(`every block of ports between ${PORT_MIN} and ${PORT_MAX} is taken`);
}

/** Whether nothing listens on a port of this machine. */
export async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  if (!probe) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** @returns null when somebody else listens there */
function listenOn(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, () => resolve(server));
  });
}
