import { msg } from '@lingui/core/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { VOUCHER_SHOWN_DAYS } from '@quydoi/domain/voucher';
import { type BasePresentation, REFUNDING } from '../status/base-presentation.ts';
import { voucherStageOf } from './voucher-state.ts';

const ON_ITS_WAY = { badgeId: 'status.verifying_transaction', badge: 'yellow', trouble: false, mayClose: true } as const;

const CHECKING: BasePresentation = {
  ...ON_ITS_WAY,
  headlineId: 'order.voucherChecking',
  sentence: msg`Thường xong trong vài giây, có khi vài phút; kết quả hiện ngay tại đây. Trong lúc chờ, đừng dùng voucher này ở nơi khác.`,
  step: 0,
};
const ACCEPTED: BasePresentation = {
  ...ON_ITS_WAY,
  headlineId: 'order.voucherAccepted',
  sentence: msg`Tiền của bạn an toàn. Chúng tôi đang chờ nhà phát hành ghi nhận khoản này, thường khoảng một phút. Bạn không cần làm gì.`,
  step: 1,
};
const PENDING: BasePresentation = {
  headlineId: 'order.voucherPending',
  sentence: msg`Nhập số và mã kích hoạt của voucher bên dưới. Tiền được ghi nhận ngay khi nhà phát hành chấp nhận voucher.`,
  others: ['cancel'],
  step: 0,
  trouble: false,
  mayClose: false,
};
const TIMED_OUT: BasePresentation = {
  badgeId: 'order.expiredBadge',
  headlineId: 'order.priceExpired',
  sentence: msg`Đơn này không nhận voucher nữa. Voucher bạn chưa gửi vẫn còn nguyên giá trị; hãy lấy giá mới.`,
  buttons: ['again'],
  step: 0,
  trouble: true,
  mayClose: false,
};
const UNPAID: BasePresentation = {
  sentence: msg`Đơn này chưa nhận voucher nào. Voucher của bạn vẫn còn nguyên giá trị; hãy tạo đơn mới nếu muốn đổi.`,
  buttons: ['again'],
  step: 0,
  trouble: true,
  mayClose: false,
};
const UNDERPAID: BasePresentation = {
  badgeId: 'order.chooseBadge',
  sentence: msg`Tiền của bạn an toàn. Trong lúc giá còn được giữ, bạn có thể nhập thêm voucher, đổi số tiền đã nhận hoặc nhận lại tiền.`,
  buttons: ['acceptRecalculation', 'requestRefund'],
  step: 0,
  trouble: true,
  mayClose: false,
};
const REFUSED: BasePresentation = {
  sentence: msg`Nhà phát hành đã từ chối mọi voucher: sai số, sai mã, hoặc đã được dùng. Chưa voucher nào bị trừ tiền. Đơn này không nhận thêm voucher; hãy xem lại voucher rồi tạo đơn mới.`,
  buttons: ['again', 'support'],
  step: 0,
  trouble: true,
  mayClose: false,
};
const UNKNOWN: BasePresentation = {
  sentence: msg`Có thể voucher đã bị trừ tiền; nhân viên sẽ đối chiếu với nhà phát hành. Nếu đã trừ, tiền được tính vào đơn này hoặc hoàn lại cho bạn; nếu chưa, voucher vẫn còn nguyên giá trị. Trong lúc chờ, đừng dùng voucher này ở nơi khác.`,
  buttons: ['support'],
  step: 0,
  trouble: true,
  mayClose: true,
};
const DELIVERED: BasePresentation = {
  headlineId: 'order.voucherDelivered',
  sentence: msg`Cảm ơn bạn. Mã ở ngay bên dưới, xem được trong ${{ days: VOUCHER_SHOWN_DAYS }} ngày. Ai biết mã đều lấy được tiền, hãy giữ kín.`,
  buttons: ['receipt', 'again'],
  step: 4,
  trouble: false,
  mayClose: true,
};
/** To whoever has not opened it with its key: the page cannot tell whether there is one. */
const DELIVERED_MASKED: BasePresentation = {
  ...DELIVERED,
  sentence: msg`Cảm ơn bạn. Mở bằng đường dẫn đầy đủ của đơn để xem mã, trong ${{ days: VOUCHER_SHOWN_DAYS }} ngày. Ai biết mã đều lấy được tiền, hãy giữ kín.`,
};
const REFUNDING_BY_VOUCHER: BasePresentation = {
  ...REFUNDING,
  sentence: msg`Tiền được trả lại bằng một voucher mới, thường xong trong vài phút; mã sẽ hiện tại đây.`,
};
const REFUNDED: BasePresentation = {
  badgeId: 'order.refundedBadge',
  badge: 'green',
  sentence: msg`Tiền được trả lại bằng một voucher mới; mã ở ngay bên dưới, xem được trong ${{ days: VOUCHER_SHOWN_DAYS }} ngày. Hãy giữ kín.`,
  buttons: ['receipt'],
  step: 1,
  trouble: true,
  mayClose: true,
};
const REFUNDED_MASKED: BasePresentation = {
  ...REFUNDED,
  sentence: msg`Tiền được trả lại bằng một voucher mới; mở bằng đường dẫn đầy đủ của đơn để xem mã, trong ${{ days: VOUCHER_SHOWN_DAYS }} ngày. Hãy giữ kín.`,
};

/** Presentation of an order where vouchers make it differ from others: paid by one, or paid out or refunded in one. Undefined elsewhere. */
export function voucherPresentation(order: OrderView, isTimerOver: boolean): BasePresentation | undefined {
  if (order.status === 'delivered' && CURRENCIES[order.to].isVoucher) return order.masked ? DELIVERED_MASKED : DELIVERED;
  return order.vouchers ? paidByVoucher(order, isTimerOver) : undefined;
}

function paidByVoucher(order: OrderView, isTimerOver: boolean): BasePresentation | undefined {
  const { status, reason } = order;
  const stage = voucherStageOf(order);
  if (stage) return { ...(stage === 'checking' ? CHECKING : ACCEPTED), others: othersOf(order) };
  if (status === 'pending') return isTimerOver ? TIMED_OUT : PENDING;
  if (status === 'ERROR_EVOUCHER') return reason === 'voucher_refused' ? REFUSED : UNKNOWN;
  if (reason === 'underpaid' && !isTimerOver) return UNDERPAID;
  if (reason === 'refunding' || reason === 'refunded') return refundPresentation(order);
  return status === 'cancelled' ? UNPAID : undefined;
}

/** A refund that failed is told of as any other. */
function refundPresentation({ refund, masked }: OrderView): BasePresentation | undefined {
  if (refund?.state === 'done') return masked ? REFUNDED_MASKED : REFUNDED;
  return refund?.state === 'failed' ? undefined : REFUNDING_BY_VOUCHER;
}

/** What can be chosen while a voucher is on its way. */
function othersOf({ status, reason }: OrderView): NonNullable<BasePresentation['others']> {
  if (reason === 'underpaid') return ['acceptRecalculation', 'requestRefund'];
  return status === 'cancelled' ? ['again'] : [];
}
