import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { pollByFakeTimers } from '../../testing/polling.ts';
import { POLLED } from './site-data.ts';

pollByFakeTimers();

/** Polls for a while. @returns the seconds at which was asked, and whether the first load failed */
async function poll(answer: () => Promise<string>, forMs: number) {
  const startedAt = Date.now();
  const asked: number[] = [];
  const queryFn = () => {
    asked.push(Math.round((Date.now() - startedAt) / 1000));
    return answer();
  };
  const observer = new QueryObserver(new QueryClient(), { queryKey: ['config'], queryFn, ...POLLED });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(forMs);
  stop();
  const { isError } = observer.getCurrentResult();
  return { asked, isError };
}

test('settings, rates and reserves are asked for every five seconds', async () => {
  expect((await poll(async () => 'settings', 16_000)).asked).toEqual([0, 5, 10, 15]);
});

test('a first load that fails is tried five times before the page says so', async () => {
  const fail = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await poll(fail, 14_000)).toEqual({ asked: [0, 1, 3, 7], isError: false });
  const { asked, isError } = await poll(fail, 15_500);
  expect([asked.slice(0, 5), isError]).toEqual([[0, 1, 3, 7, 15], true]);
});
