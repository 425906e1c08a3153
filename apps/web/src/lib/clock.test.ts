import { beforeEach, expect, test, vi } from 'vitest';

const NOW_MS = Date.UTC(2026, 0, 5, 3);
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOW_MS });
  return () => vi.useRealTimers();
});

test.each([45, -45])('a device whose clock is %i minutes off shows the time of the server', async (minutes) => {
  const { setServerTime, serverNowMs } = await import('./clock.ts');
  expect(serverNowMs()).toBe(NOW_MS);
  setServerTime(new Date(NOW_MS + minutes * MINUTE_MS));
  vi.setSystemTime(NOW_MS + MINUTE_MS);
  expect(serverNowMs()).toBe(NOW_MS + (minutes + 1) * MINUTE_MS);
});

test('an answer that was under way for longer does not put the clock back, one of a device that slept does until the next', async () => {
  const { setServerTime, serverNowMs } = await import('./clock.ts');
  setServerTime(new Date(NOW_MS + MINUTE_MS));
  setServerTime(new Date(NOW_MS + MINUTE_MS - 1_500));
  expect(serverNowMs()).toBe(NOW_MS + MINUTE_MS);
  setServerTime(new Date(NOW_MS - 4 * MINUTE_MS));
  setServerTime(new Date(NOW_MS + MINUTE_MS));
  expect(serverNowMs()).toBe(NOW_MS + MINUTE_MS);
});
