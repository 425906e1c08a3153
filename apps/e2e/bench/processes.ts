import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds per USER_HZ tick (`getconf CLK_TCK` = 100), the unit of CPU times in /proc. */
const MICROS_PER_TICK = 10_000;
const BYTES_PER_KIB = 1_024;

/** Process with its CPU time and memory, from /proc. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Command line, or the title that the process set. */
  readonly title: string;
  /** CPU time of the process and its reaped children. */
  readonly cpuMicros: number;
  readonly rssBytes: number;
}

/** Lists a process and its descendants. */
export function processTree(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  const below = (pid: number): Process[] => all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** Processor time that a process and everything below it have used. */
export function cpuMicrosOf(root: number): number {
  return processTree(root).reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}

/** Pins all threads of a process to a CPU list, such as `0` or `0-7`. */
export function pin(taskset: string, pid: number, cores: string): void {
  const { status, stderr } = spawnSync(taskset, ['-a', '-p', '-c', cores, String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}

/** Reads one process; empty if it has ended meanwhile. */
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
