import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { refusalOf } from '@quydoi/client/errors';
import { hasTimedOut } from '@quydoi/client/time-outs';
import type { BankView, CurrencyView } from '@quydoi/contract/config';
import { CURRENCIES, type CurrencyCode, isTradedCode } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { codeText, refusalText } from '../../../lib/error-text.ts';
import { addressProblemText, networkNames } from '../../trade/later/address-text.ts';
import type { RefundFieldError } from './refund-check.ts';
import type { RefundField } from './refund-draft.ts';

const MISSING: Record<RefundField, MessageDescriptor> = {
  bank: msg`Chọn ngân hàng nhận tiền hoàn.`,
  account: msg`Nhập số tài khoản nhận tiền hoàn.`,
  holder: msg`Nhập tên chủ tài khoản.`,
  wallet: msg`Nhập ví nhận tiền hoàn.`,
  confirmation: msg`Đánh dấu để xác nhận người nhận tiền hoàn.`,
};

/** Messages for error codes of decisions, where the shared message describes order creation. */
const DECISION_MESSAGES: Partial<Record<string, MessageDescriptor>> = {
  RATE_CHANGED: msg`Giá vừa thay đổi và đơn chưa được tính lại. Đây là giá mới; hãy xem rồi xác nhận.`,
  RESERVE_BUSY: msg`Dự trữ loại tiền này đang được bổ sung. Tiền của bạn vẫn an toàn; vui lòng thử lại sau ít phút hoặc chọn cách khác.`,
  QUANTITY_TOO_LARGE: msg`Số tiền này vượt mức tối đa có thể đổi lúc này.`,
  QUANTITY_TOO_SMALL: msg`Số tiền này quá nhỏ, trừ phí xong không còn gì để chuyển.`,
};

/** Localized message of a failed decision, or of a missing answer. */
export function decisionErrorText(i18n: I18n, locale: Locale, error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal) return decisionCodeText(i18n, locale, refusal.code) ?? refusalText(i18n, locale, error) ?? refusal.message;
  if (hasTimedOut(error)) return i18n._(msg`Máy chủ chưa phản hồi. Kết quả sẽ hiện trên trang này; vui lòng chờ, đừng bấm lại ngay.`);
  return i18n._(msg`Mất kết nối nên chưa có phản hồi. Vui lòng thử lại.`);
}

/** Message of a decision's error code. @param fallback whether to use the shared message if there is no specific one; otherwise null */
export function decisionCodeText(i18n: I18n, locale: Locale, code: string, fallback = false): string | null {
  const message = DECISION_MESSAGES[code];
  if (message) return i18n._(message);
  return fallback ? codeText(i18n, locale, code, {}) : null;
}

/** Localized message of a validation error. */
export function refundFieldErrorText(
  i18n: I18n,
  locale: Locale,
  fieldError: RefundFieldError,
  { from, bank, currency }: { readonly from: CurrencyCode; readonly bank: BankView | undefined; readonly currency: CurrencyView | undefined },
): string {
  switch (fieldError.reason) {
    case 'missing':
      return i18n._(MISSING[fieldError.field]);
    case 'waiting':
      return i18n._(fieldError.field === 'wallet' ? msg`Đang tìm tên chủ ví…` : msg`Đang tìm tên chủ tài khoản…`);
    case 'address':
      if (fieldError.problem === 'wrong-network' && !fieldError.instead)
        return wrongNetworkText(i18n, from, fieldError.otherChain ?? networkNames(fieldError.belongsTo ?? []));
      return isTradedCode(from) ? addressProblemText(i18n, from, fieldError, currency?.addressExample ?? '') : '';
    case 'refused':
      return codeText(i18n, locale, fieldError.code, { of: fieldError.field, bank: bank?.shortName ?? '', currency: CURRENCIES[from].name });
  }
}

function wrongNetworkText(i18n: I18n, from: CurrencyCode, others: string): string {
  const { name } = CURRENCIES[from];
  return others === ''
    ? i18n._(msg`Đây là địa chỉ của mạng khác. Tiền chỉ hoàn được về địa chỉ ${{ name }}.`)
    : i18n._(msg`Đây là địa chỉ ${{ others }}. Tiền chỉ hoàn được về địa chỉ ${{ name }}.`);
}
