import { expect, test } from 'vitest';
import { percentText } from './percent-text.ts';

test.each([
  ['vi', '0,5', '0,5%'],
  ['en', '0.5', '0.5%'],
  ['ger', '0,5', '0,5\u00a0%'],
  ['tur', '0,5', '%0,5'],
] as const)('in %s %s percent are %s', (locale, number, text) => {
  expect(percentText(number, locale)).toBe(text);
});
