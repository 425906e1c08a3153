import type { MessageDescriptor } from '@lingui/core';
import type { ErrorCode } from '@quydoi/contract/errors';

/** Messages of the errors that only the order page and those of accounts show, by code. */
export const ORDER_ERROR_MESSAGES = {
  SCREEN_LOCKED: /*i18n*/ { id: 'error.SCREEN_LOCKED', message: 'Màn hình đang khóa. Hãy mở trang Tài khoản và nhập mật khẩu để mở khóa.' },
  ORDER_ACTION_NOT_ALLOWED: /*i18n*/ {
    id: 'error.ORDER_ACTION_NOT_ALLOWED',
    message: 'Đơn đã chuyển sang bước khác nên không còn làm được việc này.',
  },
  ORDER_WITHOUT_ACCOUNT: /*i18n*/ {
    id: 'error.ORDER_WITHOUT_ACCOUNT',
    message: 'Đơn này được tạo không qua tài khoản nên không đổi được số tiền lớn như vậy. Bạn chỉ có thể nhận lại tiền.',
  },
  VOUCHER_INVALID: /*i18n*/ { id: 'error.VOUCHER_INVALID', message: 'Mã voucher không chính xác' },
  VOUCHER_CODE_INVALID: /*i18n*/ { id: 'error.VOUCHER_CODE_INVALID', message: 'Mã active voucher không chính xác' },
  VOUCHER_REFUSED: /*i18n*/ {
    id: 'error.VOUCHER_REFUSED',
    message: 'Nhà phát hành không chấp nhận voucher này: sai mã hoặc đã được sử dụng. Bạn còn {left} lần thử.',
  },
  VOUCHER_NOT_FOUND: /*i18n*/ {
    id: 'error.VOUCHER_NOT_FOUND',
    message: 'Không tìm thấy thông tin! Chỉ tra được voucher mua tại đây trong vòng 30 ngày.',
  },
  CLAIM_INVALID: /*i18n*/ {
    id: 'error.CLAIM_INVALID',
    message: 'Có thông tin chưa đúng. Vui lòng kiểm tra lại giờ chuyển, số cuối tài khoản và mã giao dịch.',
  },
  TOO_MANY_CLAIMS: /*i18n*/ {
    id: 'error.TOO_MANY_CLAIMS',
    message: 'Bạn đã báo đủ {n} lần cho đơn này. Vui lòng liên hệ hỗ trợ và gửi kèm biên lai chuyển tiền.',
  },
  REVIEW_INVALID: /*i18n*/ {
    id: 'error.REVIEW_INVALID',
    message:
      '{problem, select, contentRequired {Vui lòng nhập nội dung} contentTooLong {Nội dung vượt quá {n} ký tự} emailRequired {Vui lòng nhập email} emailInvalid {Email không hợp lệ} other {Đánh giá cần có nội dung (tối đa 300 ký tự) và email hợp lệ.}}',
  },
} as const satisfies Partial<Record<ErrorCode, MessageDescriptor>>;
