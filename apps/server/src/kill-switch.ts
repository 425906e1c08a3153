import { randomInt } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';

const LOTS = 1_000_000;

/**
 * What checkpoints do. Nothing, unless a test asked for this process to be killed: at the n-th time it comes to one (`settle.found:2`), by
 * lot at any (`random:0.05`), or at those that a folder holds a file of the name of (`folder:/tmp/kill`); such a file is taken away first,
 * so it kills once. SIGKILL leaves no time to tidy up, which is the point. Says on standard output where it died.
 */
export function createCheckpoint(killAt: string | undefined): (name: CheckpointName) => Promise<void> {
  if (!killAt) return async () => {};
  const isTime = timer(killAt);
  return async (name) => {
    if (!isTime(name)) return;
    process.stdout.write(`${JSON.stringify({ killedAt: name })}\n`);
    process.kill(process.pid, 'SIGKILL');
    // The signal takes a moment; nothing of this process may go on meanwhile.
    await new Promise(() => {});
  };
}

function timer(killAt: string): (name: CheckpointName) => boolean {
  const [target = '', argument = '1'] = killAt.split(':');
  if (target === 'random') return () => randomInt(LOTS) < Number(argument) * LOTS;
  if (target === 'folder') return (name) => isTaken(join(argument, name));
  let times = 0;
  return (name) => {
    if (name !== target) return false;
    times += 1;
    return times >= Number(argument);
  };
}

/** Whether the file was there and is gone now. */
function isTaken(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}
