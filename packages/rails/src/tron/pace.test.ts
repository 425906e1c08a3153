import { expect, test } from 'vitest';
import { CALLS_A_DAY, CALLS_A_DAY_MIN, paceWithin } from './pace.ts';

test.each([
  [CALLS_A_DAY, 8_000, 30_000],
  [CALLS_A_DAY_MIN, 48_000, 48_000],
  [1_000_000, 3_000, 30_000],
])('a quota of %i calls a day makes a round every %i ms, or %i ms while idle', (callsADay, pollMs, idlePollMs) => {
  expect(paceWithin(callsADay)).toEqual({ pollMs, idlePollMs });
});
