import { expect, test } from 'vitest';
import { rateText } from './rate-text.ts';

test.each([
  ['buy', 'vnd', 'pm', '25950', '1 USD = 25.950\u00a0đ'],
  ['sell', 'trc20', 'vnd', '25480', '1 USDT = 25.480\u00a0đ'],
  ['ex', 'pm', 'trc20', '0.97', '1 USD = 0,97\u00a0USDT'],
  ['ex', 'pm', 'e-voucher', '0.970209', '1 Perfect\u00a0Money = 0,970209\u00a0PM\u00a0e-Voucher'],
  ['ex', 'e-voucher', 'pm', '0.98', '1 PM\u00a0e-Voucher = 0,98\u00a0Perfect\u00a0Money'],
  ['ex', 'bep20', 'erc20', '0.99', '1 USDT\u00a0(BEP20) = 0,99\u00a0USDT\u00a0(ERC20)'],
] as const)('%s %s to %s', (kind, from, to, rate, text) => {
  expect(rateText({ kind, from, to }, rate, 'vi')).toBe(text);
});
