import { createBankRail } from '@quydoi/rails/bank/index';
import type { PolledSource } from '@quydoi/rails/source';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSourceQueue } from './source-queue.ts';

/** SePay's limit, for all requests from one IP address. */
const PER_SECOND_MAX = 3;
const SIMULATED_MS = 120_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const clock = {
  now: () => new Date(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/** The lists of both roles, as their configurations make them. `asked` is called with each request and returns how long the response takes. */
function openLists(asked: () => number): readonly PolledSource[] {
  const provider: typeof fetch = async () => {
    await clock.sleep(asked());
    return Response.json({ status: 'success', data: [], meta: { pagination: { has_more: false, total: 0 } } });
  };
  const api = { apiBaseUrl: 'https://userapi.sepay.vn', apiToken: 'token' };
  const options = { timeoutMs: 60_000, fetch: provider };
  const [found] = createBankRail({ ...options, sepay: { ...api, secrets: [] } }).sources;
  const { firstHand } = createBankRail({ ...options, firstHand: api });
  if (firstHand?.by !== 'list') throw new Error('no list');
  return [found, firstHand.source];
}

test.each([
  ['quick responses', () => 1],
  ['slow responses', () => 400],
  ['responses of any duration', (n: number) => (n * 7_919) % 300],
])('worker and signer together ask SePay at most three times in any second: %s', async (_, durationOf) => {
  const askedAtMs: number[] = [];
  const lists = openLists(() => durationOf(askedAtMs.push(Date.now())));
  let isOver = false;
  const reading = lists.map(async (list, index) => {
    const queue = createSourceQueue(clock, list.minPauseMs ?? 0);
    await clock.sleep(index * 130);
    // Webhooks come all the time: whoever may read, reads.
    while (!isOver) {
      await queue.enqueue(async () => {
        await queue.request(() => list.read(null, clock.now()));
        return false;
      });
    }
  });
  await vi.advanceTimersByTimeAsync(SIMULATED_MS);
  isOver = true;
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(reading);
  const busiest = Math.max(...askedAtMs.map((startMs) => askedAtMs.filter((ms) => ms >= startMs && ms < startMs + 1_000).length));
  expect(askedAtMs.length).toBeGreaterThan(SIMULATED_MS / 1_000);
  expect(busiest).toBeLessThanOrEqual(PER_SECOND_MAX);
});

test('the role that a payout waits for reads the most', () => {
  const [found, confirmed] = openLists(() => 0).map(({ minPauseMs = 0 }) => minPauseMs);
  expect(confirmed).toBeLessThan(found ?? 0);
});
