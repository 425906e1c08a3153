import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { OVER_5_MINUTES_SECONDS } from '@quydoi/domain/constants';
import type { OrderAction, OrderReason, OrderStatus } from '@quydoi/domain/order-status';
import type { Step } from '@quydoi/ui/stepper';

/** What a button of the order's page does: one of the server's actions, or something of the page itself. */
export type FaceButton = OrderAction | 'support' | 'explorer' | 'receipt' | 'again';

/** How an order looks now. Words come as ids of the shared catalogue (`headlineId`) or of the pages (`sentence`). */
export interface OrderFace {
  readonly headlineId: string;
  readonly sentence: MessageDescriptor;
  /** At most two. */
  readonly buttons: readonly FaceButton[];
  /** Under "Khác". */
  readonly others: readonly FaceButton[];
  /** The step that the order stands at, 0 to 3, and whether something needs attention there. 4: all done. */
  readonly step: 0 | 1 | 2 | 3 | 4;
  readonly trouble: boolean;
  /** Nothing is needed from the customer: the page may be closed. */
  readonly mayClose: boolean;
}

/** Minutes that a transfer by hand usually takes. */
export const HAND_TRANSFER_MINUTES = 30;
/** Longest time that a payment is held for a check. */
export const RISK_HOLD_HOURS_MAX = 12;

type Face = Omit<OrderFace, 'buttons' | 'others' | 'headlineId'> & {
  readonly headlineId?: string;
  readonly buttons?: readonly FaceButton[];
  readonly others?: readonly FaceButton[];
};

