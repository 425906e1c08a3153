import { expect, test } from 'vitest';
import { accountText } from './account-text.ts';

test.each([
  ['trc20', 'TP7JJ3Lzd1Ns66H8rGZgV8kUNwc8VdGJiA', 'TP7J J3Lz d1Ns 66H8 rGZg V8kU Nwc8 VdGJ iA'],
  ['trc20', 'TP7J…GJiA', 'TP7J…GJiA'],
  ['trc20', 'TP7J••••GJiA', 'TP7J••••GJiA'],
  ['pm', 'U4000022', 'U4000022'],
  ['vnd', '1111140000067', '1111140000067'],
] as const)('%s %s', (code, account, text) => {
  expect(accountText(code, account)).toBe(text);
});
