import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Polls `ask` until it returns anything but null, undefined or false, and returns that.
 * @throws Error after `timeoutMs`, naming what was awaited, caused by the last failure of `ask`
 */
export async function until<T>(
  what: string,
  timeoutMs: number,
  ask: () => T | Promise<T>,
  pollMs = POLL_MS,
): Promise<Exclude<T, null | undefined | false>> {
  const deadlineMs = performance.now() + timeoutMs;
  for (let failure: unknown; ; ) {
    try {
      const answer = await ask();
      if (answer !== null && answer !== undefined && answer !== false) return answer as Exclude<T, null | undefined | false>;
    } catch (error) {
      failure = error;
    }
    if (performance.now() >= deadlineMs) throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`, { cause: failure });
    await sleep(pollMs);
  }
}
