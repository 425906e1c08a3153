import { expect, test } from 'vitest';
import { formatDateInVietnam, formatDayInVietnam, formatMomentInVietnam, formatShortMomentInVietnam } from './dates.ts';

const AT = new Date('2026-12-31T16:59:07Z');

test('a date in Vietnam has its own day and year', () => {
  expect(formatDateInVietnam(AT, 'vi')).toBe('31/12/2026');
  expect(formatDateInVietnam(new Date('2026-12-31T17:00:00Z'), 'vi')).toBe('01/01/2027');
});

test.each([
  ['2026-12-31T00:00:00Z', '23:59'],
  ['2026-12-31T17:00:00Z', '31/12/2026 23:59'],
  ['2026-12-30T16:00:00Z', '31/12 23:59'],
])('a short moment seen at %s is %s', (now, text) => {
  expect(formatShortMomentInVietnam(AT, new Date(now), 'vi')).toBe(text);
});

test('a moment is formatted in Vietnam time, with its date when it is not today', () => {
  const at = new Date('2026-01-05T16:59:07Z');
  expect(formatMomentInVietnam(at, new Date('2026-01-05T00:00:00Z'), 'vi')).toBe('23:59:07');
  expect(formatMomentInVietnam(at, new Date('2026-01-05T17:00:00Z'), 'vi')).toBe('05/01 23:59:07');
});

test.each([
  ['en', '05/01', '05/01/2026', '05/01 23:59'],
  ['zh', '01/05', '2026/01/05', '01/05 23:59'],
  ['ko', '01. 05.', '2026. 01. 05.', '01. 05. 23:59'],
  ['ger', '05.01.', '05.01.2026', '05.01. 23:59'],
  ['tur', '05.01', '05.01.2026', '05.01 23:59'],
  ['jp', '01/05', '2026/01/05', '01/05 23:59'],
] as const)('in %s the fifth of January is %s, %s', (locale, day, date, moment) => {
  const at = new Date('2026-01-05T16:59:07Z');
  expect(formatDayInVietnam(at, locale)).toBe(day);
  expect(formatDateInVietnam(at, locale)).toBe(date);
  expect(formatShortMomentInVietnam(at, AT, locale)).toBe(moment);
});
