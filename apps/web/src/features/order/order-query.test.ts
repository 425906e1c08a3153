import type { OrderView } from '@quydoi/contract/orders/order-view';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { sampleOrders } from '../../../dev/sample-orders.ts';
import { pollByFakeTimers } from '../../../testing/polling.ts';
import { failureAfter, keepNewest, showAnswer } from './order-query.ts';

const KEY = ['order'];
const POLL_MS = 5_000;
const [PENDING] = sampleOrders(new Date(0)) as [OrderView];
const CANCELLED: OrderView = { ...PENDING, version: PENDING.version + 1, status: 'cancelled', actions: [] };

pollByFakeTimers();

/** Polls `read` as the order page does. */
function poll(read: () => Promise<OrderView>) {
  const queries = new QueryClient();
  const observer = new QueryObserver(queries, {
    queryKey: KEY,
    queryFn: read,
    refetchInterval: POLL_MS,
    retry: 2,
    structuralSharing: keepNewest,
  });
  return { queries, observer };
}

test('a poll that started before an action does not overwrite its answer', async () => {
  // Both have the same version, so that only cancelling keeps the older poll from showing.
  const answer = { ...PENDING, actions: [] };
  const { queries, observer } = poll(() => new Promise((resolve) => setTimeout(() => resolve(PENDING), 1_000)));
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(queries.isFetching({ queryKey: KEY })).toBe(1);
  await showAnswer(queries, KEY, answer);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queries.getQueryData(KEY)).toEqual(answer);
  stop();
});

test('an earlier version never replaces a later one', () => {
  expect(keepNewest(CANCELLED, PENDING)).toBe(CANCELLED);
  expect(keepNewest(PENDING, CANCELLED)).toBe(CANCELLED);
  expect(keepNewest(CANCELLED, { ...CANCELLED, serverTime: new Date(0) })).toBe(CANCELLED);
  // Checking a voucher with the issuer, and a refused one, change the view without a new version of the order.
  const checking = { ...PENDING, vouchers: { isChecking: true, left: 5 } };
  expect(keepNewest(PENDING, checking)).toBe(checking);
  const masked = { ...CANCELLED, masked: true };
  expect(keepNewest(masked, CANCELLED)).toBe(CANCELLED);
});

test('a lost connection is reported without a gap from the first failure to the next success', async () => {
  let isDown = false;
  const { observer } = poll(async () => {
    if (isDown) throw new Error('connection lost');
    return PENDING;
  });
  let failure: Error | null = null;
  const reported: boolean[] = [];
  const stop = observer.subscribe((result) => {
    failure = failureAfter<Error>(failure, result);
    if (reported.at(-1) !== (failure !== null)) reported.push(failure !== null);
  });
  await vi.advanceTimersByTimeAsync(POLL_MS);
  isDown = true;
  await vi.advanceTimersByTimeAsync(10 * POLL_MS);
  expect(reported).toEqual([false, true]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(2 * POLL_MS);
  expect(reported).toEqual([false, true, false]);
  stop();
});

test('an order that was never loaded is reported as missing without a gap', async () => {
  const { observer } = poll(() => Promise.reject(new Error('connection lost')));
  let failure: Error | null = null;
  const reported: boolean[] = [];
  const stop = observer.subscribe((result) => {
    failure = failureAfter<Error>(failure, result);
    if (reported.at(-1) !== (failure !== null)) reported.push(failure !== null);
  });
  await vi.advanceTimersByTimeAsync(10 * POLL_MS);
  expect(reported).toEqual([false, true]);
  stop();
});
