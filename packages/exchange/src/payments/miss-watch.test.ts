import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { START } from '@quydoi/domain/testing/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { expect, test } from 'vitest';
import { createMissWatch } from './miss-watch.ts';

const paid = (id: string) => ({ id }) as Payment;

/** Seconds at which a payment is asked for, by looks so many seconds apart. */
function askedAt(everySeconds: number, untilMs: number): number[] {
  let nowMs = 0;
  const watch = createMissWatch({ now: () => new Date(START.getTime() + nowMs), sleep: async () => {} });
  const asked: number[] = [];
  for (; nowMs < untilMs; nowMs += everySeconds * 1000) if (watch.look([paid('p')]).length > 0) asked.push(nowMs / 1000);
  return asked;
}

test('asks after three looks, and then at pauses that grow to minutes, however rare the looks are', () => {
  expect(askedAt(1, 5 * MINUTE_MS)).toEqual([3, 33, 66, 132, 264]);
  expect(askedAt(5, 5 * MINUTE_MS)).toEqual([15, 45, 90, 180]);
  expect(askedAt(60, 12 * MINUTE_MS)).toEqual([180, 360, 600]);
});

test('asks no more after an hour: regular readings reach that far', () => {
  const asked = askedAt(10, 3 * HOUR_MS);
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.length).toBeLessThan(25);
  expect(asked.at(-1)).toBeLessThan(HOUR_MS / 1000);
});

test('counts each payment by itself, and anew once nothing has awaited it for ten minutes', () => {
  let nowMs = 0;
  const watch = createMissWatch({ now: () => new Date(nowMs), sleep: async () => {} });
  for (let looks = 0; looks < 3; looks += 1) watch.look([paid('a')]);
  expect(watch.look([paid('a'), paid('b')])).toEqual([paid('a')]);
  nowMs += 10 * MINUTE_MS;
  watch.look([]);
  expect(watch.look([paid('a')])).toEqual([paid('a')]);
  nowMs += 10 * MINUTE_MS + 1;
  expect(watch.look([paid('a')])).toEqual([]);
});
