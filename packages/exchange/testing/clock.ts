import type { Clock } from '../src/context.ts';

/** A clock that a test turns. */
export interface TestClock extends Clock {
  turn(ms: number): void;
  /** Whether waiting turns the clock by the time waited for, as for a test of a wait that ends in vain. */
  sleepTurns: boolean;
}

/** A clock that starts at `start` and stands still but for turning. Waiting only lets other work run, unless `sleepTurns` is set. */
export function createTestClock(start: Date): TestClock {
  let nowMs = start.getTime();
  const clock: TestClock = {
    sleepTurns: false,
    now: () => new Date(nowMs),
    turn(ms) {
      nowMs += ms;
    },
    async sleep(ms) {
      if (clock.sleepTurns) nowMs += ms;
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
  return clock;
}
