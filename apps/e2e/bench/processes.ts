import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for programs (`getconf CLK_TCK`). */
const MICROS_PER_TICK = 10_000;
const BYTES_PER_KIB = 1_024;

/** A process as /proc shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** How it was started, or what it calls itself. */
  readonly title: string;
  /** Processor time of itself and of children that have ended. */
  readonly cpuMicros: number;
  readonly rssBytes: number;
}

/** A process and everything below it. */
export function processTree(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  const below = (pid: number): Process[] => all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** Processor time that a process and everything below it have used. */
export function cpuMicrosOf(root: number): number {
  return processTree(root).reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}

/** Keeps every thread of a process on some cores, `0` or `0-7`. */
export function pin(taskset: string, pid: number, cores: string): void {
  const { status, stderr } = spawnSync(taskset, ['-a', '-p', '-c', cores, String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}

/** One or none: a process may end while it is read. */
function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // proc(5): ppid is field 4; utime, stime, cutime and cstime are 14 to 17; the name before them is cut off.
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const rssKib = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    return [{ pid, parent: fields[1] ?? 0, title, cpuMicros: ticks * MICROS_PER_TICK, rssBytes: rssKib * BYTES_PER_KIB }];
  } catch {
    return [];
  }
}
