import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const POLL_MS = 300;

/** The beginning of a command line whose program gets a signal from the kernel when this process dies, even when killed with -9; empty where setpriv is missing. */
export function dieWithParent(signal) {
  if (process.platform !== 'linux') return [];
  const command = ['setpriv', '--pdeathsig', signal];
  return spawnSync(command[0], [...command.slice(1), 'true']).status === 0 ? command : [];
}

/**
 * Calls back when the npm that started this process is gone. A killed npm takes nobody with it, and would leave a running exchange on its ports.
 * npm may stand one or two shells above; without npm nothing is watched.
 */
export function onParentDeath(callback) {
  if (process.platform !== 'linux' || !process.env.npm_lifecycle_event) return;
  const chain = ancestorsUpToNpm();
  if (chain.length === 0) return;
  const timer = setInterval(() => {
    if (chain.every(({ pid, startedAt }) => stat(pid)?.startedAt === startedAt)) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

function ancestorsUpToNpm() {
  const chain = [];
  for (let pid = process.ppid; pid > 1; ) {
    const process = stat(pid);
    if (!process) return [];
    chain.push({ pid, startedAt: process.startedAt });
    if (/^(npm|node)/.test(process.name)) return chain;
    pid = process.parent;
  }
  return [];
}

/** Name, parent and start time (clock ticks since boot) of a process; undefined for one that is gone or a zombie. See proc(5). */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : { name, parent: Number(fields[1]), startedAt: fields[19] };
  } catch {
    return undefined;
  }
}
