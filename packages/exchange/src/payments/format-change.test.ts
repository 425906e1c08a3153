import type { Orm } from '@quydoi/database/orm';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import type { PaymentPage } from '@quydoi/rails/source';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { formatChange } from './format-change.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

/** A list that is read again and again: whether its format counts as changed, and whether that may pass. */
function reading() {
  const clock = createTestClock(TEST_START);
  const ctx = { orm: {} as Orm, clock } as unknown as Ctx;
  const list = { network: 'bank', source: { kind: 'list', name: 'sepay-list' } } as PolledNetworkSource;
  const read = (unparsed: number, unreadable?: readonly string[]) => {
    const page = { facts: [], cursor: null, more: false, rows: { parsed: 0, unparsed }, ...(unreadable && { unreadable }) } as PaymentPage;
    return formatChange(ctx, list, page)?.mayPass ?? null;
  };
  return { clock, read };
}

test('rows without an id of their own count one by one, and are the same ones when they are told again', () => {
  const { clock, read } = reading();
  expect([read(2), read(2)]).toEqual([null, null]);
  expect(read(3)).toBe(true);
  clock.advance(5 * MINUTE_MS);
  expect(read(3)).toBe(false);
  clock.advance(HOUR_MS - 5 * MINUTE_MS - 1);
  expect(read(3)).toBe(false);
  clock.advance(1);
  expect(read(3)).toBe(null);
});

test('rows with an id and rows without one count together', () => {
  const { read } = reading();
  expect(read(2, ['f1'])).toBe(null);
  expect(read(3, ['f1', 'f2'])).toBe(true);
});
