import { expect, test } from 'vitest';
import { formatApproximate, formatMomentInVietnam } from './format.ts';

test.each([
  ['50029.999999', '50.029,99'],
  ['50029.009999', '50.029'],
  ['19899.5', '19.899,5'],
  ['0.00512345', '0,00512345'],
  ['12000', '12.000'],
])('%s is approximately %s', (text, rough) => {
  expect(formatApproximate(text, 'vi')).toBe(rough);
});

test('a moment is formatted in Vietnam time, with its date when it is not today', () => {
  const at = new Date('2026-01-05T16:59:07Z');
  expect(formatMomentInVietnam(at, new Date('2026-01-05T00:00:00Z'))).toBe('23:59:07');
  expect(formatMomentInVietnam(at, new Date('2026-01-05T17:00:00Z'))).toBe('05/01 23:59:07');
});
