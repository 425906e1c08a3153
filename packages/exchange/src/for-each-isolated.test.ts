import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forEachConcurrently, forEachIsolated } from './for-each-isolated.ts';
import { NO_TELEMETRY } from './telemetry.ts';

function logging() {
  const errors: object[] = [];
  return { errors, telemetry: NO_TELEMETRY, logger: { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) } };
}

test('a failed item is logged with its name; the others are processed', async () => {
  const { errors, ...ctx } = logging();
  const done: number[] = [];
  const work = async (n: number) => {
    if (n === 2) throw new Error('two');
    done.push(n);
  };
  expect(await forEachIsolated(ctx, [1, 2, 3], 'item failed', work, { fieldsOf: (n) => ({ n }) })).toBe(2);
  expect(done).toEqual([1, 3]);
  expect(errors).toMatchObject([{ n: 2, error: expect.stringContaining('two') }]);
});

test('at most `concurrency` items are in progress, started in order', async () => {
  const { errors: _, ...ctx } = logging();
  const begun: number[] = [];
  let inProgress = 0;
  let most = 0;
  await forEachIsolated(
    ctx,
    [1, 2, 3, 4, 5],
    'item failed',
    async (n) => {
      begun.push(n);
      inProgress += 1;
      most = Math.max(most, inProgress);
      await setTimeout(1);
      inProgress -= 1;
    },
    { concurrency: 2 },
  );
  expect([begun, most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

test('no item is started after the abort', async () => {
  const { errors: _, ...ctx } = logging();
  const stopping = new AbortController();
  const done: number[] = [];
  const work = async (n: number) => {
    done.push(n);
    stopping.abort();
  };
  expect(await forEachIsolated(ctx, [1, 2], 'item failed', work, { stopped: stopping.signal })).toBe(1);
  expect(done).toEqual([1]);
});

test('a failure that the caller handles is not logged, unless handling it fails', async () => {
  const { errors, ...ctx } = logging();
  const fail = async () => {
    throw new Error('work');
  };
  await forEachIsolated(ctx, [1], 'item failed', fail, { onError: () => {} });
  expect(errors).toEqual([]);
  await forEachIsolated(ctx, [1], 'item failed', fail, { onError: () => Promise.reject(new Error('handler')) });
  expect(errors).toMatchObject([{ error: expect.stringContaining('handler') }]);
});

test('without isolation, the first failure starts no further item and is thrown once no item is in progress', async () => {
  const done: number[] = [];
  const work = async (n: number) => {
    if (n === 1) throw new Error('one');
    await setTimeout(1);
    done.push(n);
  };
  await expect(forEachConcurrently([1, 2, 3, 4], 2, work)).rejects.toThrow('one');
  expect(done).toEqual([2]);
});
