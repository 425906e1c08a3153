import type { MessageDescriptor } from '@lingui/core';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { OrderAction, OrderReason, OrderStatus } from '@quydoi/domain/order-status';

/** Badge labels by order status. */
export const STATUS_LABELS = {
  pending: /*i18n*/ { id: 'status.pending', message: 'Chờ thanh toán' },
  verifying_transaction: /*i18n*/ { id: 'status.verifying_transaction', message: 'Đang xác nhận' },
  paid: /*i18n*/ { id: 'status.paid', message: 'Đã nhận tiền' },
  delivering: /*i18n*/ { id: 'status.delivering', message: 'Đang chuyển' },
  waitingotp: /*i18n*/ { id: 'status.waitingotp', message: 'Đang chuyển' },
  retry_scheduled: /*i18n*/ { id: 'status.retry_scheduled', message: 'Sẽ thử lại' },
  handmake: /*i18n*/ { id: 'status.handmake', message: 'Chuyển thủ công' },
  error: /*i18n*/ { id: 'status.error', message: 'Chưa chuyển được' },
  ERROR_EVOUCHER: /*i18n*/ { id: 'status.ERROR_EVOUCHER', message: 'Voucher lỗi' },
  delivered: /*i18n*/ { id: 'status.delivered', message: 'Hoàn tất' },
  cancelled: /*i18n*/ { id: 'status.cancelled', message: 'Đã hủy' },
  forged: /*i18n*/ { id: 'status.forged', message: 'Không hợp lệ' },
} as const satisfies Record<OrderStatus, MessageDescriptor>;

/** Headlines of the order page and of mails by status. Parameters: `amount`, `masked`, `network`, `time`, `n`, `reason`. */
export const STATUS_HEADLINES = {
  pending: /*i18n*/ { id: 'headline.pending', message: 'Chờ bạn chuyển {amount}' },
  verifying_transaction: /*i18n*/ { id: 'headline.verifying_transaction', message: 'Đã thấy giao dịch, đang xác nhận' },
  paid: /*i18n*/ { id: 'headline.paid', message: 'Đã nhận tiền, đang chuẩn bị chuyển' },
  delivering: /*i18n*/ { id: 'headline.delivering', message: 'Đang chuyển cho bạn' },
  waitingotp: /*i18n*/ { id: 'headline.waitingotp', message: 'Đang chuyển cho bạn' },
  retry_scheduled: /*i18n*/ { id: 'headline.retry_scheduled', message: '{network} đang chậm, thử lại lúc {time}' },
  handmake: /*i18n*/ { id: 'headline.handmake', message: 'Nhân viên chuyển thủ công, thường mất {n} phút' },
  error: /*i18n*/ { id: 'headline.error', message: 'Chưa chuyển được: {reason}' },
  ERROR_EVOUCHER: /*i18n*/ { id: 'headline.ERROR_EVOUCHER', message: 'Voucher lỗi: {reason}' },
  delivered: /*i18n*/ { id: 'headline.delivered', message: 'Đã chuyển {amount} tới {masked}' },
  cancelled: /*i18n*/ { id: 'headline.cancelled', message: 'Đơn đã hủy' },
  forged: /*i18n*/ { id: 'headline.forged', message: 'Giao dịch không hợp lệ' },
} as const satisfies Record<OrderStatus, MessageDescriptor>;

/** Headlines by reason, which replace the status headline. Parameters: `x` received, `y` the difference, `amount`, `time`. */
export const REASON_HEADLINES = {
  underpaid: /*i18n*/ { id: 'headline.reason.underpaid', message: 'Đã nhận {x}, còn thiếu {y}' },
  overpaid: /*i18n*/ { id: 'headline.reason.overpaid', message: 'Chúng tôi nhận dư {y}' },
  late: /*i18n*/ { id: 'headline.reason.late', message: 'Tiền đến sau khi giá hết hạn' },
  risk: /*i18n*/ { id: 'headline.reason.risk', message: 'Tạm giữ để kiểm tra, chậm nhất {time}' },
  expired: /*i18n*/ { id: 'headline.reason.expired', message: 'Đơn hết hạn, chưa nhận tiền' },
  superseded: /*i18n*/ { id: 'headline.reason.superseded', message: 'Đơn đã được thay bằng đơn mới' },
  abandoned: /*i18n*/ { id: 'headline.reason.abandoned', message: 'Đơn đã hủy' },
  balance_short: /*i18n*/ { id: 'headline.reason.balance_short', message: 'Số dư không đủ, đơn đã hủy' },
  refunded: /*i18n*/ { id: 'headline.reason.refunded', message: 'Đã hoàn {amount}' },
  refunding: /*i18n*/ { id: 'headline.reason.refunding', message: 'Đang hoàn {amount} cho bạn' },
  refund_review: /*i18n*/ { id: 'headline.reason.refund_review', message: 'Khoản hoàn {amount} chờ nhân viên kiểm tra' },
  reversed: /*i18n*/ { id: 'headline.reason.reversed', message: 'Tiền chuyển cho bạn bị trả lại, chúng tôi đang xử lý' },
} as const satisfies Partial<Record<OrderReason, MessageDescriptor>>;

