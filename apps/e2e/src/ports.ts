import { createServer } from 'node:net';

/**
 * Below the ports that the kernel gives to outgoing connections (`ip_local_port_range`): a program that was killed finds its port free
 * when it starts again.
 */
const PORT_MIN = 4_500;
const PORT_MAX = 4_699;

/** Ports on which nothing listens, all different. Begins at a place of its own per process, because several runs may share a machine. */
export async function findFreePorts(count: number): Promise<number[]> {
  const size = PORT_MAX - PORT_MIN + 1;
  const free: number[] = [];
  for (let step = 0; step < size && free.length < count; step += 1) {
    const port = PORT_MIN + ((process.pid * 7 + step) % size);
    if (await isFree(port)) free.push(port);
  }
  if (free.length < count) throw new Error(`no ${count} free ports between ${PORT_MIN} and ${PORT_MAX}`);
  return free;
}

/** Whether nothing listens on a port of this machine. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
