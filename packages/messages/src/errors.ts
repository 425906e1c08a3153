import type { MessageDescriptor } from '@lingui/core';
import type { ErrorCode } from '@quydoi/contract/errors';

/**
 * Messages of the errors that any page may show, by code. Parameters:
 * - `n`, `code`, `amount`: formatted limits and amounts; `currency`, `bank`: names
 * - `problem`: `ours` if the account is one of the exchange's own
 * - `of`: what is concerned, on pages the field: `wallet`, else a bank account; at `quantity` a limit is written as its chip is
 */
export const ERROR_MESSAGES = {
  REQUIRED_LOGIN: /*i18n*/ { id: 'error.REQUIRED_LOGIN', message: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.' },
  LOGIN_FOR_AMOUNT: /*i18n*/ {
    id: 'error.LOGIN_FOR_AMOUNT',
    message: '{amount, select, 0 {Vui lòng đăng nhập để tạo đơn hàng} other {Vui lòng đăng nhập để tạo đơn hàng lớn hơn {amount} vnd}}',
  },
  VALIDATION_FAILED: /*i18n*/ { id: 'error.VALIDATION_FAILED', message: 'Có thông tin chưa đúng. Vui lòng kiểm tra lại các ô được đánh dấu.' },
  NOT_FOUND: /*i18n*/ { id: 'error.NOT_FOUND', message: 'Không tìm thấy thông tin!' },
  ORDER_NOT_FOUND: /*i18n*/ { id: 'error.ORDER_NOT_FOUND', message: 'Không tìm thấy đơn hàng. Vui lòng kiểm tra lại mã đơn.' },
  CURRENCY_NOT_SUPPORTED: /*i18n*/ { id: 'error.CURRENCY_NOT_SUPPORTED', message: 'Loại tiền này chưa được hỗ trợ.' },
  MAINTENANCE: /*i18n*/ { id: 'error.MAINTENANCE', message: 'Hệ thống đang Bảo Trì' },
  QUANTITY_INVALID: /*i18n*/ { id: 'error.QUANTITY_INVALID', message: 'Số lượng chưa đúng. Vui lòng nhập một số lớn hơn 0.' },
  QUANTITY_TOO_SMALL: /*i18n*/ { id: 'error.QUANTITY_TOO_SMALL', message: 'Tối thiểu{of, select, quantity {} other {:}} {n} {code}' },
  QUANTITY_TOO_LARGE: /*i18n*/ {
    id: 'error.QUANTITY_TOO_LARGE',
    message: 'Tối đa{of, select, quantity {} other {:}} {n} {code}{n, select, 0 { (Đang Bảo Trì)} other {}}',
  },
  WALLET_ADDRESS_INVALID: /*i18n*/ {
    id: 'error.WALLET_ADDRESS_INVALID',
    message: '{problem, select, ours {Đây là ví của chính chúng tôi. Hãy nhập ví của bạn.} other {Địa chỉ ví {currency} không hợp lệ}}',
  },
  BANK_ACCOUNT_INVALID: /*i18n*/ {
    id: 'error.BANK_ACCOUNT_INVALID',
    message:
      '{problem, select, ours {Đây là tài khoản của chính chúng tôi. Hãy nhập số tài khoản của bạn.} other {Số tài khoản {bank} không hợp lệ}}',
  },
  ACCOUNT_NAME_INVALID: /*i18n*/ {
    id: 'error.ACCOUNT_NAME_INVALID',
    message: 'Không tìm thấy chủ {of, select, wallet {ví. Vui lòng kiểm tra lại mã ví} other {tài khoản. Vui lòng kiểm tra lại số tài khoản}}.',
  },
  ACCOUNT_NAME_WAITING: /*i18n*/ { id: 'error.ACCOUNT_NAME_WAITING', message: 'Đang tìm tên chủ tài khoản, vui lòng đợi vài giây rồi thử lại.' },
  LOOKUP_UNAVAILABLE: /*i18n*/ {
    id: 'error.LOOKUP_UNAVAILABLE',
    message: 'Tạm thời chưa tra được tên chủ {of, select, wallet {ví} other {tài khoản}}. Vui lòng thử lại sau ít phút.',
  },
  WEBMONEY_NEEDS_FORMAL_PASSPORT: /*i18n*/ {
    id: 'error.WEBMONEY_NEEDS_FORMAL_PASSPORT',
    message: 'Vui lòng xác minh Formal Passport trên WebMoney trước',
  },
  WEBMONEY_NEW_ACCOUNT: /*i18n*/ { id: 'error.WEBMONEY_NEW_ACCOUNT', message: 'Tài khoản WMZ mới dưới 7 ngày cần nâng cấp lên Formal Passport' },
  WEBMONEY_LIMIT_EXCEEDED: /*i18n*/ {
    id: 'error.WEBMONEY_LIMIT_EXCEEDED',
    message: 'Ví WebMoney đã đến hạn mức. Hãy nâng hạn mức lên không giới hạn trong phần mềm ví rồi thử lại.',
  },
  RATE_CHANGED: /*i18n*/ { id: 'error.RATE_CHANGED', message: 'Giá vừa thay đổi. Chưa có đơn nào được tạo; vui lòng xem giá mới rồi tiếp tục.' },
  TRY_AGAIN_AFTER_15_SECONDS: /*i18n*/ { id: 'error.TRY_AGAIN_AFTER_15_SECONDS', message: 'Vui lòng thử lại sau 15 giây.' },
  UNAVAILABLE: /*i18n*/ { id: 'error.UNAVAILABLE', message: 'Hệ thống đang bận. Vui lòng thử lại sau ít phút.' },
  INTERNAL: /*i18n*/ { id: 'error.INTERNAL', message: 'Có lỗi từ phía chúng tôi. Vui lòng thử lại; nếu vẫn còn, hãy liên hệ hỗ trợ.' },
} as const satisfies Partial<Record<ErrorCode, MessageDescriptor>>;
