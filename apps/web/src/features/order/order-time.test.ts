import { setupI18n } from '@lingui/core';
import { afterEach, expect, test, vi } from 'vitest';
import { timeOfDay } from './order-time.ts';

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
