import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import type { Badge, OrderAction, OrderReason, OrderStatus } from '@quydoi/domain/order-status';
import { finalityMinutes } from '../../../lib/finality.ts';
import { isClaimWaiting } from '../claim/claim-state.ts';
import { claimedPresentation } from '../claim/claimed-presentation.ts';

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
  /** Buttons in the overflow menu ("Khác"). */
  readonly others?: readonly OrderButtonCode[];
  /** Current step, 0 to 3; 4 when all are completed. */
  readonly step: 0 | 1 | 2 | 3 | 4;
  /** Marks the current step as needing attention. */
  readonly trouble: boolean;
  /** Whether to say that the page may be closed, because nothing is needed from the customer. */
  readonly mayClose: boolean;
}

/** Presentation by status, if neither the reason nor a payment in progress says more. */
const BY_STATUS: Record<OrderStatus, BasePresentation> = {
  pending: {
    sentence: msg`Hệ thống tự ghi nhận khoản chuyển trong vài giây.`,
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
  paid: { sentence: msg`Tiền của bạn đã đến nơi. Việc chuyển bắt đầu ngay.`, step: 2, trouble: false, mayClose: true },
  delivering: { sentence: msg`Thường xong trong vài giây.`, step: 2, trouble: false, mayClose: true },
  waitingotp: { sentence: msg`Ngân hàng đang xác nhận lệnh chuyển.`, step: 2, trouble: false, mayClose: true },
  retry_scheduled: { sentence: msg`Tiền của bạn an toàn. Hệ thống tự thử lại, bạn không cần làm gì.`, step: 2, trouble: true, mayClose: true },
  handmake: { sentence: msg`Tiền của bạn an toàn và đã được giữ riêng cho đơn này.`, buttons: ['support'], step: 2, trouble: true, mayClose: true },
  error: { sentence: msg`Tiền của bạn an toàn. Nhân viên đã được báo và đang xử lý.`, buttons: ['support'], step: 2, trouble: true, mayClose: true },
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
    sentence: msg`Khoản chuyển của đơn này không được ngân hàng hoặc mạng xác nhận. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ hỗ trợ.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
};

const REFUNDING: BasePresentation = {
  badgeId: 'order.refundingBadge',
  headlineId: 'headline.reason.refunding',
  sentence: msg`Tiền đang trên đường về tài khoản của bạn, thường xong trong vài phút.`,
  step: 1,
  trouble: true,
  mayClose: true,
};

/** Presentation by reason, for reasons that override their status. */
const BY_REASON: Partial<Record<OrderReason, BasePresentation>> = {
  overpaid: {
    badgeId: 'order.chooseBadge',
    sentence: msg`Tiền của bạn an toàn. Bạn chọn đổi cả phần dư, hoặc nhận lại phần dư. Giá của đơn được giữ đến ${{ expiry: '' }}.`,
    buttons: ['acceptRecalculation', 'refundExcess'],
    others: ['requestRefund'],
    step: 1,
    trouble: true,
    mayClose: false,
  },
  late: {
    badgeId: 'order.chooseBadge',
    sentence: msg`Tiền của bạn an toàn. Bạn chọn nhận theo giá hiện tại, hoặc nhận lại tiền.`,
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
    sentence: msg`Tiền của bạn an toàn. Khoản hoàn lớn, hoặc về tài khoản khác với tài khoản đã chuyển, cần nhân viên duyệt trước.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
  expired: { sentence: msg`Gửi muộn? Tiền đến sau vẫn được tìm thấy và xử lý.`, buttons: ['again'], step: 0, trouble: true, mayClose: true },
  superseded: {
    sentence: msg`Bạn đã tạo một đơn mới hơn. Nếu đã chuyển tiền cho đơn này, chúng tôi vẫn tìm thấy và xử lý.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  abandoned: {
    sentence: msg`Nếu bạn đã chuyển tiền, chúng tôi vẫn tìm thấy và xử lý.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  refunded: {
    badgeId: 'order.refundedBadge',
    sentence: msg`Tiền đã được trả về tài khoản của bạn.`,
    buttons: ['receipt'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
  reversed: {
    sentence: msg`Tiền của bạn an toàn và nhân viên đã được báo. Nếu tài khoản hay ví nhận không còn dùng được, hãy cho hỗ trợ biết.`,
    buttons: ['support'],
    step: 2,
    trouble: true,
    mayClose: true,
  },
};

const PENDING_TIMED_OUT: BasePresentation = {
  badgeId: 'order.expiredBadge',
  headlineId: 'order.priceExpired',
  sentence: msg`Nếu bạn đã chuyển tiền, chúng tôi vẫn nhận. Nếu chưa chuyển, đừng chuyển theo đơn này nữa mà hãy lấy giá mới.`,
  buttons: ['again'],
  step: 0,
  trouble: true,
  mayClose: false,
};
const UNDERPAID_TIMER_RUNNING: BasePresentation = {
  badgeId: 'order.chooseBadge',
  sentence: msg`Tiền của bạn an toàn. Bạn chuyển thêm khi giá của đơn còn được giữ, hoặc đổi theo số đã nhận.`,
  buttons: ['topUp', 'acceptRecalculation'],
  others: ['requestRefund'],
  step: 0,
  trouble: true,
  mayClose: false,
};
const UNDERPAID_TIMED_OUT: BasePresentation = {
  badgeId: 'order.chooseBadge',
  headlineId: 'order.underpaidOver',
  sentence: msg`Tiền của bạn an toàn. Bạn chọn đổi theo số đã nhận với giá hiện tại, hoặc nhận lại tiền.`,
  buttons: ['acceptRecalculation', 'requestRefund'],
  step: 1,
  trouble: true,
  mayClose: false,
};
/** Once the order's own price has expired. */
const OVERPAID_SENTENCE_OVER = msg`Tiền của bạn an toàn. Bạn chọn đổi tất cả theo giá hiện tại, hoặc nhận lại phần dư.`;
const REFUND_FAILED: BasePresentation = {
  badgeId: 'order.refundingBadge',
  headlineId: 'headline.reason.refunding',
  sentence: msg`Lần hoàn tiền vừa rồi chưa thành công. Tiền của bạn an toàn; nhân viên đã được báo và đang xử lý.`,
  buttons: ['support'],
  step: 1,
  trouble: true,
  mayClose: true,
};

const PAYMENT_DROPPED: BasePresentation = {
  ...BY_STATUS.pending,
  sentence: msg`Giao dịch vừa thấy không được mạng xác nhận. Hãy xem lại ví của bạn; nếu tiền vẫn còn đó, hãy gửi lại.`,
  trouble: true,
};

/** What happens after the payment, by network; undefined where a payment is seen within seconds, the default. */
function paySentence(code: CurrencyCode): MessageDescriptor | undefined {
  return networkOf(code).attribution.by === 'address' ? msg`Trang này tự cập nhật khi giao dịch xuất hiện.` : undefined;
}

function riskSentence(code: CurrencyCode): MessageDescriptor | undefined {
  if (!networkOf(code).authenticatesPayer) return undefined;
  return msg`Tiền của bạn an toàn. Đơn cần kiểm tra thêm, thường vì khoản chuyển đến từ ví khác với ví đã khai trong đơn.`;
}

/** Presentation of an unconfirmed payment: confirmations so far and the expected time. */
function unconfirmedPresentation(code: CurrencyCode): BasePresentation {
  if (networkOf(code).finality.by === 'record') return BY_STATUS.verifying_transaction;
  return { ...BY_STATUS.verifying_transaction, headlineId: 'order.verifyingCount' };
}

function sendingSentence(code: CurrencyCode): MessageDescriptor | undefined {
  const { name: network, finality } = networkOf(code);
  if (finality.by === 'record') return undefined;
  const minutes = finalityMinutes(finality) || 1;
  return msg`Giao dịch đã được gửi lên mạng ${{ network }}, thường xong trong khoảng ${{ minutes }} phút.`;
}

function doneSentence(code: CurrencyCode): MessageDescriptor | undefined {
  return networkOf(code).address.family === 'bank' ? msg`Cảm ơn bạn. Hãy kiểm tra tài khoản ngân hàng.` : undefined;
}

/** Selects the presentation of an order by status, reason, refund state and the networks of its currencies. */
export function chooseBasePresentation(order: OrderView, isTimerOver: boolean): BasePresentation {
  const { status, reason } = order;
  const { from, to } = order;
  if (isClaimWaiting(order)) return claimedPresentation(order);
  if (status === 'pending' && isTimerOver) return PENDING_TIMED_OUT;
  if (status === 'pending' && order.events.at(-1)?.code === 'payment_dropped') return PAYMENT_DROPPED;
  if (status === 'pending') return withSentence(BY_STATUS.pending, paySentence(from));
  if (reason === 'underpaid') return isTimerOver ? UNDERPAID_TIMED_OUT : UNDERPAID_TIMER_RUNNING;
  if (reason === 'overpaid' && BY_REASON.overpaid) return withSentence(BY_REASON.overpaid, isTimerOver ? OVERPAID_SENTENCE_OVER : undefined);
  if (isFullRefund(order) && order.refund?.state === 'failed') return REFUND_FAILED;
  // A bank can return a completed refund, which is then sent again.
  if (reason === 'refunded' && order.refund && order.refund.state !== 'done') return REFUNDING;
  if (reason === 'risk' && BY_REASON.risk) return withSentence(BY_REASON.risk, riskSentence(from));
  if (status === 'verifying_transaction' && reason === null && order.seen) return unconfirmedPresentation(from);
  if (status === 'delivering') return withSentence(BY_STATUS.delivering, sendingSentence(to));
  if (status === 'delivered') return withSentence(BY_STATUS.delivered, doneSentence(to));
  return (reason && BY_REASON[reason]) ?? BY_STATUS[status];
}

/** Whether the whole payment is being refunded or has been. */
export function isFullRefund({ reason }: Pick<OrderView, 'reason'>): boolean {
  return reason === 'refunding' || reason === 'refund_review' || reason === 'refunded';
}

function withSentence(presentation: BasePresentation, sentence: MessageDescriptor | undefined): BasePresentation {
  return sentence ? { ...presentation, sentence } : presentation;
}
