import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc/PID/stat` says behind the name: state and parent. */
interface Stat {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
}

/** All processes below one, at any depth. */
export function descendantsOf(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  const below = (parent: number): number[] => all.filter((stat) => stat.parent === parent).flatMap((stat) => [stat.pid, ...below(stat.pid)]);
  return below(pid);
}

/** Whether a process still runs; one that only waits for its parent to notice does not. */
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
