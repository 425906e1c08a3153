import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Asks again and again until the answer is true (or anything but null, undefined and false), and gives it.
 * @throws Error naming what was waited for, with the last failure of asking
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
    if (performance.now() >= deadlineMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`, { cause: failure });
    await sleep(pollMs);
  }
}
