import { ERROR_CODES } from '@quydoi/contract/errors';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { ORDER_EVENTS } from '@quydoi/domain/order/event';
import { ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { describe, expect, test } from 'vitest';
import { ERROR_MESSAGES } from './errors.ts';
import { EVENT_TEXTS } from './events.ts';
import { ORDER_ERROR_MESSAGES } from './order-errors.ts';
import * as statuses from './statuses.ts';
import { CATALOGUES, translate, translateError } from './translate.ts';
import { WIRE_ERROR_MESSAGES } from './wire-errors.ts';

/** Names of the parameters of a compiled message. */
function placeholders(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  const names = message.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const nested = part.flatMap((piece) =>
      piece !== null && typeof piece === 'object' && !Array.isArray(piece) ? Object.values(piece).flatMap(placeholders) : [],
    );
    return [String(part[0]), ...nested];
  });
  return [...new Set(names)].sort();
}

describe.each(LOCALE_CODES)('%s', (locale) => {
  test('has every error, status, reason and event', () => {
    const ids = [
      ...Object.keys(ERROR_CODES).map((code) => `error.${code}`),
      ...ORDER_STATUS_CODES.flatMap((code) => [`status.${code}`, `headline.${code}`]),
      ...ORDER_REASONS.map((code) => `reason.${code}`),
      ...ORDER_EVENTS.map((code) => `event.${code}`),
      ...[ERROR_MESSAGES, ORDER_ERROR_MESSAGES, WIRE_ERROR_MESSAGES, EVENT_TEXTS, ...Object.values(statuses)].flatMap((table) =>
        Object.values(table).map(({ id }) => id),
      ),
    ];
    expect(ids.filter((id) => !Object.hasOwn(CATALOGUES[locale], id))).toEqual([]);
  });

  test('has the same parameters as the Vietnamese text', () => {
    const differing = Object.entries(CATALOGUES.vi)
      .filter(([id, message]) => placeholders(message).join() !== placeholders(CATALOGUES[locale][id]).join())
      .map(([id]) => id);
    expect(differing).toEqual([]);
  });

  test('has translated each text', () => {
    const others = (['vi', 'en'] as const).filter((code) => code !== locale).map((code) => CATALOGUES[code]);
    const same = Object.entries(CATALOGUES[locale]).filter(([id, message]) =>
      others.some((other) => JSON.stringify(other[id]) === JSON.stringify(message)),
    );
    expect(same).toEqual([]);
  });
});

test('inserts values verbatim', () => {
  expect(translate('vi', 'error.QUANTITY_TOO_SMALL', { n: '10', code: 'trc20' })).toBe('Tối thiểu: 10 trc20');
  expect(translate('vi', 'error.QUANTITY_TOO_SMALL', { of: 'quantity', n: '10', code: 'USDT (TRC20)' })).toBe('Tối thiểu 10 USDT (TRC20)');
  expect(translate('vi', 'error.QUANTITY_TOO_LARGE', { n: '1.000', code: 'pm' })).toBe('Tối đa: 1.000 pm');
  expect(translate('vi', 'error.ACCOUNT_NAME_INVALID', { of: 'wallet' })).toBe('Không tìm thấy chủ ví. Vui lòng kiểm tra lại mã ví.');
  expect(translate('vi', 'error.ACCOUNT_NAME_INVALID')).toBe('Không tìm thấy chủ tài khoản. Vui lòng kiểm tra lại số tài khoản.');
  expect(translate('vi', 'error.QUANTITY_TOO_LARGE', { n: '0', code: 'pm' })).toBe('Tối đa: 0 pm (Đang Bảo Trì)');
  expect(translate('vi', 'error.LOGIN_FOR_AMOUNT', { amount: '100.000.000' })).toBe('Vui lòng đăng nhập để tạo đơn hàng lớn hơn 100.000.000 vnd');
  expect(translate('vi', 'error.LOGIN_FOR_AMOUNT', { amount: '0' })).toBe('Vui lòng đăng nhập để tạo đơn hàng');
  expect(translate('en', 'error.MAINTENANCE')).toBe('This service is under maintenance');
  expect(translate('vi', 'error.MAINTENANCE')).toBe('Hệ thống đang Bảo Trì');
});

