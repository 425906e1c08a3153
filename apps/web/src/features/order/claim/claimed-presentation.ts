import { msg } from '@lingui/core/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { BasePresentation } from '../status/base-presentation.ts';

const CLAIMED = {
  badgeId: 'order.claimedBadge',
  badge: 'yellow',
  headlineId: 'order.claimed',
  step: 0,
  trouble: false,
  // The notice of the claim says it.
  mayClose: false,
} as const satisfies Partial<BasePresentation>;

const PENDING: BasePresentation = {
  ...CLAIMED,
  sentence: msg`Đừng chuyển lại. Nếu bạn đã chuyển thì tiền không mất: nhân viên sẽ đối chiếu. Tiền đến trước ${{ expiry: '' }} vẫn được tính theo giá của đơn này, kể cả khi được đối chiếu sau đó.`,
};
const UNDERPAID: BasePresentation = {
  ...CLAIMED,
  sentence: msg`Đừng chuyển lại. Số tiền đã nhận vẫn an toàn; nhân viên sẽ đối chiếu phần bạn báo đã chuyển thêm.`,
  others: ['acceptRecalculation', 'requestRefund'],
};
const CANCELLED: BasePresentation = {
  ...CLAIMED,
  sentence: msg`Đừng chuyển lại. Nếu bạn đã chuyển thì tiền không mất: nhân viên sẽ đối chiếu với những khoản đã đến. Tìm thấy thì đơn đi tiếp nếu bạn không bị thiệt; nếu không, bạn được chọn nhận theo giá lúc đó hay nhận lại tiền.`,
  others: ['again'],
};

/** Presentation of an order whose customer has claimed that it is paid, while the claim waits: nothing asks for a payment. */
export function claimedPresentation({ status, reason }: Pick<OrderView, 'status' | 'reason'>): BasePresentation {
  if (reason === 'underpaid') return UNDERPAID;
  return status === 'pending' ? PENDING : CANCELLED;
}
