import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type DueQueue, NEVER_STOPPED, processDue } from './process-due.ts';

/** A queue of named items; an item is due until its work ends well. Each piece of work lasts until the test ends or fails it. */
function openQueue(names: readonly string[], set: Partial<DueQueue<string>> = {}) {
  const errors: object[] = [];
  const counted = { handled: 0, failed: 0 };
  const due = new Set(names);
  const started: string[] = [];
  const running = new Map<string, PromiseWithResolvers<void>>();
  let nowMs = 0;
  const clock = {
    now: () => new Date(nowMs),
    sleep: () => setTimeout(1),
    advance(ms: number) {
      nowMs += ms;
    },
  };
  const ctx = {
    clock,
    logger: { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) },
    telemetry: {
      itemsHandled(handled: number, failed: number) {
        counted.handled += handled;
        counted.failed += failed;
      },
      refused: () => {},
    },
  };
  const queue: DueQueue<string> = {
    concurrency: 2,
    failure: 'item failed',
    stopped: NEVER_STOPPED,
    readDue: async (limit) => [...due].slice(0, limit),
    idOf: (name) => name,
    fieldsOf: (name) => ({ name }),
    async work(name) {
      started.push(name);
      const one = Promise.withResolvers<void>();
      running.set(name, one);
      await one.promise;
      due.delete(name);
    },
    ...set,
  };
  return {
    errors,
    counted,
    due,
    started,
    clock,
    run: () => processDue(ctx, queue),
    end: (name: string) => running.get(name)?.resolve(),
    fail: (name: string) => running.get(name)?.reject(new Error(name)),
  };
}

test('a hanging item occupies one slot; the others use the rest', async () => {
  const queue = openQueue(['a', 'b', 'c', 'd']);
  const run = queue.run();
  for (const [index, name] of ['b', 'c', 'd'].entries()) {
    await expect.poll(() => queue.started).toEqual(['a', 'b', 'c', 'd'].slice(0, index + 2));
    queue.end(name);
  }
  await expect.poll(() => [...queue.due]).toEqual(['a']);
  queue.due.add('e');
  await expect.poll(() => queue.started).toEqual(['a', 'b', 'c', 'd', 'e']);
  queue.end('a');
  queue.end('e');
  expect(await run).toBe(false);
  expect(queue.counted).toEqual({ handled: 5, failed: 0 });
});

test('a failed item is logged and passed to the failure handler; the others are processed', async () => {
  const handedOn: string[] = [];
  const queue = openQueue(['a', 'b'], { afterFailure: async (name) => handedOn.push(name) });
  const run = queue.run();
  await expect.poll(() => queue.started).toEqual(['a', 'b']);
  queue.fail('a');
  await expect.poll(() => handedOn).toEqual(['a']);
  queue.end('b');
  expect(await run).toBe(false);
  expect(queue.errors).toMatchObject([{ name: 'a', error: expect.stringContaining('a') }]);
  expect(queue.counted).toEqual({ handled: 1, failed: 1 });
});

test('a failing failure handler ends the run once no item is in progress', async () => {
  const queue = openQueue(['a', 'b', 'c'], { afterFailure: () => Promise.reject(new Error('not postponed')) });
  let outcome = '';
  const run = queue.run().catch((error: Error) => {
    outcome = error.message;
  });
  await expect.poll(() => queue.started).toEqual(['a', 'b']);
  queue.fail('a');
  await expect.poll(() => queue.counted.failed).toBe(1);
  await queue.clock.sleep();
  expect(outcome).toBe('');
  queue.end('b');
  await run;
  expect([outcome, queue.started]).toEqual(['not postponed', ['a', 'b']]);
});

test('an item that is still due after processing is not restarted at once', async () => {
  const queue = openQueue(['a', 'b']);
  const run = queue.run();
  await expect.poll(() => queue.started).toEqual(['a', 'b']);
  queue.fail('a');
  await expect.poll(() => queue.counted.failed).toBe(1);
  for (let n = 0; n < 5; n += 1) await queue.clock.sleep();
  expect(queue.started).toEqual(['a', 'b']);
  queue.clock.advance(500);
  await expect.poll(() => queue.started).toEqual(['a', 'b', 'a']);
  queue.end('a');
  queue.end('b');
  await run;
});

test('an item that was written since its work began is restarted at once, whatever was read before', async () => {
  let version = 1;
  const queue = openQueue(['a', 'b'], { versionOf: () => version });
  const run = queue.run();
  await expect.poll(() => queue.started).toEqual(['a', 'b']);
  queue.fail('a');
  await expect.poll(() => queue.counted.failed).toBe(1);
  for (let n = 0; n < 5; n += 1) await queue.clock.sleep();
  expect(queue.started).toEqual(['a', 'b']);
  version = 2;
  await expect.poll(() => queue.started).toEqual(['a', 'b', 'a']);
  queue.end('a');
  queue.end('b');
  await run;
});

test('no item is started after the abort, also when the queue is being read then', async () => {
  const stopping = new AbortController();
  const queue = openQueue(['a'], {
    stopped: stopping.signal,
    async readDue() {
      stopping.abort();
      return ['a'];
    },
  });
  expect(await queue.run()).toBe(false);
  expect(queue.started).toEqual([]);
});

test('what an item makes due while the queue is read is worked on in the same run', async () => {
  const read = Promise.withResolvers<readonly string[]>();
  const answers: (readonly string[] | Promise<readonly string[]>)[] = [['a'], read.promise, ['b'], []];
  const queue = openQueue([], { readDue: async () => answers.shift() ?? [] });
  const run = queue.run();
  await expect.poll(() => answers).toHaveLength(2);
  queue.end('a');
  await expect.poll(() => queue.counted.handled).toBe(1);
  read.resolve([]);
  await expect.poll(() => queue.started).toEqual(['a', 'b']);
  queue.end('b');
  await run;
});
