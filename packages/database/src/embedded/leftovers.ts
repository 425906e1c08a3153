import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/** Signals for orphaned processes, each after a grace period: a postmaster that lost its parent shuts down by itself, and its backends follow. */
const PATIENCE: readonly { afterMs: number; signal: NodeJS.Signals }[] = [
  { afterMs: 5_000, signal: 'SIGINT' },
  { afterMs: 15_000, signal: 'SIGQUIT' },
  { afterMs: 20_000, signal: 'SIGKILL' },
];

/**
 * Waits for orphaned processes of an earlier server in the data folder, then removes its `postmaster.pid`. The caller owns the folder, so every process there is an
 * orphan. Processes are found through Linux's /proc, because the id in the file may be a zombie's or reused by another program.
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

/** Ids of PostgreSQL processes (postmaster and backends) whose working directory is the data folder. Zombies have no working directory. */
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
