import { readdirSync, readFileSync } from 'node:fs';

/** Fields of `/proc/PID/stat`. */
interface Stat {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
}

/** All descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  const below = (parent: number): number[] => all.filter((stat) => stat.parent === parent).flatMap((stat) => [stat.pid, ...below(stat.pid)]);
  return below(pid);
}

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.state !== 'Z';
}

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = '0'] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, state, parent: Number(parent) };
  } catch {
    return null;
  }
}
