import { checkDestination } from '@quydoi/domain/address/check';
import type { TradedCode } from '@quydoi/domain/currencies';
import { expect, test } from 'vitest';
import { createI18n } from '../../../lib/catalogues.ts';
import { addressProblemText } from './address-text.ts';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

test.each([
  ['trc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Đây là địa chỉ BEP20/ERC20, bạn đang chọn TRC20.'],
  ['trc20', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Đây là địa chỉ Bitcoin, bạn đang chọn TRC20.'],
  ['btc', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'Đây là địa chỉ TRC20, bạn đang chọn Bitcoin. Hãy chọn lại hoặc dán địa chỉ Bitcoin.'],
  ['btc', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'Đây là địa chỉ Litecoin, mạng chúng tôi chưa hỗ trợ. Hãy dán địa chỉ Bitcoin.'],
  ['btc', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'Đây là địa chỉ của mạng khác, bạn đang chọn Bitcoin.'],
] satisfies [TradedCode, string, string][])('for %s, the text names the network of %s', async (code, address, text) => {
  expect(await textOf(code, address)).toContain(text);
});

test.each([
  ['eth', `0x${HASH}`, 'Đây là mã giao dịch (TxID), không phải địa chỉ ví. Hãy mở ví, chọn Nhận và sao chép địa chỉ Ethereum.'],
  ['trc20', HASH, 'Nếu là khóa riêng tư, đừng đưa cho bất kỳ ai, kể cả chúng tôi.'],
  ['btc', 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ', 'Đừng cho bất kỳ ai xem, kể cả chúng tôi; trang này không lưu lại.'],
  ['btc', `${'abandon '.repeat(11)}about`, 'Đây là cụm từ khôi phục: ai có cụm từ này đều lấy được tiền trong ví. Đừng cho bất kỳ ai xem'],
  ['btc', 'lightning:lnbc20u1pvjluezhp58yjm', 'Đây là mã thanh toán Lightning, chúng tôi chưa hỗ trợ. Hãy dán địa chỉ Bitcoin (on-chain).'],
  ['pm', 'lan@example.vn', 'Đây là email, không phải địa chỉ ví. Hãy dán địa chỉ Perfect Money.'],
  ['erc20', 'vitalik.eth', 'Đây là tên đặt cho ví, chúng tôi chưa đọc được. Hãy dán địa chỉ ERC20 đầy đủ.'],
  ['btc', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Đây là địa chỉ Bitcoin thử nghiệm (testnet), không nhận được tiền thật.'],
] satisfies [TradedCode, string, string][])('for %s, the text says what %s is, and what to do', async (code, entered, text) => {
  expect(await textOf(code, entered)).toContain(text);
});

test.each([
  ['pm', 'X1', 'Mã ví Perfect Money không đúng. Ví dụ: U1234xxx'],
  ['wmz', '123', 'Mã ví WebMoney WMZ không đúng. Ví dụ: U1234xxx'],
  ['pm', '1234567', 'Mã ví USD bắt đầu bằng chữ U, ví dụ U1234xxx. Chỉ có chữ số thì có thể là số đăng nhập (Member ID, WMID), không phải mã ví.'],
  ['trc20', 'T123', 'Địa chỉ ví USDT TRC20 không hợp lệ. Ví dụ: U1234xxx'],
  ['trc20', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HD', 'Có ký tự chưa đúng trong địa chỉ.'],
  ['pm', 'E1234567', 'Chỉ nhận ví USD, bắt đầu bằng chữ U.'],
] satisfies [TradedCode, string, string][])('for %s, the text says that %s is invalid, with the currency', async (code, entered, text) => {
  expect(await textOf(code, entered, 'U1234xxx')).toContain(text);
});

/** The text in Vietnamese; in English there is one too. */
async function textOf(code: TradedCode, entered: string, example = ''): Promise<string> {
  const checked = checkDestination(code, entered);
  if ('address' in checked) throw new Error('valid');
  const [vi, en] = [await createI18n('vi', 'order'), await createI18n('en', 'order')].map((i18n) => addressProblemText(i18n, code, checked, example));
  expect(en).not.toBe(vi);
  return vi ?? '';
}
