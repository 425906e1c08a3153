import { refused } from '@quydoi/client/testing/refused';
import type { ErrorCode, ErrorParams } from '@quydoi/contract/errors';
import { expect, test } from 'vitest';
import { createI18n } from './catalogues.ts';
import { refusalText } from './error-text.ts';

test('a refusal is told in the words of the page’s language, numbers and currencies included', async () => {
  const error = refused('QUANTITY_TOO_SMALL', { params: { n: '1234.5', code: 'trc20' } });
  const said = async (locale: 'vi' | 'en') => refusalText(await createI18n(locale, null), locale, error);
  expect([await said('vi'), await said('en')]).toEqual(['Tối thiểu: 1.234,5 USDT (TRC20)', 'Minimum: 1,234.5 USDT (TRC20)']);
});

test.each<[ErrorCode, ErrorParams, string]>([
  ['CURRENCY_NOT_SUPPORTED', { code: 'pm' }, 'Loại tiền này chưa được hỗ trợ.'],
  ['QUANTITY_TOO_SMALL', { n: '100000', code: 'vnd' }, 'Tối thiểu: 100.000 đ'],
  ['MAINTENANCE', {}, 'Hệ thống đang Bảo Trì'],
  ['RATE_CHANGED', {}, 'Giá vừa thay đổi. Chưa có đơn nào được tạo; vui lòng xem giá mới rồi tiếp tục.'],
  ['LOGIN_FOR_AMOUNT', { amount: '100000000' }, 'Vui lòng đăng nhập để tạo đơn hàng lớn hơn 100.000.000 vnd'],
  ['LOGIN_FOR_AMOUNT', { amount: '0' }, 'Vui lòng đăng nhập để tạo đơn hàng'],
  ['UNAVAILABLE', {}, 'Hệ thống đang bận. Vui lòng thử lại sau ít phút.'],
  ['INTERNAL', {}, 'Có lỗi từ phía chúng tôi. Vui lòng thử lại; nếu vẫn còn, hãy liên hệ hỗ trợ.'],
  ['ORDER_NOT_FOUND', {}, 'Không tìm thấy đơn hàng. Vui lòng kiểm tra lại mã đơn.'],
  ['ORDER_ACTION_NOT_ALLOWED', {}, 'Đơn đã chuyển sang bước khác nên không còn làm được việc này.'],
  ['VOUCHER_INVALID', {}, 'Mã voucher không chính xác'],
  ['VOUCHER_CODE_INVALID', {}, 'Mã active voucher không chính xác'],
  ['VOUCHER_REFUSED', { left: '4' }, 'Nhà phát hành không chấp nhận voucher này: sai mã hoặc đã được sử dụng. Bạn còn 4 lần thử.'],
  ['TRY_AGAIN_AFTER_15_SECONDS', {}, 'Vui lòng thử lại sau 15 giây.'],
])('%s with %o', async (code, params, text) => {
  expect(refusalText(await createI18n('vi', 'order'), 'vi', refused(code, { params }))).toBe(text);
});

test('a code without a text on the page is told in the server’s own words', async () => {
  const unknown = Object.assign(refused('INTERNAL'), { data: { code: 'OF_A_LATER_SERVER', message: 'Bạn cần làm thêm một bước.' } });
  expect(refusalText(await createI18n('vi', 'order'), 'vi', unknown)).toBe('Bạn cần làm thêm một bước.');
});

test('a lost connection is no refusal', async () => {
  expect(refusalText(await createI18n('vi', null), 'vi', new TypeError('Failed to fetch'))).toBeNull();
});
