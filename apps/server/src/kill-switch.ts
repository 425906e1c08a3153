import { randomInt } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';

const LOTS = 1_000_000;

/**
 * Creates the checkpoint hook: a no-op unless a test sets `KILL_AT`. Formats: `NAME:n` kills at the n-th pass of a checkpoint
 * (`settle.found:2`), `random:p` at any checkpoint with probability p, `folder:PATH` at checkpoints that PATH has a file named after; the file
 * is deleted first, so it kills once. Uses SIGKILL so that no cleanup runs, and prints the checkpoint to standard output before.
 */
export function createCheckpoint(killAt: string | undefined): (name: CheckpointName) => Promise<void> {
  if (!killAt) return async () => {};
  const isTime = timer(killAt);
  return async (name) => {
    if (!isTime(name)) return;
    process.stdout.write(`${JSON.stringify({ killedAt: name })}\n`);
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered asynchronously: block until it arrives.
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

/** Deletes the file. Returns true if it existed. */
function isTaken(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}
