import { expect, test } from 'vitest';
import { createBatchQueue } from './batch-queue.ts';

test('items queued in one turn form a batch, in order, each with its own result', async () => {
  const batches: number[][] = [];
  const double = createBatchQueue<number, number>({
    sizeMax: 3,
    inFlightMax: 2,
    run: async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items.map((item) => item * 2);
    },
  });
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(double))).toEqual([2, 4, 6, 8, 10, 12, 14]);
  expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});

test('runs at most the allowed number of batches concurrently', async () => {
  let atOnce = 0;
  let most = 0;
  const work = createBatchQueue<number, number>({
    sizeMax: 1,
    inFlightMax: 2,
    run: async (items) => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce -= 1;
      return items;
    },
  });
  await Promise.all(Array.from({ length: 10 }, (_, index) => work(index)));
  expect(most).toBe(2);
});

test('a failed batch fails its own items only', async () => {
  const work = createBatchQueue<number, number>({
    sizeMax: 1,
    inFlightMax: 1,
    run: async ([item = 0]) => {
      if (item === 2) throw new Error('two');
      return [item];
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map(work));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
