import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoadError, loadOnce, releaseFailedLoads, untilLoaded } from './load-once.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Settles a promise with fake timers. */
async function settled<T>(promise: Promise<T>): Promise<T | Error> {
  const caught = promise.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return caught;
}

test('loads once', async () => {
  const load = vi.fn(async () => 'page');
  const page = loadOnce(load);
  expect(page()).toBe(page());
  expect(await settled(page())).toBe('page');
  expect(load).toHaveBeenCalledTimes(1);
});

test('repeats a load that failed', async () => {
  const load = vi
    .fn(async () => 'page')
    .mockRejectedValueOnce(new Error('reset'))
    .mockRejectedValueOnce(new Error('404'));
  expect(await settled(loadOnce(load)())).toBe('page');
  expect(load).toHaveBeenCalledTimes(3);
});

test('keeps a failure until failed loads are released', async () => {
  const load = vi.fn(async (): Promise<string> => {
    throw new Error('offline');
  });
  const page = loadOnce(load);
  expect(await settled(page())).toBeInstanceOf(LoadError);
  const tries = load.mock.calls.length;
  expect(await settled(page())).toBeInstanceOf(LoadError);
  expect(load).toHaveBeenCalledTimes(tries);
  releaseFailedLoads();
  load.mockResolvedValue('page');
  expect(await settled(page())).toBe('page');
  // What has loaded stays.
  releaseFailedLoads();
  expect(await settled(page())).toBe('page');
  expect(load).toHaveBeenCalledTimes(tries + 1);
});

test('repeats a load until it succeeds, and tells of each failure', async () => {
  const load = vi.fn(async () => 'texts');
  for (let i = 0; i < 7; i += 1) load.mockRejectedValueOnce(new Error('offline'));
  const onFailure = vi.fn();
  expect(await settled(untilLoaded(loadOnce(load), onFailure))).toBe('texts');
  // Three tries fail together.
  expect(onFailure).toHaveBeenCalledTimes(2);
  expect(load).toHaveBeenCalledTimes(8);
});
