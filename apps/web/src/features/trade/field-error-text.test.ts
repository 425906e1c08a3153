import type { OrderKind } from '@quydoi/domain/order-status';
import { describe, expect, test } from 'vitest';
import { offer } from '../../../testing/samples.ts';
import { createI18n } from '../../lib/catalogues.ts';
import { fieldErrorText } from './field-error-text.ts';
import type { FieldName } from './field-errors.ts';

const OFFERS = { buy: offer('buy', 'vnd', 'pm'), sell: offer('sell', 'pm', 'vnd'), ex: offer('ex', 'trc20', 'pm') };

/** The messages at a field, in Vietnamese and in English. */
async function textsAt(kind: OrderKind, field: FieldName, fieldError: Parameters<typeof fieldErrorText>[4]): Promise<string[]> {
  const texts = (['vi', 'en'] as const).map(async (locale) =>
    fieldErrorText(await createI18n(locale, null), locale, OFFERS[kind], field, fieldError),
  );
  return Promise.all(texts);
}

describe('a field without an entry', () => {
  test.each<[OrderKind, FieldName, string]>([
    ['buy', 'quantity', 'Nhập số lượng.'],
    ['sell', 'quantity', 'Nhập số lượng.'],
    ['ex', 'quantity', 'Nhập số lượng.'],
    ['buy', 'wallet', 'Nhập ví nhận.'],
    ['sell', 'wallet', 'Nhập ví bạn dùng để gửi.'],
    ['ex', 'wallet', 'Nhập ví nhận.'],
    ['buy', 'bank', 'Chọn ngân hàng bạn dùng để chuyển.'],
    ['sell', 'bank', 'Chọn ngân hàng nhận tiền.'],
    ['buy', 'account', 'Nhập số tài khoản bạn dùng để chuyển.'],
    ['sell', 'account', 'Nhập số tài khoản nhận tiền.'],
    ['sell', 'holder', 'Nhập tên chủ tài khoản.'],
  ])('of a %s says what the %s is asked for', async (kind, field, text) => {
    const [vi, en] = await textsAt(kind, field, { reason: 'missing' });
    expect(vi).toBe(text);
    expect(en).not.toBe(vi);
  });
});

describe('what is refused is said at its field', () => {
  test.each<[string, FieldName, Readonly<Record<string, string>>, string, string]>([
    ['QUANTITY_TOO_SMALL', 'quantity', { n: '10', code: 'trc20' }, 'Tối thiểu 10 USDT (TRC20)', 'Minimum 10 USDT (TRC20)'],
    ['QUANTITY_TOO_LARGE', 'quantity', { n: '20000', code: 'trc20' }, 'Tối đa 20.000 USDT (TRC20)', 'Maximum 20,000 USDT (TRC20)'],
    [
      'QUANTITY_TOO_LARGE',
      'quantity',
      { n: '0', code: 'pm', maintenance: '1' },
      'Tối đa 0 Perfect Money (Đang Bảo Trì)',
      'Maximum 0 Perfect Money (under maintenance)',
    ],
    ['QUANTITY_INVALID', 'quantity', {}, 'Số lượng chưa đúng. Vui lòng nhập một số lớn hơn 0.', 'Please enter a quantity greater than 0.'],
    [
      'BANK_ACCOUNT_INVALID',
      'account',
      { bank: 'Vietcombank', digits: '13' },
      'Số tài khoản Vietcombank không hợp lệ: phải gồm 13 chữ số.',
      'This Vietcombank account number is not valid: it must have 13 digits.',
    ],
    [
      'BANK_ACCOUNT_INVALID',
      'account',
      { bank: 'Techcombank' },
      'Số tài khoản Techcombank không hợp lệ',
      'This Techcombank account number is not valid',
    ],
    [
      'WALLET_ADDRESS_INVALID',
      'wallet',
      { currency: 'Perfect Money' },
      'Địa chỉ ví Perfect Money không hợp lệ',
      'This Perfect Money wallet address is not valid',
    ],
    [
      'ACCOUNT_NAME_INVALID',
      'wallet',
      {},
      'Không tìm thấy chủ ví. Vui lòng kiểm tra lại mã ví.',
      'No holder was found for this wallet. Please check the number.',
    ],
    [
      'ACCOUNT_NAME_INVALID',
      'account',
      {},
      'Không tìm thấy chủ tài khoản. Vui lòng kiểm tra lại số tài khoản.',
      'No holder was found for this account. Please check the number.',
    ],
    [
      'WEBMONEY_NEEDS_FORMAL_PASSPORT',
      'wallet',
      {},
      'Vui lòng xác minh Formal Passport trên WebMoney trước',
      'Please verify Formal Passport on WebMoney first',
    ],
    [
      'WEBMONEY_NEW_ACCOUNT',
      'wallet',
      {},
      'Tài khoản WMZ mới dưới 7 ngày cần nâng cấp lên Formal Passport',
      'New WMZ account under 7 days needs Formal Passport upgrade',
    ],
    [
      'WEBMONEY_LIMIT_EXCEEDED',
      'wallet',
      {},
      'Ví WebMoney đã đến hạn mức. Hãy nâng hạn mức lên không giới hạn trong phần mềm ví rồi thử lại.',
      'The WebMoney wallet has reached its limit. Please raise the limit to unlimited in the wallet software and try again.',
    ],
    [
      'LOOKUP_UNAVAILABLE',
      'wallet',
      {},
      'Tạm thời chưa tra được tên chủ ví. Vui lòng thử lại sau ít phút.',
      'The wallet holder’s name cannot be looked up right now. Please try again in a few minutes.',
    ],
  ])('%s at %s with %o', async (code, field, params, vi, en) => {
    expect(await textsAt('buy', field, { reason: 'refused', code, params })).toEqual([vi, en]);
  });
});

test('a name that is awaited is told as such, of a wallet and of an account', async () => {
  expect((await textsAt('buy', 'wallet', { reason: 'waiting' }))[0]).toBe('Đang tìm tên chủ ví…');
  expect((await textsAt('sell', 'account', { reason: 'waiting' }))[0]).toBe('Đang tìm tên chủ tài khoản…');
});

test('a quantity that can be read in several ways is asked for again', async () => {
  expect((await textsAt('buy', 'quantity', { reason: 'unclear' }))[0]).toBe('Chưa rõ số lượng. Hãy chọn hoặc nhập lại.');
});
