import { expect, test } from 'vitest';
import { type AttemptState, isLive } from './attempt.ts';

test.each<[AttemptState, boolean]>([
  ['prepared', true],
  ['sending', true],
  ['sent', true],
  ['unknown', true],
  ['done', false],
  ['refused', false],
  ['absent', false],
])('an attempt that is %s may still move money: %s', (state, live) => {
  expect(isLive({ state })).toBe(live);
});
