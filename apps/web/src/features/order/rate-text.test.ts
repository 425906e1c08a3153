import { expect, test } from 'vitest';
import { rateText } from './rate-text.ts';

test.each([
  ['buy', 'vnd', 'pm', '25950', '1 USD = 25.950\u00a0đ'],
  ['sell', 'trc20', 'vnd', '25480', '1 USDT = 25.480\u00a0đ'],
  ['ex', 'pm', 'trc20', '0.97', '1 USD = 0,97\u00a0USDT'],
] as const)('%s %s to %s', (kind, from, to, rate, text) => {
  expect(rateText({ kind, from, to }, rate, 'vi')).toBe(text);
});