/** States that are told by the status alone. */
const BY_STATUS: Record<OrderStatus, Face> = {
  pending: {
    sentence: msg`Quét mã bằng ứng dụng ngân hàng, hoặc sao chép từng dòng. Chúng tôi tự nhận ra khoản chuyển trong vài giây.`,
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
    sentence: msg`Khoản chuyển của đơn này không được ngân hàng hoặc mạng lưới công nhận. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ hỗ trợ.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
};

/** States that are told by their reason. */
const BY_REASON: Partial<Record<OrderReason, Face>> = {
  overpaid: {
    sentence: msg`Bạn chọn đổi cả phần dư, hoặc nhận lại phần dư.`,
    buttons: ['acceptRecalculation', 'refundExcess'],
    others: ['requestRefund'],
    step: 1,
    trouble: true,
    mayClose: false,
  },
  late: {
    sentence: msg`Tiền của bạn an toàn. Bạn chọn nhận theo giá hiện tại, hoặc nhận lại tiền.`,
    buttons: ['acceptRecalculation', 'requestRefund'],
    step: 1,
    trouble: true,
    mayClose: false,
  },
  risk: {
    sentence: msg`Tiền của bạn an toàn. Việc kiểm tra giúp bảo vệ tài khoản của bạn.`,
    buttons: ['support'],
    step: 1,
    trouble: true,
    mayClose: true,
  },
  expired: { sentence: msg`Gửi muộn? Tiền đến sau vẫn được tìm thấy và xử lý.`, buttons: ['again'], step: 0, trouble: true, mayClose: true },
  superseded: {
    sentence: msg`Bạn đã tạo đơn mới hơn. Nếu đã chuyển tiền cho đơn này, chúng tôi vẫn tìm thấy và xử lý.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  abandoned: {
    sentence: msg`Chưa có khoản tiền nào được nhận. Nếu bạn đã chuyển tiền, chúng tôi vẫn tìm thấy và xử lý.`,
    buttons: ['again'],
    step: 0,
    trouble: true,
    mayClose: true,
  },
  refunded: { sentence: msg`Tiền đã được trả về tài khoản của bạn.`, buttons: ['receipt'], step: 1, trouble: true, mayClose: true },
  reversed: {
    sentence: msg`Tiền của bạn an toàn. Nhân viên đã được báo và sẽ liên hệ với bạn.`,
    buttons: ['support'],
    step: 2,
    trouble: true,
    mayClose: true,
  },
};

const UNDERPAID_RUNNING: Face = {
  sentence: msg`Chuyển phần còn thiếu trước khi hết giờ, hoặc đổi theo số đã nhận.`,
  buttons: ['topUp', 'acceptRecalculation'],
  others: ['requestRefund'],
  step: 0,
  trouble: true,
  mayClose: false,
};
const UNDERPAID_OVER: Face = {
  headlineId: 'order.underpaidOver',
  sentence: msg`Bạn chọn đổi theo số đã nhận với giá hiện tại, hoặc nhận lại tiền.`,
  buttons: ['acceptRecalculation', 'requestRefund'],
  step: 1,
  trouble: true,
  mayClose: false,
};
const PRICE_EXPIRED: Face = {
  ...BY_STATUS.pending,
  sentence: msg`Giá đã hết hạn. Nếu bạn đã chuyển tiền, chúng tôi vẫn nhận.`,
};

/** Reasons that replace their status's headline. */
const REASON_HEADLINES: readonly OrderReason[] = [
  'underpaid',
  'overpaid',
  'late',
  'risk',
  'expired',
  'superseded',
  'abandoned',
  'refunded',
  'reversed',
];

/** The server's actions; the page's own buttons are always possible. */
const SERVER_ACTIONS: readonly FaceButton[] = ['cancel', 'acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund', 'submitVoucher', 'review'];

/** How an order looks: one headline, one sentence, at most two buttons, from its status, reason and actions. */
export function orderFace(order: OrderView, isTimerOver: boolean): OrderFace {
  const face = chooseFace(order, isTimerOver);
  const isPossible = (button: FaceButton) =>
    button === 'explorer' ? order.explorerUrl !== null : !SERVER_ACTIONS.includes(button) || order.actions.includes(button as OrderAction);
  return {
    ...face,
    headlineId: face.headlineId ?? headlineId(order),
    buttons: (face.buttons ?? []).filter(isPossible).slice(0, 2),
    others: (face.others ?? []).filter(isPossible),
  };
}

function chooseFace({ status, reason }: OrderView, isTimerOver: boolean): Face {
  if (status === 'pending') return isTimerOver ? PRICE_EXPIRED : BY_STATUS.pending;
  if (reason === 'underpaid') return isTimerOver ? UNDERPAID_OVER : UNDERPAID_RUNNING;
  return (reason && BY_REASON[reason]) ?? BY_STATUS[status];
}

function headlineId({ status, reason }: OrderView): string {
  return reason && REASON_HEADLINES.includes(reason) ? `headline.reason.${reason}` : `headline.${status}`;
}

/** The four steps with the order's place among them. */
export function orderSteps(face: OrderFace, labels: readonly string[]): Step[] {
  return labels.map((label, i) => {
    if (i < face.step) return { label, state: 'done' };
    if (i > face.step) return { label, state: 'ahead' };
    return { label, state: face.trouble ? 'trouble' : 'current' };
  });
}

/** Statuses in which the customer waits for us. */
const WAITING_FOR_US: readonly OrderStatus[] = ['verifying_transaction', 'paid', 'delivering', 'waitingotp', 'retry_scheduled'];

/** Reasons for which we wait for the customer, or have said how long it takes. */
const THEIR_TURN: readonly OrderReason[] = ['underpaid', 'overpaid', 'late', 'risk'];

/** Whether the customer has waited for us long enough to be told so. */
export function isTakingLong(order: OrderView, nowMs: number): boolean {
  const isTheirTurn = order.reason !== null && THEIR_TURN.includes(order.reason);
  if (!WAITING_FOR_US.includes(order.status) || isTheirTurn) return false;
  const seen = order.events.find(({ code }) => code === 'payment_seen' || code === 'payment_final' || code === 'paid');
  return seen !== undefined && nowMs - seen.at.getTime() > OVER_5_MINUTES_SECONDS * 1000;
}
