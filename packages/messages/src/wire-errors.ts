import type { MessageDescriptor } from '@lingui/core';
import type { ErrorCode } from '@quydoi/contract/errors';

/**
 * Messages of the errors that pages never load, by code: those that only programs and operators get, and those of which pages show the server's
 * message. Parameters of `RESERVE_BUSY`: whose `share` of the reserve is used up, and, if `room` is `some`, a quantity that works (`n`, `unit`). `wait` is
 * written from the parameter `seconds`.
 */
export const WIRE_ERROR_MESSAGES = {
  SIGNATURE_INVALID: /*i18n*/ { id: 'error.SIGNATURE_INVALID', message: 'Chữ ký của yêu cầu không hợp lệ.' },
  BODY_INVALID: /*i18n*/ { id: 'error.BODY_INVALID', message: 'Không đọc được nội dung yêu cầu.' },
  METHOD_NOT_ALLOWED: /*i18n*/ { id: 'error.METHOD_NOT_ALLOWED', message: 'Địa chỉ này không hỗ trợ phương thức của yêu cầu.' },
  IDEMPOTENCY_KEY_TOO_SHORT: /*i18n*/ {
    id: 'error.IDEMPOTENCY_KEY_TOO_SHORT',
    message: 'Idempotency-Key phải có ít nhất {min} ký tự và không đoán được, ví dụ một UUID ngẫu nhiên.',
  },
  RATE_CIRCLE: /*i18n*/ {
    id: 'error.RATE_CIRCLE',
    message: 'Vòng giao dịch {circle} đổi {paid} thành {received}. Hãy sửa giá, hoặc bắt buộc kèm ghi chú.',
  },
  DIFFERENCE_CHANGED: /*i18n*/ {
    id: 'error.DIFFERENCE_CHANGED',
    message: 'Chênh lệch hiện là {difference}. Hãy kiểm tra lại trước khi chấp nhận.',
  },
  KYC_TO_CONTINUE: /*i18n*/ { id: 'error.KYC_TO_CONTINUE', message: 'Đơn này cần xác minh danh tính. Việc duyệt thường mất 5–10 phút.' },
  FORBIDDEN: /*i18n*/ { id: 'error.FORBIDDEN', message: 'Bạn không có quyền thực hiện thao tác này.' },
  CSRF_INVALID: /*i18n*/ { id: 'error.CSRF_INVALID', message: 'Trang đã mở quá lâu. Vui lòng tải lại trang rồi thử lại.' },
  IP_BLOCKED: /*i18n*/ { id: 'error.IP_BLOCKED', message: 'Mạng bạn đang dùng tạm thời bị chặn. Vui lòng liên hệ hỗ trợ.' },
  TOO_MANY_REQUESTS: /*i18n*/ { id: 'error.TOO_MANY_REQUESTS', message: 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau {wait}.' },
  PAYLOAD_TOO_LARGE: /*i18n*/ { id: 'error.PAYLOAD_TOO_LARGE', message: 'Nội dung gửi lên quá lớn.' },
  TOO_MANY_OPEN_ORDERS: /*i18n*/ {
    id: 'error.TOO_MANY_OPEN_ORDERS',
    message: 'Bạn đang có nhiều đơn chờ thanh toán. Hãy thanh toán hoặc hủy bớt một đơn rồi thử lại.',
  },
  RESERVE_BUSY: /*i18n*/ {
    id: 'error.RESERVE_BUSY',
    message:
      '{share, select, subject {Các đơn chưa thanh toán của bạn đang chiếm phần lớn dự trữ. Hãy thanh toán hoặc hủy các đơn đó, hoặc giảm số lượng.} network {Các đơn chưa thanh toán từ mạng bạn đang dùng chiếm phần lớn dự trữ. Hãy giảm số lượng hoặc thử lại sau ít phút.} other {Dự trữ đang được giữ cho nhiều đơn khác. Hãy giảm số lượng hoặc thử lại sau ít phút.}}{room, select, some { Hiện đặt được {n} {unit}.} other {}}',
  },
  IDEMPOTENCY_CONFLICT: /*i18n*/ {
    id: 'error.IDEMPOTENCY_CONFLICT',
    message: 'Yêu cầu này đã được gửi với nội dung khác. Vui lòng tải lại trang rồi thử lại.',
  },
  CREDENTIALS_INVALID: /*i18n*/ {
    id: 'error.CREDENTIALS_INVALID',
    message: 'Thông tin đăng nhập chưa đúng. Vui lòng kiểm tra lại email hoặc tên đăng nhập và mật khẩu.',
  },
  PASSWORD_COMMON: /*i18n*/ { id: 'error.PASSWORD_COMMON', message: 'Mật khẩu này quá phổ biến nên dễ bị đoán. Vui lòng chọn mật khẩu khác.' },
  LINK_INVALID: /*i18n*/ {
    id: 'error.LINK_INVALID',
    message: 'Liên kết này đã được dùng hoặc đã hết hạn. Vui lòng yêu cầu liên kết mới.',
  },
  TOO_MANY_PASSWORDS: /*i18n*/ {
    id: 'error.TOO_MANY_PASSWORDS',
    message: 'Sai mật khẩu quá nhiều lần trong hôm nay. Vui lòng thử lại sau {hours} giờ.',
  },
  CODE_INVALID: /*i18n*/ {
    id: 'error.CODE_INVALID',
    message:
      '{of, select, sms {Mã chưa đúng hoặc đã quá 5 phút. Hãy nhập mã trong tin nhắn mới nhất, hoặc một mã khôi phục chưa dùng.} other {Mã chưa đúng. Hãy nhập mã đang hiện trong ứng dụng, hoặc một mã khôi phục chưa dùng.}}',
  },
  CODE_USED: /*i18n*/ {
    id: 'error.CODE_USED',
    message: '{of, select, sms {Mã này đã được dùng. Hãy gửi mã mới.} other {Mã này đã được dùng. Hãy đợi ứng dụng hiện mã mới rồi nhập lại.}}',
  },
  PHONE_INVALID: /*i18n*/ {
    id: 'error.PHONE_INVALID',
    message: 'Vui lòng nhập số di động Việt Nam, ví dụ 0912 345 678.',
  },
  SMS_NOT_SENT: /*i18n*/ {
    id: 'error.SMS_NOT_SENT',
    message: 'Chưa gửi được tin nhắn. Vui lòng thử lại sau một phút, hoặc dùng mã khôi phục nếu có.',
  },
  TOO_MANY_SMS: /*i18n*/ {
    id: 'error.TOO_MANY_SMS',
    message:
      '{limit, select, day {Hôm nay đã gửi quá nhiều tin nhắn. Vui lòng thử lại sau {hours} giờ, hoặc dùng mã khôi phục nếu có.} other {Tin nhắn vừa được gửi. Vui lòng đợi {seconds} giây rồi gửi lại.}}',
  },
  TOO_MANY_CODES: /*i18n*/ {
    id: 'error.TOO_MANY_CODES',
    message: 'Sai mã quá nhiều lần trong hôm nay. Vui lòng thử lại sau {hours} giờ.',
  },
  CHALLENGE_INVALID: /*i18n*/ { id: 'error.CHALLENGE_INVALID', message: 'Đã quá thời gian chờ. Vui lòng làm lại từ đầu.' },
  PASSKEY_INVALID: /*i18n*/ {
    id: 'error.PASSKEY_INVALID',
    message: 'Khóa truy cập (passkey) này không dùng được. Hãy thử khóa khác hoặc dùng mật khẩu.',
  },
  TOO_MANY_PASSKEYS: /*i18n*/ {
    id: 'error.TOO_MANY_PASSKEYS',
    message: 'Mỗi tài khoản có tối đa {max} khóa truy cập. Hãy xóa bớt một khóa rồi thử lại.',
  },
  TWO_FACTOR_CHANGED: /*i18n*/ {
    id: 'error.TWO_FACTOR_CHANGED',
    message: 'Xác thực hai lớp vừa được bật hoặc tắt ở nơi khác. Vui lòng tải lại trang.',
  },
  IDENTITY_VERIFIED: /*i18n*/ {
    id: 'error.IDENTITY_VERIFIED',
    message: 'Danh tính đã được xác minh nên họ tên, ngày sinh và số giấy tờ không đổi được nữa. Vui lòng liên hệ hỗ trợ.',
  },
  IDENTITY_SUBMITTED: /*i18n*/ {
    id: 'error.IDENTITY_SUBMITTED',
    message: 'Giấy tờ của bạn đang được kiểm tra nên chưa thay được ảnh, họ tên, ngày sinh và số giấy tờ.',
  },
  IDENTITY_INCOMPLETE: /*i18n*/ {
    id: 'error.IDENTITY_INCOMPLETE',
    message: 'Cần đủ ba ảnh: mặt trước, mặt sau và ảnh chân dung.',
  },
  IMAGE_INVALID: /*i18n*/ {
    id: 'error.IMAGE_INVALID',
    message: 'Không đọc được ảnh. Hãy chọn ảnh png, jpg hoặc svg khác.',
  },
  IMAGE_TOO_LARGE: /*i18n*/ {
    id: 'error.IMAGE_TOO_LARGE',
    message: 'Ảnh quá lớn: tối đa 10 MB và 40 triệu điểm ảnh.',
  },
  ORDERS_OPEN: /*i18n*/ {
    id: 'error.ORDERS_OPEN',
    message: 'Tài khoản còn đơn chưa hoàn tất. Hãy đợi đơn xong hoặc hủy đơn rồi xóa tài khoản.',
  },
  BALANCE_LEFT: /*i18n*/ {
    id: 'error.BALANCE_LEFT',
    message: 'Ví của bạn còn tiền, hoặc có khoản rút hay đơn trả từ số dư xong chưa đến 24 giờ. Hãy rút hết, đợi 24 giờ rồi xóa tài khoản.',
  },
  DESTINATION_UNKNOWN: /*i18n*/ {
    id: 'error.DESTINATION_UNKNOWN',
    message: 'Chỉ rút được về tài khoản hoặc ví bạn đã lưu. Hãy lưu nơi nhận trước; sau 24 giờ là rút được.',
  },
  DESTINATION_NEW: /*i18n*/ {
    id: 'error.DESTINATION_NEW',
    message: 'Nơi nhận này mới được lưu. Để bảo vệ tiền của bạn, sau {hours} giờ nữa mới rút về đây được.',
  },
  BALANCE_SHORT: /*i18n*/ { id: 'error.BALANCE_SHORT', message: 'Số dư không đủ: hiện có {n} {code}.' },
  WITHDRAWALS_OFF: /*i18n*/ { id: 'error.WITHDRAWALS_OFF', message: 'Rút tiền đang tạm dừng. Số dư của bạn vẫn an toàn, vui lòng thử lại sau.' },
  TOO_MANY_WITHDRAWALS: /*i18n*/ {
    id: 'error.TOO_MANY_WITHDRAWALS',
    message: 'Bạn đang có {max} lệnh rút chưa xong. Vui lòng đợi rồi rút tiếp.',
  },
  TWO_FACTOR_NEEDED: /*i18n*/ {
    id: 'error.TWO_FACTOR_NEEDED',
    message: 'Rút tiền cần mã của ứng dụng xác thực. Hãy bật xác thực hai lớp bằng ứng dụng ở trang Tài khoản.',
  },
  TOO_MANY_DESTINATIONS: /*i18n*/ {
    id: 'error.TOO_MANY_DESTINATIONS',
    message: 'Chỉ lưu được tối đa {max} nơi nhận. Hãy bỏ lưu bớt rồi thử lại.',
  },
  COUPON_UNKNOWN: /*i18n*/ { id: 'error.COUPON_UNKNOWN', message: 'Không có mã giảm giá này. Vui lòng kiểm tra lại từng chữ và số.' },
  COUPON_EXPIRED: /*i18n*/ { id: 'error.COUPON_EXPIRED', message: 'Mã giảm giá này đã hết hạn.' },
  COUPON_USED_UP: /*i18n*/ { id: 'error.COUPON_USED_UP', message: 'Mã giảm giá này đã hết lượt dùng.' },
  COUPON_USED_BEFORE: /*i18n*/ { id: 'error.COUPON_USED_BEFORE', message: 'Bạn đã dùng hết lượt của mã giảm giá này.' },
  COUPON_NOT_FOR_ORDER: /*i18n*/ { id: 'error.COUPON_NOT_FOR_ORDER', message: 'Mã giảm giá này không dùng được cho đơn này.' },
  COUPON_ORDER_TOO_SMALL: /*i18n*/ { id: 'error.COUPON_ORDER_TOO_SMALL', message: 'Mã giảm giá này dành cho đơn từ {amount} vnd.' },
  COUPON_FOR_MEMBERS: /*i18n*/ {
    id: 'error.COUPON_FOR_MEMBERS',
    message: 'Mã giảm giá này dành cho khách có tài khoản. Vui lòng đăng nhập rồi thử lại.',
  },
} as const satisfies Partial<Record<ErrorCode, MessageDescriptor>>;