/** Reasons of a status, as a clause within a sentence. */
export const REASON_TEXTS = {
  expired: /*i18n*/ { id: 'reason.expired', message: 'hết thời gian chờ thanh toán' },
  superseded: /*i18n*/ { id: 'reason.superseded', message: 'đã được thay bằng đơn mới' },
  abandoned: /*i18n*/ { id: 'reason.abandoned', message: 'hủy theo yêu cầu của bạn' },
  refunded: /*i18n*/ { id: 'reason.refunded', message: 'tiền đã được hoàn lại' },
  refunding: /*i18n*/ { id: 'reason.refunding', message: 'tiền đang được hoàn lại' },
  refund_review: /*i18n*/ { id: 'reason.refund_review', message: 'khoản hoàn chờ nhân viên kiểm tra' },
  underpaid: /*i18n*/ { id: 'reason.underpaid', message: 'số tiền nhận được ít hơn số cần chuyển' },
  overpaid: /*i18n*/ { id: 'reason.overpaid', message: 'số tiền nhận được nhiều hơn số cần chuyển' },
  late: /*i18n*/ { id: 'reason.late', message: 'tiền đến sau khi giá hết hạn' },
  risk: /*i18n*/ { id: 'reason.risk', message: 'giao dịch cần được kiểm tra thêm' },
  rail_off: /*i18n*/ { id: 'reason.rail_off', message: 'kênh chuyển tiền đang bảo trì' },
  no_fast_transfer: /*i18n*/ { id: 'reason.no_fast_transfer', message: 'ngân hàng nhận không hỗ trợ chuyển nhanh' },
  over_limit: /*i18n*/ { id: 'reason.over_limit', message: 'số tiền vượt mức chuyển tự động' },
  reserve_short: /*i18n*/ { id: 'reason.reserve_short', message: 'đang bổ sung tiền dự trữ' },
  payout_refused: /*i18n*/ { id: 'reason.payout_refused', message: 'ngân hàng hoặc ví nhận từ chối giao dịch' },
  payout_unknown: /*i18n*/ { id: 'reason.payout_unknown', message: 'đang đối chiếu với đối tác thanh toán' },
  balance_short: /*i18n*/ { id: 'reason.balance_short', message: 'số dư không đủ' },
  no_tries_left: /*i18n*/ { id: 'reason.no_tries_left', message: 'đã thử nhiều lần, nhân viên sẽ xử lý' },
  reversed: /*i18n*/ { id: 'reason.reversed', message: 'tiền bị trả lại' },
  voucher_refused: /*i18n*/ { id: 'reason.voucher_refused', message: 'mã voucher chưa được chấp nhận' },
  voucher_unknown: /*i18n*/ { id: 'reason.voucher_unknown', message: 'đang chờ nhà phát hành phản hồi' },
} as const satisfies Record<OrderReason, MessageDescriptor>;

/** Button labels by order action. */
export const ACTION_LABELS = {
  cancel: /*i18n*/ { id: 'action.cancel', message: 'Hủy đơn' },
  acceptRecalculation: /*i18n*/ { id: 'action.acceptRecalculation', message: 'Đổi số tiền đã nhận' },
  topUp: /*i18n*/ { id: 'action.topUp', message: 'Chuyển thêm' },
  refundExcess: /*i18n*/ { id: 'action.refundExcess', message: 'Hoàn phần dư' },
  requestRefund: /*i18n*/ { id: 'action.requestRefund', message: 'Hoàn tiền' },
  submitVoucher: /*i18n*/ { id: 'action.submitVoucher', message: 'Gửi voucher' },
  review: /*i18n*/ { id: 'action.review', message: 'Đánh giá' },
} as const satisfies Record<OrderAction, MessageDescriptor>;

