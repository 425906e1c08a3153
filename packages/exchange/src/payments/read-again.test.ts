import type { Orm } from '@quydoi/database/orm';
import { after, START } from '@quydoi/domain/testing/order';
import type { ListSource, PolledSource } from '@quydoi/rails/source';
import { describe, expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { askAgain, withAsked } from './read-again.ts';

const PAUSE_MS = 30_000;

function openList(set: Partial<ListSource> = {}) {
  let now = START;
  const told: unknown[] = [];
  const logger = { error: (...words: unknown[]) => told.push(words) };
  const ctx = { orm: {} as Orm, clock: { now: () => now }, logger } as unknown as Ctx;
  const readAgain = (cursor: string, from: Date) => `${cursor} again since ${from.toISOString()}`;
  const list = { kind: 'list', name: 'list', readAgain, ...set } as PolledSource;
  return {
    told,
    ask: (...ms: number[]) =>
      askAgain(
        ctx,
        list,
        ms.map((each) => ({ network: 'perfect-money', paidAt: after(each) })),
      ),
    begin: (cursor: string | null = '7') => withAsked(ctx, list, cursor),
    wait(ms: number) {
      now = new Date(now.getTime() + ms);
    },
  };
}

/** Where a reading for a payment begins: minutes before it, because clocks differ. */
function beginningFor(ms: number): string {
  const alone = openList();
  alone.ask(ms);
  return alone.begin().cursor ?? '';
}

describe('a list', () => {
  test('is read from its cursor while nothing is asked for', () => {
    expect(openList().begin().cursor).toBe('7');
  });

  test('is read again from before the earliest payment that was asked for', () => {
    const list = openList();
    list.ask(60_000, 0, 120_000);
    list.ask(90_000);
    expect(list.begin().cursor).toBe(beginningFor(0));
    expect(beginningFor(0) < beginningFor(60_000)).toBe(true);
    expect(beginningFor(0) < `7 again since ${START.toISOString()}`).toBe(true);
  });

  test('is read again for the others where one has an impossible time, which is told', () => {
    const list = openList();
    list.ask(Number.NaN);
    expect(list.begin().cursor).toBe('7');
    list.ask(0, Number.NaN);
    list.ask(Number.NaN, 60_000);
    expect(list.begin().cursor).toBe(beginningFor(0));
    expect(list.told).toHaveLength(3);
  });

  test('is not asked for anything by no payments', () => {
    const list = openList();
    list.ask();
    expect(list.begin().cursor).toBe('7');
  });

  test('is read again at most twice a minute', () => {
    const list = openList();
    list.ask(0);
    list.begin().begun();
    list.ask(0);
    list.wait(PAUSE_MS - 1);
    expect(list.begin().cursor).toBe('7');
    list.wait(1);
    expect(list.begin().cursor).toBe(beginningFor(0));
  });

  test('is read again once, as soon as a page was read', () => {
    const list = openList();
    list.ask(0);
    list.begin();
    list.wait(PAUSE_MS);
    const { cursor, begun } = list.begin();
    expect(cursor).toBe(beginningFor(0));
    begun();
    list.wait(PAUSE_MS);
    expect(list.begin().cursor).toBe('7');
  });

  test('is read again for what was asked meanwhile of an earlier time', () => {
    const list = openList();
    list.ask(60_000);
    const { begun } = list.begin();
    list.ask(0);
    begun();
    list.wait(PAUSE_MS);
    expect(list.begin().cursor).toBe(beginningFor(0));
  });

  test('keeps what was asked for while a reading of its own cursor goes on', () => {
    const list = openList();
    list.ask(0);
    list.begin(null).begun();
    expect(list.begin().cursor).toBe(beginningFor(0));
  });
});

test('what has no cursor yet, or cannot be read again, is read as it is', () => {
  for (const list of [openList({ kind: 'blocks' as 'list' }), openList({ readAgain: undefined } as object)]) {
    list.ask(0);
    expect(list.begin().cursor).toBe('7');
  }
  const unread = openList();
  unread.ask(0);
  expect(unread.begin(null).cursor).toBeNull();
});
