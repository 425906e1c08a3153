import { expect, test } from 'vitest';
import { createHashLanes } from './hash-lanes.ts';

/** Work that ends when the test says so. */
function createWork() {
  const ends: (() => void)[] = [];
  const work = (name: string) => () => new Promise<string>((resolve) => void ends.push(() => resolve(name)));
  return { ends, work };
}

test('a lane runs one at a time, in order of arrival', async () => {
  const lanes = createHashLanes();
  const { ends, work } = createWork();
  const all = ['a', 'b', 'c'].map((name) => lanes.run('stranger', work(name)));
  const done: string[] = [];
  for (const one of all) void one.then((name) => void done.push(name));
  for (let n = 1; n <= 3; n += 1) {
    expect(ends).toHaveLength(n);
    ends.at(-1)?.();
    await all[n - 1];
    await Promise.resolve();
  }
  expect(done).toEqual(['a', 'b', 'c']);
});

test('a full lane refuses, and delays the other one in nothing', async () => {
  const lanes = createHashLanes(2);
  const { ends, work } = createWork();
  const strangers = ['a', 'b', 'c'].map((name) => lanes.run('stranger', work(name)));
  await expect(lanes.run('stranger', work('d'))).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: 3 } });
  expect(await lanes.run('known', async () => 'owner')).toBe('owner');
  for (const [index, one] of strangers.entries()) {
    ends[index]?.();
    await one;
    await Promise.resolve();
  }
});

test('work that fails leaves its place', async () => {
  const lanes = createHashLanes();
  await expect(lanes.run('known', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await lanes.run('known', async () => 1)).toBe(1);
});
