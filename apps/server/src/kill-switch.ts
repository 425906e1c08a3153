import { randomInt } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';

/** Resolution of `random:p`. */
const RANDOM_STEPS = 1_000_000;

/**
 * Creates the checkpoint hook: a no-op unless a test sets `KILL_AT`. Formats: `NAME:n` kills at the n-th pass of a checkpoint
 * (`settle.found:2`), `random:p` at any checkpoint with probability p, `folder:PATH` at a checkpoint for which PATH contains a file
 * of its name; the file is deleted first, so each kills once. Prints the checkpoint to standard output, then kills with SIGKILL, so that no cleanup runs.
 */
export function createCheckpoint(killAt: string | undefined): (name: CheckpointName) => Promise<void> {
  if (!killAt) return async () => {};
  const isDue = createTrigger(killAt);
  return async (name) => {
    if (!isDue(name)) return;
    process.stdout.write(`${JSON.stringify({ killedAt: name })}\n`);
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered asynchronously: block until it arrives.
    await new Promise(() => {});
  };
}

function createTrigger(killAt: string): (name: CheckpointName) => boolean {
  const [target = '', argument = '1'] = killAt.split(':');
  if (target === 'random') return () => randomInt(RANDOM_STEPS) < Number(argument) * RANDOM_STEPS;
  if (target === 'folder') return (name) => takeFile(join(argument, name));
  let times = 0;
  return (name) => {
    if (name !== target) return false;
    times += 1;
    return times >= Number(argument);
  };
}

/** Deletes the file. Returns true if it existed. */
function takeFile(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}
