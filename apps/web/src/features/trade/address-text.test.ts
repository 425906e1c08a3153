import { checkDestination } from '@quydoi/domain/address/check';
import type { TradedCode } from '@quydoi/domain/currencies';
import { expect, test } from 'vitest';
import { createI18n } from '../../lib/catalogues.ts';
import { addressProblemText } from './address-text.ts';

test.each([
  ['trc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Đây là địa chỉ BEP20/ERC20, bạn đang chọn TRC20.'],
  ['trc20', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Đây là địa chỉ Bitcoin, bạn đang chọn TRC20.'],
  ['btc', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'Đây là địa chỉ TRC20, bạn đang chọn Bitcoin. Hãy chọn lại hoặc dán địa chỉ Bitcoin.'],
  ['btc', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Đây là địa chỉ của mạng khác, bạn đang chọn Bitcoin.'],
] satisfies [TradedCode, string, string][])('for %s, the text names the network of %s', async (code, address, text) => {
  const checked = checkDestination(code, address);
  if ('address' in checked) throw new Error('valid');
  expect(addressProblemText(await createI18n('vi', null), code, checked, '')).toContain(text);
});
