import { expect, test } from 'vitest';
import { untilStopped } from './until-stopped.ts';

test('an answer is what the provider tells; after the process is to stop, none is waited for, nor is any asked for', async () => {
  const stopping = new AbortController();
  const ctx = { stopping: stopping.signal };
  expect(await untilStopped(ctx, async () => 5)).toBe(5);
  await expect(untilStopped(ctx, () => Promise.reject(new Error('HTTP 503')))).rejects.toThrow('HTTP 503');
  const { promise, reject } = Promise.withResolvers<number>();
  const hanging = untilStopped(ctx, () => promise);
  stopping.abort();
  expect(await hanging).toBeNull();
  // Nobody listens any more: it must not end the process.
  reject(new Error('aborted'));
  let asked = 0;
  expect(await untilStopped(ctx, async () => (asked += 1))).toBeNull();
  expect(asked).toBe(0);
});
