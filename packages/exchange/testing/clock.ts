import type { Clock } from '../src/context.ts';

/** A clock that a test turns. Waiting turns it by the time waited for, and lets other work run. */
export interface TestClock extends Clock {
  turn(ms: number): void;
}

/** A clock that starts at `start` and stands still but for turning and waiting. */
export function createTestClock(start: Date): TestClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    turn(ms) {
      nowMs += ms;
    },
    async sleep(ms) {
      nowMs += ms;
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}
