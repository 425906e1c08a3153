import type { Clock } from '../src/context.ts';

/** Start time of tests: a Tuesday morning. */
export const TEST_START = new Date('2026-01-06T02:00:00Z');

/** Manually advanced clock. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Whether `sleep` advances the clock by its duration, for tests of timeouts. */
  sleepAdvances: boolean;
}

/** Creates a clock that starts at `start` and only advances by `advance`. `sleep` just yields, unless `sleepAdvances` is set. */
export function createTestClock(start: Date): TestClock {
  let nowMs = start.getTime();
  const clock: TestClock = {
    sleepAdvances: false,
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
    async sleep(ms) {
      if (clock.sleepAdvances) nowMs += ms;
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
  return clock;
}
