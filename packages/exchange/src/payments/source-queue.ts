import type { Clock } from '../context.ts';

/** Reads of one source in this process. */
export interface SourceQueue {
  /** Runs `read` after the reads before it. A call shares the read that still waits, if there is one. */
  enqueue(read: () => Promise<boolean>): Promise<boolean>;
  /** Sends a request as soon as the provider's rate limit allows. */
  request<T>(send: () => Promise<T>): Promise<T>;
}

/**
 * Serializes the reads of a source and paces its requests. Two reads at once would journal the same page twice, and requests above the rate limit
 * are refused for up to a second, which is longer than waiting for the next permitted moment.
 * @param minPauseMs minimum pause between a response and the next request
 */
export function createSourceQueue(clock: Clock, minPauseMs: number): SourceQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<boolean> | null = null;
  let permittedAtMs = Number.NEGATIVE_INFINITY;

  async function awaitPermission(): Promise<void> {
    const delayMs = permittedAtMs - clock.now().getTime();
    if (delayMs > 0) await clock.sleep(Math.min(delayMs, minPauseMs));
  }

  return {
    enqueue(read) {
      if (waiting) return waiting;
      const run = last.then(async () => {
        await awaitPermission();
        waiting = null;
        return read();
      });
      waiting = run;
      last = run.catch(() => {});
      return run;
    },
    async request(send) {
      await awaitPermission();
      try {
        return await send();
      } finally {
        permittedAtMs = clock.now().getTime() + minPauseMs;
      }
    },
  };
}
