import type { MessageDescriptor } from '@lingui/core';
import type { OrderEventCode } from '@quydoi/domain/order/event';

/** Texts of the order log by event code. */
export const EVENT_TEXTS = {
  created: /*i18n*/ { id: 'event.created', message: 'Đơn hàng được tạo' },
  payment_unconfirmed: /*i18n*/ { id: 'event.payment_unconfirmed', message: 'Đã thấy giao dịch của bạn' },
  payment_confirmed: /*i18n*/ { id: 'event.payment_confirmed', message: 'Giao dịch đã được xác nhận' },
  payment_mismatch: /*i18n*/ {
    id: 'event.payment_mismatch',
    message:
      '{reason, select, underpaid {Còn thiếu} overpaid {Nhận dư} late {Tiền đến sau khi giá hết hạn} other {Khoản tiền nhận được không khớp với đơn}}',
  },
  paid: /*i18n*/ { id: 'event.paid', message: 'Đã nhận đủ tiền' },
  expired: /*i18n*/ { id: 'event.expired', message: 'Hết thời gian chờ thanh toán' },
  abandoned: /*i18n*/ { id: 'event.abandoned', message: 'Đơn được hủy theo yêu cầu' },
  superseded: /*i18n*/ { id: 'event.superseded', message: 'Đơn được thay bằng đơn mới' },
  payout_started: /*i18n*/ { id: 'event.payout_started', message: 'Bắt đầu chuyển tiền cho bạn' },
  payout_sent: /*i18n*/ { id: 'event.payout_sent', message: 'Đã gửi lệnh chuyển tiền, chờ xác nhận' },
  payout_unknown: /*i18n*/ { id: 'event.payout_unknown', message: 'Đang đối chiếu với đối tác thanh toán' },
  payout_retry: /*i18n*/ { id: 'event.payout_retry', message: 'Chưa chuyển được, sẽ tự thử lại' },
  payout_failed: /*i18n*/ { id: 'event.payout_failed', message: 'Chưa chuyển được, nhân viên sẽ xử lý' },
  payout_by_hand: /*i18n*/ { id: 'event.payout_by_hand', message: 'Chuyển sang xử lý thủ công' },
  delivered: /*i18n*/ { id: 'event.delivered', message: 'Đã chuyển xong' },
  operator_resolved: /*i18n*/ { id: 'event.operator_resolved', message: 'Nhân viên đã xử lý' },
  extra_payment: /*i18n*/ { id: 'event.extra_payment', message: 'Đã nhận thêm một khoản tiền; hãy liên hệ hỗ trợ để nhận lại' },
  wrong_payment: /*i18n*/ { id: 'event.wrong_payment', message: 'Tiền đến sai mạng hoặc sai loại, nhân viên sẽ xử lý' },
  payment_dropped: /*i18n*/ { id: 'event.payment_dropped', message: 'Giao dịch đã thấy trước đó không được mạng xác nhận' },
  payment_forged: /*i18n*/ { id: 'event.payment_forged', message: 'Giao dịch không hợp lệ' },
  risk_cleared: /*i18n*/ { id: 'event.risk_cleared', message: 'Đã kiểm tra xong, đơn được tiếp tục' },
  recalculated: /*i18n*/ { id: 'event.recalculated', message: 'Đơn được tính lại theo số tiền đã nhận' },
  payout_part: /*i18n*/ { id: 'event.payout_part', message: 'Đã chuyển một phần' },
  payout_otp: /*i18n*/ { id: 'event.payout_otp', message: 'Ngân hàng yêu cầu xác nhận lệnh chuyển tiền' },
  payout_reversed: /*i18n*/ { id: 'event.payout_reversed', message: 'Khoản tiền chuyển cho bạn bị trả lại' },
  refund_started: /*i18n*/ { id: 'event.refund_started', message: 'Bắt đầu hoàn tiền cho bạn' },
  refund_failed: /*i18n*/ { id: 'event.refund_failed', message: 'Chưa hoàn được tiền, nhân viên sẽ xử lý' },
  claim_received: /*i18n*/ { id: 'event.claim_received', message: 'Bạn báo đã chuyển tiền, nhân viên sẽ tìm khoản này' },
  claim_found: /*i18n*/ { id: 'event.claim_found', message: 'Đã tìm thấy khoản tiền bạn báo' },
  claim_not_found: /*i18n*/ {
    id: 'event.claim_not_found',
    message: 'Chúng tôi chưa nhận được khoản nào như bạn báo; vui lòng kiểm tra lại với ngân hàng hoặc ví đã chuyển',
  },
  claim_more_needed: /*i18n*/ {
    id: 'event.claim_more_needed',
    message: 'Chưa đủ thông tin để tìm khoản bạn báo; vui lòng gửi biên lai cho bộ phận hỗ trợ',
  },
  balance_short: /*i18n*/ { id: 'event.balance_short', message: 'Số dư không đủ để trả cho đơn' },
  voucher_accepted: /*i18n*/ { id: 'event.voucher_accepted', message: 'Đã nhận tiền từ voucher, chờ xác nhận' },
  voucher_refused: /*i18n*/ { id: 'event.voucher_refused', message: 'Nhà phát hành không chấp nhận voucher; còn {left} lần thử' },
  voucher_unknown: /*i18n*/ { id: 'event.voucher_unknown', message: 'Chưa rõ voucher đã được nhận hay chưa, nhân viên sẽ kiểm tra' },
  refunded: /*i18n*/ { id: 'event.refunded', message: 'Đã hoàn tiền' },
} as const satisfies Record<OrderEventCode, MessageDescriptor>;
