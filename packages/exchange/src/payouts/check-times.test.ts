import { after, attemptOf } from '@quydoi/domain/testing/order';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { describe, expect, test } from 'vitest';
import type { ProviderRecord } from './check-attempt.ts';
import { isPatienceOver, nextCheckAt, nextWatchAt, type PayoutKind } from './check-times.ts';

const NOW = after(3_600_000);
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const clock = { now: () => NOW, sleep: async () => {} };
const ABSENT: ProviderRecord = { state: 'absent' };
const PENDING: ProviderRecord = { state: 'pending' };
const WAITING: ProviderRecord = { state: 'waiting-otp' };

function delayMs(kind: PayoutKind, set: Partial<Attempt>, record: ProviderRecord | null, random: readonly number[] = [0]): number {
  const ctx = { clock, random: () => Uint8Array.from(random) };
  return nextCheckAt(ctx, kind, attemptOf({ sentAt: NOW, ...set }), record).getTime() - NOW.getTime();
}

describe('the next check of an attempt', () => {
  test.each([
    [0, 500],
    [1, 1_000],
    [6, 32_000],
    [7, 60_000],
    [2_000, 60_000],
  ])('comes twice as late each time that nothing is found, and at least every minute: after %d checks in %d ms', (checks, ms) => {
    expect(delayMs('keyed', { checks }, ABSENT)).toBe(ms);
  });

  test('that found nothing does not depend on the age', () => {
    expect(delayMs('keyed', { checks: 1, sentAt: ago(40_000) }, ABSENT)).toBe(1_000);
  });

  test.each([
    [0, 500],
    [1_999, 500],
    [40_000, 10_000],
    [3_600_000, 60_000],
  ])('of one that the provider has in hand grows with its age: %d ms old, in %d ms', (ageMs, ms) => {
    expect(delayMs('one-shot', { checks: 9, sentAt: ago(ageMs) }, PENDING)).toBe(ms);
  });

  test('counts from when the attempt was made where it was not sent', () => {
    expect(delayMs('keyed', { sentAt: null, createdAt: ago(40_000) }, PENDING)).toBe(10_000);
  });

  test('is never far while a customer waits for a block, or has to enter a code', () => {
    expect(delayMs('signed', { sentAt: ago(40_000) }, PENDING)).toBe(3_000);
    expect(delayMs('signed', { checks: 1 }, ABSENT)).toBe(1_000);
    expect(delayMs('keyed', { sentAt: ago(40_000) }, WAITING)).toBe(3_000);
    expect(delayMs('keyed', { sentAt: ago(4_000) }, WAITING)).toBe(1_000);
  });

  test.each<[PayoutKind, number, number]>([
    ['keyed', 0, 1_000],
    ['keyed', 40_000, 10_000],
    ['keyed', 3_600_000, 60_000],
    ['signed', 3_600_000, 10_000],
    [undefined, 3_600_000, 60_000],
  ])('after records that could not be read grows with the age: %s, %d ms old, in %d ms', (kind, ageMs, ms) => {
    expect(delayMs(kind, { checks: 3, sentAt: ago(ageMs) }, null)).toBe(ms);
  });

  test('after records that could not be read comes up to a quarter sooner, at random', () => {
    expect(delayMs('keyed', { sentAt: ago(40_000) }, null, [255])).toBe(7_500);
    expect(delayMs('keyed', { sentAt: ago(40_000) }, null, [])).toBe(10_000);
  });
});

describe('the patience with silent records', () => {
  const isOver = (set: Partial<Attempt>, patienceMs = 60_000) =>
    isPatienceOver({ patienceMs, clock }, attemptOf({ state: 'unknown', checks: 7, sentAt: ago(3_600_000), ...set }));

  test('lasts until the delays between its checks add up to it', () => {
    expect(isOver({ checks: 7 }, 63_500)).toBe(true);
    expect(isOver({ checks: 7 }, 63_501)).toBe(false);
    expect(isOver({ checks: 8 }, 123_500)).toBe(true);
  });

  test('does not count time in which the records could not be read', () => {
    expect(isOver({ checks: 0, sentAt: ago(3_600_000) })).toBe(false);
    expect(isOver({ checks: 6, sentAt: ago(3_600_000) })).toBe(false);
  });

  test('lasts as long since the attempt was sent', () => {
    expect(isOver({ checks: 12, sentAt: ago(59_999) })).toBe(false);
    expect(isOver({ checks: 12, sentAt: ago(60_000) })).toBe(true);
  });

  test('lasts five checks, whatever the time', () => {
    expect(isOver({ checks: 4 }, 1_000)).toBe(true);
    expect(isOver({ checks: 3 }, 1_000)).toBe(false);
  });

  test('lasts six times as long with a provider that accepted', () => {
    expect(isOver({ state: 'sent', checks: 11 })).toBe(false);
    expect(isOver({ state: 'sent', checks: 12 })).toBe(true);
  });
});

test.each([
  [0, 5_000],
  [4_999, 5_000],
  [60_000, 60_000],
  [7_200_000, 7_200_000],
  [7_200_001, 7_200_000],
])('a payout that settled %d ms ago is looked at again in %d ms', (settledMs, ms) => {
  expect(nextWatchAt(attemptOf({ settledAt: ago(settledMs) }), NOW).getTime() - NOW.getTime()).toBe(ms);
});
