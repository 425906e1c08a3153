import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '../context.ts';
import { startPolling } from './poll.ts';

const EVERY_MS = 1_000;
const GAP_MS = 200;

const ctx = {
  clock: { now: () => new Date(), sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) },
} as Ctx;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** When a job ran that was woken every ten milliseconds for half a second, and what its first runs returned. */
async function runsOf(gapMs: number | undefined, outcomes: readonly boolean[] = []): Promise<number[]> {
  const runs: number[] = [];
  const loop = startPolling(ctx, 'test', async () => outcomes[runs.push(Date.now()) - 1] ?? false, EVERY_MS, gapMs);
  for (let ms = 0; ms < 500; ms += 10) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  const stopped = loop.stop();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  await stopped;
  return runs.filter((ms) => ms < 500);
}

test('a job runs each time that it is woken', async () => {
  expect((await runsOf(undefined)).length).toBeGreaterThan(40);
});

test('a job with a gap runs at once, and then no sooner than its gap', async () => {
  expect(await runsOf(GAP_MS)).toEqual([0, 200, 400]);
});

test('more that is due waits for no gap', async () => {
  expect(await runsOf(GAP_MS, [true, true])).toEqual([0, 0, 0, 200, 400]);
});
