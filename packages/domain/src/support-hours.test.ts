import { expect, test } from 'vitest';
import { nextOpening } from './support-hours.ts';

test.each([
  // Times in UTC: Vietnam is seven hours ahead.
  ['8:00-22:00', '2026-12-09T00:59:59Z', '2026-12-09T01:00:00Z'],
  ['8:00-22:00', '2026-12-09T01:00:00Z', null],
  ['08:00 – 22:00', '2026-12-09T14:59:59Z', null],
  ['8:00-22:00', '2026-12-09T15:00:00Z', '2026-12-10T01:00:00Z'],
  ['8:00-22:00', '2026-12-09T18:30:00Z', '2026-12-10T01:00:00Z'],
  ['7:30-24:00', '2026-12-09T16:59:00Z', null],
  ['7:30-24:00', '2026-12-09T17:00:00Z', '2026-12-10T00:30:00Z'],
  ['18:00-2:00', '2026-12-09T18:00:00Z', null],
  ['18:00-2:00', '2026-12-09T19:00:00Z', '2026-12-10T11:00:00Z'],
  ['0:00-24:00', '2026-12-09T18:00:00Z', null],
  ['24/7', '2026-12-09T18:00:00Z', null],
  ['8:00-8:00', '2026-12-09T18:00:00Z', null],
  ['8:00-99:00', '2026-12-09T18:00:00Z', null],
])('with hours of %s, staff next begin after %s at %s', (hours, now, opening) => {
  expect(nextOpening(hours, new Date(now))?.toISOString() ?? null).toBe(opening && new Date(opening).toISOString());
});