/** Network names that differ by language; all others use their brand name (`Network.name`). */
export const NETWORK_NAMES = {
  bank: /*i18n*/ { id: 'network.bank', message: 'Ngân hàng' },
} as const satisfies Partial<Record<NetworkCode, MessageDescriptor>>;

/**
 * Other texts of the order page. Parameters of `underpaidOver`: `x` received, `y` the difference; of `verifyingCount`: `n` of `m` confirmations; of
 * `furtherSeen`: `more`, the further payment; of `claimed`: `at`, when the payment was made as the customer says.
 */
export const ORDER_NOTES = {
  /** Badge and headline of an order that awaits a payment whose price has expired. */
  expiredBadge: /*i18n*/ { id: 'order.expiredBadge', message: 'Giá hết hạn' },
  /** Badge and headline of an order whose customer has claimed its payment, until the claim is answered. */
  claimedBadge: /*i18n*/ { id: 'order.claimedBadge', message: 'Đã báo chuyển' },
  claimed: /*i18n*/ { id: 'order.claimed', message: 'Bạn báo đã chuyển tiền lúc {at}' },
  /** Badges of orders that wait for the customer's decision, are held for a check, are being refunded, or have been. */
  chooseBadge: /*i18n*/ { id: 'order.chooseBadge', message: 'Cần bạn chọn' },
  heldBadge: /*i18n*/ { id: 'order.heldBadge', message: 'Tạm giữ' },
  refundingBadge: /*i18n*/ { id: 'order.refundingBadge', message: 'Đang hoàn' },
  refundedBadge: /*i18n*/ { id: 'order.refundedBadge', message: 'Đã hoàn' },
  /** Badge, in lists, of an order that holds a payment that it cannot take. */
  extraBadge: /*i18n*/ { id: 'order.extraBadge', message: 'Có tiền chưa dùng' },
  /** Headline of a refund that has failed, and that staff look into. */
  refundFailed: /*i18n*/ { id: 'order.refundFailed', message: 'Chưa hoàn được {amount}, nhân viên đang xử lý' },
  charging: /*i18n*/ { id: 'order.charging', message: 'Đang trừ {amount} từ số dư của bạn' },
  credited: /*i18n*/ { id: 'order.credited', message: 'Đã cộng {amount} vào số dư của bạn' },
  priceExpired: /*i18n*/ { id: 'order.priceExpired', message: 'Giá đã hết hạn' },
  /** Label of `error` while the payout is retried automatically. */
  sellError: /*i18n*/ { id: 'order.sellError', message: 'Chưa chuyển được, hệ thống sẽ tự thử lại' },
  /** Headline of an underpaid order whose timer has ended. */
  underpaidOver: /*i18n*/ { id: 'order.underpaidOver', message: 'Đã nhận {x}, thiếu {y}' },
  /** Headline of an unconfirmed payment with its confirmations. */
  verifyingCount: /*i18n*/ { id: 'order.verifyingCount', message: 'Đã thấy giao dịch, đang xác nhận {n}/{m}' },
  /** Headline of a further payment that is not confirmed yet, of an order that was paid too little, too much or too late. */
  furtherSeen: /*i18n*/ { id: 'order.furtherSeen', message: 'Đã ghi nhận thêm {more}, đang xác nhận' },
  /** Headlines of orders that a voucher pays: while it is awaited, its issuer is asked, its money is not confirmed; and of those paid out in one. */
  voucherPending: /*i18n*/ { id: 'order.voucherPending', message: 'Chờ bạn nhập voucher {amount}' },
  voucherChecking: /*i18n*/ { id: 'order.voucherChecking', message: 'Đang kiểm tra voucher với nhà phát hành' },
  voucherAccepted: /*i18n*/ { id: 'order.voucherAccepted', message: 'Đã nhận tiền từ voucher, đang xác nhận' },
  voucherDelivered: /*i18n*/ { id: 'order.voucherDelivered', message: 'Voucher {amount} của bạn đã sẵn sàng' },
  /** Note on cancelled orders that can still receive a late payment. */
  lateNote: /*i18n*/ { id: 'order.lateNote', message: 'Bạn chuyển muộn? Chúng tôi vẫn ghi nhận và xử lý cho bạn.' },
} as const satisfies Record<string, MessageDescriptor>;
