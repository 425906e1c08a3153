import { afterEach, expect, test, vi } from 'vitest';
import { sampleOrder } from '../../../testing/sample-order.ts';
import { pollInterval } from './use-order.ts';

afterEach(() => vi.unstubAllGlobals());

test('an order is read again every five seconds, and more seldom once it is settled or out of view', () => {
  const intervals = (hidden: boolean) => {
    vi.stubGlobal('document', { hidden });
    return [undefined, sampleOrder('PENDING'), sampleOrder('DELIVERED')].map(pollInterval);
  };
  expect(intervals(false)).toEqual([5_000, 5_000, 30_000]);
  expect(intervals(true)).toEqual([15_000, 15_000, false]);
});
