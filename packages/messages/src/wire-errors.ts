import type { MessageDescriptor } from '@lingui/core';
import type { ErrorCode } from '@quydoi/contract/errors';

/** Messages of the errors that only programs and operators meet, by code: pages never load them. */
export const WIRE_ERROR_MESSAGES = {
  SIGNATURE_INVALID: /*i18n*/ { id: 'error.SIGNATURE_INVALID', message: 'Chữ ký của yêu cầu không hợp lệ.' },
  BODY_INVALID: /*i18n*/ { id: 'error.BODY_INVALID', message: 'Không đọc được nội dung yêu cầu.' },
  METHOD_NOT_ALLOWED: /*i18n*/ { id: 'error.METHOD_NOT_ALLOWED', message: 'Địa chỉ này không hỗ trợ phương thức của yêu cầu.' },
  RATE_CIRCLE: /*i18n*/ {
    id: 'error.RATE_CIRCLE',
    message: 'Vòng giao dịch {circle} đổi {paid} thành {received}. Hãy sửa giá, hoặc bắt buộc kèm ghi chú.',
  },
  DIFFERENCE_CHANGED: /*i18n*/ {
    id: 'error.DIFFERENCE_CHANGED',
    message: 'Chênh lệch hiện là {difference}. Hãy kiểm tra lại trước khi chấp nhận.',
  },
} as const satisfies Partial<Record<ErrorCode, MessageDescriptor>>;
