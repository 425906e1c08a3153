import type { Clock } from '../src/context.ts';

/** Manually advanced clock. */
export interface TestClock extends Clock {
  turn(ms: number): void;
  /** Whether `sleep` advances the clock by its duration, for tests of timeouts. */
  sleepTurns: boolean;
}

/** Creates a clock that starts at `start` and only advances by `turn`. `sleep` just yields, unless `sleepTurns` is set. */
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
