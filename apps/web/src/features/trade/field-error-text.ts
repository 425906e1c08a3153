import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Locale } from '@quydoi/domain/locales';
import { codeText } from '../../lib/error-text.ts';
import type { FieldError, FieldName } from './field-errors.ts';
import type { TradeOption } from './offer.ts';
import { customerWalletOf } from './order-input.ts';
import { loadedAddressTools } from './use-address-tools.ts';

const MISSING_WALLET = { destination: msg`Nhập ví nhận.`, sender: msg`Nhập ví bạn dùng để gửi.` };

/** Localized message of a field error, with the limit or the fix. */
export function fieldErrorText(i18n: I18n, locale: Locale, offer: TradeOption, field: FieldName, fieldError: FieldError): string {
  switch (fieldError.reason) {
    case 'refused': {
      const words = codeText(i18n, locale, fieldError.code, { of: field, ...fieldError.params });
      const { digits } = fieldError.params;
      return fieldError.code === 'BANK_ACCOUNT_INVALID' && digits !== undefined ? i18n._(msg`${{ words }}: phải gồm ${{ digits }} chữ số.`) : words;
    }
    case 'address': {
      const side = customerWalletOf(offer);
      // The error is the tools' own.
      return (side && loadedAddressTools()?.addressProblemText(i18n, side.code, fieldError, side.currency.addressExample)) ?? '';
    }
    case 'unclear':
      return i18n._(msg`Chưa rõ số lượng. Hãy chọn hoặc nhập lại.`);
    case 'waiting':
      return i18n._(field === 'wallet' ? msg`Đang tìm tên chủ ví…` : msg`Đang tìm tên chủ tài khoản…`);
    case 'missing':
      return i18n._(missing(offer, field));
  }
}

function missing(offer: TradeOption, field: FieldName) {
  const isSell = offer.kind === 'sell';
  switch (field) {
    case 'quantity':
      return msg`Nhập số lượng.`;
    case 'wallet':
      return MISSING_WALLET[customerWalletOf(offer)?.role ?? 'destination'];
    case 'bank':
      return isSell ? msg`Chọn ngân hàng nhận tiền.` : msg`Chọn ngân hàng bạn dùng để chuyển.`;
    case 'holder':
      return msg`Nhập tên chủ tài khoản.`;
    case 'account':
      return isSell ? msg`Nhập số tài khoản nhận tiền.` : msg`Nhập số tài khoản bạn dùng để chuyển.`;
  }
}
