import { payoutOf } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { postponedUntil, shortUntil, waitingUntil } from './postpone.ts';

const NOW = new Date('2026-01-06T02:00:00Z');
const at = { clock: { now: () => NOW } } as Parameters<typeof postponedUntil>[0];

const afterMs = (until: Date) => until.getTime() - NOW.getTime();

test('what cannot go on now is looked at again in seconds, what a person has to mend in a minute', () => {
  expect(afterMs(postponedUntil(at))).toBe(5_000);
  expect(afterMs(shortUntil(at))).toBe(60_000);
});

test.each([
  [0, 1_000],
  [1_999, 1_000],
  [30_000, 15_000],
  [120_000, 60_000],
  [3_600_000, 60_000],
])('a payout that has waited for %d ms is looked at again in %d ms', (ageMs, delayMs) => {
  expect(afterMs(waitingUntil(at, payoutOf({ createdAt: new Date(NOW.getTime() - ageMs) })))).toBe(delayMs);
});
