import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/** How long left-over processes get before each harder signal. A postmaster that lost its parent is shutting down by itself; backends without one end in a moment. */
const PATIENCE: readonly { afterMs: number; signal: NodeJS.Signals }[] = [
  { afterMs: 5_000, signal: 'SIGINT' },
  { afterMs: 15_000, signal: 'SIGQUIT' },
  { afterMs: 20_000, signal: 'SIGKILL' },
];

/**
 * Waits until no process of an earlier server works in the data folder, then removes the `postmaster.pid` that it left. The caller owns the folder: whatever still runs
 * there is an orphan. The process id in the file proves nothing, since it may be a zombie's or be in use again by another program; only Linux's /proc tells.
 */
export async function clearLeftovers(dataDir: string): Promise<void> {
  if (process.platform !== 'linux' || !existsSync(dataDir)) return;
  const dir = realpathSync(dataDir);
  const pending = [...PATIENCE];
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const pids = serverProcesses(dir);
    if (pids.length === 0) break;
    const next = pending[0];
    if (next && waitedMs >= next.afterMs) {
      for (const pid of pids) signalIfThere(pid, next.signal);
      pending.shift();
    }
    await sleep(POLL_MS);
  }
  await rm(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Every PostgreSQL process, postmaster or backend, has the data folder as its working directory. Zombies have none. */
function serverProcesses(dir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === dir && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
      } catch {
        return false;
      }
    });
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}
