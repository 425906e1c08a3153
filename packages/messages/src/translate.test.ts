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

test('returns an unknown id itself and the fallback of an unknown code', () => {
  expect(translate('ko', 'error.NO_SUCH')).toBe('error.NO_SUCH');
  expect(translate('ko', 'toString')).toBe('toString');
  expect(translateError('ko', 'NO_SUCH', {}, 'raw words')).toBe('raw words');
});

test.each(LOCALE_CODES)('%s: a busy reserve is told by whose share is used up, and never as the caller’s own orders otherwise', (locale) => {
  const texts = ['subject', 'network', 'all'].map((share) => translateError(locale, 'RESERVE_BUSY', { share }));
  expect(new Set(texts).size).toBe(3);
  expect(translateError(locale, 'RESERVE_BUSY')).toBe(texts[2]);
});
