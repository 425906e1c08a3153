import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Badge, OrderAction, OrderReason, OrderStatus } from '@quydoi/domain/order-status';

/** Button of the order page: an action of the server, or one of the page's own. */
export type OrderButtonCode = OrderAction | 'support' | 'explorer' | 'receipt' | 'again';

/** Presentation of an order before its buttons are filtered by permissions and available decisions. */
export interface BasePresentation {
  /** Overrides the headline of the status or reason. */
  readonly headlineId?: string;
  /** Overrides the badge's label. */
  readonly badgeId?: string;
  /** Overrides the badge's colour. */
  readonly badge?: Badge;
  /** Its placeholder `expiry` is the time at which the order's price expires. */
  readonly sentence: MessageDescriptor;
  readonly buttons?: readonly OrderButtonCode[];
  /** Buttons in the overflow menu. */
  readonly others?: readonly OrderButtonCode[];
  /** Current step, 0 to 3; 4 when all are completed. */
  readonly step: 0 | 1 | 2 | 3 | 4;
  /** Marks the current step as needing attention. */
  readonly trouble: boolean;
  /** Whether to say that the page may be closed, because nothing is needed from the customer. */
  readonly mayClose: boolean;
}

/** Presentation by status, if neither the reason nor a payment in progress says more. */
export const BY_STATUS: Record<OrderStatus, BasePresentation> = {
  pending: {
    sentence: msg`Chỉ chuyển một lần, xong không cần bấm gì: hệ thống tự ghi nhận trong vài giây.`,
    others: ['cancel'],
    step: 0,
    trouble: false,
    mayClose: false,
  },
  verifying_transaction: {
    sentence: msg`Tiền của bạn an toàn. Chúng tôi đang chờ xác nhận cuối cùng.`,
    buttons: ['explorer'],
    step: 1,
    trouble: false,
    mayClose: true,
  },
  paid: { sentence: msg`Chúng tôi đã nhận đủ tiền của bạn và chuyển cho bạn ngay.`, step: 2, trouble: false, mayClose: true },
  delivering: { sentence: msg`Thường xong trong vài giây.`, step: 2, trouble: false, mayClose: true },
  waitingotp: { sentence: msg`Ngân hàng đang xác nhận lệnh chuyển tiền.`, step: 2, trouble: false, mayClose: true },
  retry_scheduled: { sentence: msg`Tiền của bạn an toàn. Hệ thống tự thử lại, bạn không cần làm gì.`, step: 2, trouble: true, mayClose: true },
  handmake: { sentence: msg`Tiền của bạn an toàn và đã được giữ riêng cho đơn này.`, buttons: ['support'], step: 2, trouble: true, mayClose: true },
  error: {
    sentence: msg`Tiền của bạn an toàn. Nhân viên đã nhận được thông báo và sẽ xử lý.`,
    buttons: ['support'],
    step: 2,
    trouble: true,
    mayClose: true,
  },
  ERROR_EVOUCHER: {
    sentence: msg`Tiền của bạn chưa bị trừ thêm. Nhân viên sẽ đối chiếu với nhà phát hành.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
  delivered: { sentence: msg`Cảm ơn bạn. Hãy kiểm tra ví nhận.`, buttons: ['receipt', 'again'], step: 4, trouble: false, mayClose: true },
  cancelled: { sentence: msg`Đơn này không còn nhận tiền theo giá cũ.`, buttons: ['again'], step: 0, trouble: true, mayClose: true },
  forged: {
    sentence: msg`Ngân hàng hoặc mạng không xác nhận khoản chuyển này, nên chúng tôi chưa nhận được tiền. Nếu tiền đã rời tài khoản hay ví của bạn, hãy liên hệ hỗ trợ.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
};

/** The whole payment is on its way back. */
export const REFUNDING: BasePresentation = {
  badgeId: 'order.refundingBadge',
  headlineId: 'headline.reason.refunding',
  sentence: msg`Tiền đang được hoàn lại cho bạn, thường xong trong vài phút.`,
  step: 1,
  trouble: true,
  mayClose: true,
};

/** Presentation by reason, for reasons that override their status. */
export const BY_REASON: Partial<Record<OrderReason, BasePresentation>> = {
  overpaid: {
    badgeId: 'order.chooseBadge',
    sentence: msg`Tiền của bạn an toàn. Bạn có thể đổi cả phần dư hoặc nhận lại phần dư. Giá của đơn được giữ đến ${{ expiry: '' }}.`,
    buttons: ['acceptRecalculation', 'refundExcess'],
    others: ['requestRefund'],
    step: 1,
    trouble: true,
    mayClose: false,
  },
  late: {
    badgeId: 'order.chooseBadge',
    sentence: msg`Tiền của bạn an toàn. Bạn có thể nhận theo giá hiện tại hoặc nhận lại tiền.`,
    buttons: ['acceptRecalculation', 'requestRefund'],
    step: 1,
    trouble: true,
    mayClose: false,
  },
  risk: {
    badgeId: 'order.heldBadge',
    sentence: msg`Tiền của bạn an toàn. Việc kiểm tra giúp bảo vệ tài khoản của bạn.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
  refunding: REFUNDING,
  refund_review: {
    badgeId: 'order.refundingBadge',
    sentence: msg`Tiền của bạn an toàn. Khoản hoàn lớn hay quá nhỏ, hoặc về tài khoản khác với tài khoản đã chuyển, cần nhân viên duyệt trước.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
  expired: {
    sentence: msg`Bạn chuyển muộn? Chúng tôi vẫn ghi nhận và xử lý cho bạn.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  superseded: {
    sentence: msg`Bạn đã tạo đơn mới thay cho đơn này. Nếu bạn đã chuyển tiền cho đơn này, chúng tôi vẫn ghi nhận và xử lý.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  abandoned: {
    sentence: msg`Chưa chuyển gì thì bạn không phải làm gì. Đã chuyển tiền? Đừng chuyển lại: tiền ghi đúng mã đơn được nhận ra tự động; nếu ghi nội dung khác, hãy bấm “Tôi đã chuyển, sao chưa thấy?”.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  balance_short: {
    sentence: msg`Số dư đã được dùng cho việc khác trước khi đơn này được trả. Không có khoản nào bị trừ cho đơn này.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  refunded: {
    badgeId: 'order.refundedBadge',
    badge: 'green',
    sentence: msg`Tiền đã được hoàn về tài khoản hoặc ví của bạn.`,
    buttons: ['receipt'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
  reversed: {
    sentence: msg`Tiền của bạn an toàn và nhân viên đã nhận được thông báo. Nếu tài khoản hay ví nhận không còn dùng được, hãy báo cho bộ phận hỗ trợ.`,
    buttons: ['support'],
    step: 2,
    trouble: true,
    mayClose: true,
  },
};

/** The customer's balance is being charged, which takes a moment. */
export const CHARGING: BasePresentation = {
  headlineId: 'order.charging',
  sentence: msg`Bạn không cần chuyển khoản. Trang này tự cập nhật.`,
  buttons: ['cancel'],
  step: 0,
  trouble: false,
  mayClose: true,
};
/** The price has expired, and no payment was seen. */
export const PENDING_TIMED_OUT: BasePresentation = {
  badgeId: 'order.expiredBadge',
  headlineId: 'order.priceExpired',
  sentence: msg`Nếu bạn đã chuyển tiền, chúng tôi vẫn nhận. Nếu chưa chuyển, đừng chuyển theo đơn này nữa mà hãy lấy giá mới.`,
  buttons: ['again'],
  step: 0,
  trouble: true,
  mayClose: false,
};
/** Too little was paid, and the order's price is still held. */
export const UNDERPAID_TIMER_RUNNING: BasePresentation = {
  badgeId: 'order.chooseBadge',
  sentence: msg`Tiền của bạn an toàn. Trong lúc giá còn được giữ, bạn có thể chuyển thêm hoặc đổi số tiền đã nhận.`,
  buttons: ['topUp', 'acceptRecalculation'],
  others: ['requestRefund'],
  step: 0,
  trouble: true,
  mayClose: false,
};
/** A further payment is not final yet. Until then the order's customer has nothing to choose, and nothing to send. */
export const FURTHER_PAYMENT: BasePresentation = {
  headlineId: 'order.furtherSeen',
  sentence: msg`Đừng chuyển nữa. Tiền của bạn an toàn: khi khoản này được xác nhận, đơn tự đi tiếp, hoặc trang này hỏi bạn nếu vẫn chưa khớp.`,
  buttons: ['explorer'],
  step: 1,
  // What the customer gets is not settled.
  trouble: true,
  mayClose: true,
};
/** Too little was paid, and the order's price has expired. */
export const UNDERPAID_TIMED_OUT: BasePresentation = {
  badgeId: 'order.chooseBadge',
  headlineId: 'order.underpaidOver',
  sentence: msg`Tiền của bạn an toàn. Bạn có thể đổi số tiền đã nhận theo giá hiện tại hoặc nhận lại tiền.`,
  buttons: ['acceptRecalculation', 'requestRefund'],
  step: 1,
  trouble: true,
  mayClose: false,
};
/** Sentence of an overpaid order whose price has expired. */
export const OVERPAID_SENTENCE_OVER = msg`Tiền của bạn an toàn. Bạn có thể đổi tất cả theo giá hiện tại hoặc nhận lại phần dư.`;
/** A refund failed, and operators were told. */
export const REFUND_FAILED: BasePresentation = {
  badgeId: 'order.heldBadge',
  headlineId: 'order.refundFailed',
  sentence: msg`Lần hoàn tiền vừa rồi chưa thành công. Tiền của bạn an toàn; nhân viên đã nhận được thông báo và sẽ xử lý.`,
  buttons: ['support'],
  step: 1,
  trouble: true,
  mayClose: true,
};

/** The chain has dropped the payment that was seen. */
export const PAYMENT_DROPPED: BasePresentation = {
  ...BY_STATUS.pending,
  sentence: msg`Mạng không xác nhận giao dịch của bạn. Hãy kiểm tra ví; nếu tiền vẫn còn trong ví, hãy gửi lại.`,
  trouble: true,
};
