import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds per USER_HZ tick (`getconf CLK_TCK` = 100), the unit of CPU times in /proc. */
const MICROS_PER_TICK = 10_000;
const BYTES_PER_KIB = 1_024;

/** Process with its CPU time and memory, from /proc. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** One letter, as in proc(5): `Z` is a zombie. */
  readonly state: string;
  /** Command line, or the title that the process set. */
  readonly title: string;
  /** CPU time of the process and its reaped children. */
  readonly cpuMicros: number;
  readonly rssBytes: number;
}

/** Lists a process and its descendants. */
export function processTree(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  const below = (pid: number): Process[] => all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** All descendants of a process. */
export function descendantsOf(root: number): Process[] {
  return processTree(root).filter(({ pid }) => pid !== root);
}

/** Processor time that a process and everything below it have used. */
export function cpuMicrosOf(root: number): number {
  return processTree(root).reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  const found = readProcess(pid);
  return found !== null && found.state !== 'Z';
}

/** Reads one process; null if it has ended meanwhile. */
function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 4] ?? 0);
    // proc(5): ppid is field 4; utime, stime, cutime and cstime are 14 to 17; the name before the state, field 3, is cut off.
    const ticks = [14, 15, 16, 17].reduce((sum, number) => sum + field(number), 0);
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const rssKib = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    return { pid, parent: field(4), state, title, cpuMicros: ticks * MICROS_PER_TICK, rssBytes: rssKib * BYTES_PER_KIB };
  } catch {
    return null;
  }
}
