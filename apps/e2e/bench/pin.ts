import { spawnSync } from 'node:child_process';

/** Pins all threads of a process to a CPU list, such as `0` or `0-7`. */
export function pin(taskset: string, pid: number, cores: string): void {
  const { status, stderr } = spawnSync(taskset, ['-a', '-p', '-c', cores, String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}
