import { expect, test } from 'vitest';
import { excludeEachOther, keepsSlots, type Slot, shareSlot } from './slot.ts';

const slot = (resource: string, wallet = 'hot'): Slot => ({ wallet, resource });

test('slots are the same in the same wallet only', () => {
  expect(shareSlot([slot('7'), slot('8')], [slot('8')])).toBe(true);
  expect(shareSlot([slot('7')], [slot('7', 'deposit')])).toBe(false);
  expect(shareSlot([], [])).toBe(false);
});

test('transfers exclude each other where each shares a slot with each of the other side', () => {
  const transfer = (...resources: string[]) => ({ slots: resources.map((resource) => slot(resource)) });
  expect(excludeEachOther([transfer('a'), transfer('a', 'b')], [transfer('a'), transfer('c', 'a')])).toBe(true);
  expect(excludeEachOther([transfer('a'), transfer('b')], [transfer('a')])).toBe(false);
  expect(excludeEachOther([transfer('a')], [transfer('a'), transfer('b')])).toBe(false);
  expect(excludeEachOther([transfer('a')], [])).toBe(false);
});

test('a replacement keeps all slots of the first transfer and may consume more', () => {
  const first = [slot('a'), slot('b')];
  expect(keepsSlots(first, [slot('c'), slot('b'), slot('a')])).toBe(true);
  expect(keepsSlots(first, [slot('b'), slot('c')])).toBe(false);
  expect(keepsSlots([], [slot('a')])).toBe(false);
});
