import { expect, test } from 'vitest';
import { DAY_MS } from '../durations.ts';
import { isReadableSince } from './reading-request.ts';

const AT = new Date('2026-01-06T02:00:00Z');

test.each([
  ['when it is asked for', 0, true],
  ['within 366 days before', -366 * DAY_MS + 1, true],
  ['earlier', -366 * DAY_MS, false],
  ['less than a day later, by a clock ahead or a date alone', DAY_MS - 1, true],
  ['a day later', DAY_MS, false],
  ['at no time', Number.NaN, false],
])('a payment made %s can be looked for in lists: %s', (_, ms, readable) => {
  expect(isReadableSince({ paidAt: new Date(AT.getTime() + ms), at: AT })).toBe(readable);
});

test('a payment on a chain is looked for by its reference, whenever it was made', () => {
  expect(isReadableSince({ paidAt: null, at: AT })).toBe(true);
});