test.each([
  ['WALLET_ADDRESS_INVALID', { currency: 'USDT (TRC20)' }, 'Địa chỉ ví USDT (TRC20) không hợp lệ', 'This USDT (TRC20) wallet address is not valid'],
  ['BANK_ACCOUNT_INVALID', { bank: 'vcb' }, 'Số tài khoản vcb không hợp lệ', 'This vcb account number is not valid'],
  ['VOUCHER_INVALID', {}, 'Mã voucher không chính xác', 'The voucher number is not correct'],
  ['VOUCHER_CODE_INVALID', {}, 'Mã active voucher không chính xác', 'The activation code is not correct'],
  ['TRY_AGAIN_AFTER_15_SECONDS', {}, 'Vui lòng thử lại sau 15 giây.', 'Please try again after 15 seconds.'],
  ['REQUIRED_LOGIN', {}, 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.', 'Your session has ended. Please sign in again.'],
] as const)('%s with %o', (code, params, vi, en) => {
  expect([translateError('vi', code, params), translateError('en', code, params)]).toEqual([vi, en]);
});

test.each(LOCALE_CODES)('%s: our own account or wallet is told as such, not as a mistyped one', (locale) => {
  const cases = [
    ['BANK_ACCOUNT_INVALID', { bank: 'Vietcombank' }, 'Vietcombank'],
    ['WALLET_ADDRESS_INVALID', { currency: 'Perfect Money' }, 'Perfect Money'],
  ] as const;
  for (const [code, params, name] of cases) {
    expect(translateError(locale, code, params)).toContain(name);
    expect(translateError(locale, code, { ...params, problem: 'malformed' })).toBe(translateError(locale, code, params));
    expect(translateError(locale, code, { ...params, problem: 'ours' })).not.toContain(name);
  }
});

test('the numbers of errors are written as the language does', () => {
  const inAll = (params: Record<string, string>) => (['vi', 'en'] as const).map((locale) => translateError(locale, 'LOGIN_FOR_AMOUNT', params));
  expect(inAll({ amount: '500000' })).toEqual([expect.stringContaining('500.000'), expect.stringContaining('500,000')]);
  expect(translateError('vi', 'QUANTITY_TOO_LARGE', { n: '1234.5', code: 'pm' })).toBe('Tối đa: 1.234,5 pm');
});

test.each([
  ['vi', '1', 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau 1 giây.'],
  ['vi', '60', 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau 60 giây.'],
  ['vi', '61', 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau 2 phút.'],
  ['vi', '3600', 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau 60 phút.'],
  ['en', '3601', 'Too many tries. Please try again in 2 hours.'],
  ['ger', '600', 'Zu viele Versuche. Bitte versuchen Sie es in 10 Minuten erneut.'],
  ['tur', '600', 'Çok fazla deneme yapıldı. Lütfen 10 dakika sonra tekrar deneyin.'],
  ['zh', '600', '操作过于频繁，请在10分钟后再试。'],
  ['ko', '600', '요청이 너무 많습니다. 10분 후에 다시 시도해 주세요.'],
  ['jp', '600', '操作の回数が多すぎます。10 分後にもう一度お試しください。'],
] as const)('whoever asks too often is told in %s to wait for %s seconds', (locale, seconds, text) => {
  expect(translateError(locale, 'TOO_MANY_REQUESTS', { seconds })).toBe(text);
});

test('returns an unknown id itself and the fallback of an unknown code', () => {
  expect(translate('ko', 'error.NO_SUCH')).toBe('error.NO_SUCH');
  expect(translate('ko', 'toString')).toBe('toString');
  expect(translateError('ko', 'NO_SUCH', {}, 'raw words')).toBe('raw words');
});

test.each([
  ['TOO_MANY_OPEN_ORDERS', {}, 'Bạn đang có nhiều đơn chờ thanh toán. Hãy thanh toán hoặc hủy bớt một đơn rồi thử lại.'],
  [
    'RESERVE_BUSY',
    { share: 'subject' },
    'Các đơn chưa thanh toán của bạn đang chiếm phần lớn dự trữ. Hãy thanh toán hoặc hủy các đơn đó, hoặc giảm số lượng.',
  ],
  [
    'RESERVE_BUSY',
    { share: 'network', room: 'some', n: '2000', unit: 'USDT' },
    'Các đơn chưa thanh toán từ mạng bạn đang dùng chiếm phần lớn dự trữ. Hãy giảm số lượng hoặc thử lại sau ít phút. Hiện đặt được 2.000 USDT.',
  ],
  ['RESERVE_BUSY', { share: 'all' }, 'Dự trữ đang được giữ cho nhiều đơn khác. Hãy giảm số lượng hoặc thử lại sau ít phút.'],
  ['KYC_TO_CONTINUE', {}, 'Đơn này cần xác minh danh tính. Việc duyệt thường mất 5–10 phút.'],
  ['PAYLOAD_TOO_LARGE', {}, 'Nội dung gửi lên quá lớn.'],
  ['IP_BLOCKED', {}, 'Mạng bạn đang dùng tạm thời bị chặn. Vui lòng liên hệ hỗ trợ.'],
  ['IDEMPOTENCY_CONFLICT', {}, 'Yêu cầu này đã được gửi với nội dung khác. Vui lòng tải lại trang rồi thử lại.'],
])('pages show the server’s own words: %s with %o', (code, params, text) => {
  expect(translateError('vi', code, { ...params })).toBe(text);
});

test.each(LOCALE_CODES)('%s: a busy reserve names a quantity that works, if there is one', (locale) => {
  const text = translateError(locale, 'RESERVE_BUSY', { share: 'all', room: 'some', n: '20', unit: 'USDT' });
  expect(text).toContain('20 USDT');
  expect(text.startsWith(translateError(locale, 'RESERVE_BUSY', { share: 'all' }))).toBe(true);
});

test.each(LOCALE_CODES)('%s: a busy reserve is told by whose share is used up, and never as the caller’s own orders otherwise', (locale) => {
  const texts = ['subject', 'network', 'all'].map((share) => translateError(locale, 'RESERVE_BUSY', { share }));
  expect(new Set(texts).size).toBe(3);
  expect(translateError(locale, 'RESERVE_BUSY')).toBe(texts[2]);
});
