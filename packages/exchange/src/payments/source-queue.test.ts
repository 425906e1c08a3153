import { expect, test } from 'vitest';
import { createSourceQueue } from './source-queue.ts';

const START = new Date('2026-01-05T08:00:00Z');
const PAUSE_MS = 334;

/** A clock on which sleeping is all that takes time. */
function createSleepClock() {
  let nowMs = START.getTime();
  return {
    now: () => new Date(nowMs),
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

function open() {
  const clock = createSleepClock();
  const queue = createSourceQueue(clock, PAUSE_MS);
  const sentAtMs: number[] = [];
  /** A request that takes `durationMs` until its response. */
  const ask = (durationMs: number) =>
    queue.request(async () => {
      sentAtMs.push(clock.now().getTime() - START.getTime());
      await clock.sleep(durationMs);
    });
  const readOnce = async () => {
    await ask(10);
    return false;
  };
  return { clock, queue, sentAtMs, ask, readOnce };
}

test('a request waits for the pause after the previous response, and no longer', async () => {
  const { clock, sentAtMs, ask } = open();
  await ask(20);
  await ask(50);
  clock.advance(1_000);
  await ask(0);
  expect(sentAtMs).toEqual([0, 20 + PAUSE_MS, 20 + PAUSE_MS + 50 + 1_000]);
});

test('a failed request counts for the rate limit', async () => {
  const { queue, sentAtMs, ask } = open();
  await expect(queue.request(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await ask(0);
  expect(sentAtMs).toEqual([PAUSE_MS]);
});

test('a clock that was set back delays a request by no more than the pause', async () => {
  const { clock, sentAtMs, ask } = open();
  await ask(0);
  clock.advance(-3_600_000);
  await ask(0);
  expect(sentAtMs).toEqual([0, -3_600_000 + PAUSE_MS]);
});

test('calls share a read that is still waiting, never one whose request may have been sent', async () => {
  const { queue, sentAtMs, readOnce } = open();
  let began!: () => void;
  const isAsking = new Promise<void>((resolve) => {
    began = resolve;
  });
  const first = queue.enqueue(async () => {
    began();
    return readOnce();
  });
  await isAsking;
  const later = [queue.enqueue(readOnce), queue.enqueue(readOnce), queue.enqueue(readOnce)];
  await Promise.all([first, ...later]);
  expect(sentAtMs).toEqual([0, 10 + PAUSE_MS]);
});

test('reads run one after another; a failed read does not stop the next', async () => {
  const { queue } = open();
  const events: string[] = [];
  const first = queue.enqueue(async () => {
    events.push('first');
    await new Promise((resolve) => setTimeout(resolve, 5));
    events.push('first fails');
    throw new Error('unreadable');
  });
  while (events.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const second = queue.enqueue(async () => {
    events.push('second');
    return true;
  });
  await expect(first).rejects.toThrow('unreadable');
  expect(await second).toBe(true);
  expect(events).toEqual(['first', 'first fails', 'second']);
});
