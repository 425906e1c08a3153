import { after, START } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { watermarkOf } from './watermark.ts';

const NEVER = new Date(0);

test('a source has been read as far as it tells itself, and no further than it was asked', () => {
  for (const kind of ['list', 'blocks', 'head'] as const) {
    expect(watermarkOf({ kind }, { watermark: after(-1), more: false }, START)).toEqual(after(-1));
    expect(watermarkOf({ kind }, { watermark: after(-1), more: true }, START)).toEqual(after(-1));
    expect(watermarkOf({ kind }, { watermark: after(1), more: false }, START)).toEqual(START);
  }
});

test('a list that tells nothing of it has been read up to the request of its last page', () => {
  expect(watermarkOf({ kind: 'list' }, { more: false }, START)).toEqual(START);
  expect(watermarkOf({ kind: 'list' }, { more: true }, START)).toEqual(NEVER);
  expect(watermarkOf({ kind: 'blocks' }, { more: false }, START)).toEqual(NEVER);
});
