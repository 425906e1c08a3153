import { expect, test } from 'vitest';
import { gmtText } from './gmt-text.ts';

test('moments are those of GMT, whatever the device’s own time zone', () => {
  expect(gmtText(new Date('2026-11-25T22:04:59+07:00'))).toBe('15:04 25/11/2026 GMT+0');
  expect(gmtText(new Date('2027-01-01T00:00:00Z'))).toBe('00:00 01/01/2027 GMT+0');
});
