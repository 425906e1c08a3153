import { randomInt } from 'node:crypto';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';

const LOTS = 1_000_000;

/**
 * What checkpoints do. Nothing, unless a test asked for this process to be killed: at the n-th time it comes to one (`settle.found:2`), or
 * by lot at any (`random:0.05`). SIGKILL leaves no time to tidy up, which is the point. Says on standard output where it died.
 */
export function createCheckpoint(killAt: string | undefined): (name: CheckpointName) => Promise<void> {
  if (!killAt) return async () => {};
  const [target = '', argument = '1'] = killAt.split(':');
  let times = 0;
  return async (name) => {
    if (target === 'random' ? randomInt(LOTS) >= Number(argument) * LOTS : name !== target) return;
    times += 1;
    if (target !== 'random' && times < Number(argument)) return;
    process.stdout.write(`${JSON.stringify({ killedAt: name })}\n`);
    process.kill(process.pid, 'SIGKILL');
    // The signal takes a moment; nothing of this process may go on meanwhile.
    await new Promise(() => {});
  };
}
