import { setupI18n } from '@lingui/core';
import { afterEach, expect, test, vi } from 'vitest';
import { dayAndTime, timeOfDay, timeOfOrder } from './order-time.ts';

const I18N = setupI18n({ locale: 'vi', messages: { vi: {} } });
const AT = new Date('2026-11-22T05:04:00Z');

afterEach(() => vi.restoreAllMocks());

test.each([
  ['in Vietnam', -420, '12:04'],
  ['elsewhere', 0, '12:04 (giờ Việt Nam)'],
  ['elsewhere', 420, '12:04 (giờ Việt Nam)'],
])('a device %s (%i minutes) reads Vietnam’s time as %s', (_, offset, shown) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
  expect(timeOfDay(I18N, AT)).toBe(shown);
});

test.each([
  ['vi', '22/11, 12:04', '12:04, 22/11'],
  ['ko', '11. 22. 12:04', '11. 22. 12:04'],
  ['jp', '11/22 12:04', '11/22 12:04'],
] as const)('in %s, a moment of another day is %s or %s', (locale, inDetails, inHeadline) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-420);
  expect(dayAndTime(I18N, locale, AT)).toBe(inDetails);
  expect(timeOfOrder(I18N, locale, AT, new Date('2026-11-23T05:04:00Z'))).toBe(inHeadline);
});

test('a moment of today is its time', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-420);
  expect(timeOfOrder(I18N, 'jp', AT, AT)).toBe('12:04');
});
