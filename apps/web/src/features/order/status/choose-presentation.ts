import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { finalityMinutes } from '../../../lib/finality.ts';
import { isClaimWaiting } from '../claim/claim-state.ts';
import { claimedPresentation } from '../claim/claimed-presentation.ts';
import { voucherPresentation } from '../voucher/voucher-presentation.ts';
import {
  type BasePresentation,
  BY_REASON,
  BY_STATUS,
  CHARGING,
  FURTHER_PAYMENT,
  OVERPAID_SENTENCE_OVER,
  PAYMENT_DROPPED,
  PENDING_TIMED_OUT,
  REFUND_FAILED,
  REFUNDING,
  UNDERPAID_TIMED_OUT,
  UNDERPAID_TIMER_RUNNING,
} from './base-presentation.ts';
import { hasFurtherPayment } from './further-payment.ts';

/** Sentence of an unpaid order on networks where a payment takes a while to show; undefined elsewhere. */
function paySentence(code: CurrencyCode): MessageDescriptor | undefined {
  return networkOf(code).attribution.by === 'address' ? msg`Trang này tự cập nhật khi giao dịch xuất hiện.` : undefined;
}

/** Sentence of a cancelled order on networks where its address tells whose a payment is; undefined elsewhere. */
function abandonedSentence(code: CurrencyCode): MessageDescriptor | undefined {
  if (networkOf(code).attribution.by !== 'address') return undefined;
  return msg`Chưa chuyển gì thì bạn không phải làm gì. Đã chuyển tiền? Đừng chuyển lại: tiền đến địa chỉ của đơn được nhận ra tự động; nếu không thấy, hãy bấm “Tôi đã chuyển, sao chưa thấy?”.`;
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
  const minutes = finalityMinutes(code) || 1;
  return msg`Giao dịch đã được gửi lên mạng ${{ network }}, thường xong trong khoảng ${{ minutes }} phút.`;
}

function doneSentence(code: CurrencyCode): MessageDescriptor | undefined {
  return networkOf(code).address.family === 'bank' ? msg`Cảm ơn bạn. Hãy kiểm tra tài khoản ngân hàng.` : undefined;
}

const CREDITED_SENTENCE = msg`Cảm ơn bạn. Số dư xem và rút được ở trang Ví của bạn.`;

/** Selects the presentation of an order by status, reason, refund state and the networks of its currencies. */
export function chooseBasePresentation(order: OrderView, isTimerOver: boolean): BasePresentation {
  const { status, reason } = order;
  const { from, to } = order;
  if (hasFurtherPayment(order)) return FURTHER_PAYMENT;
  if (isClaimWaiting(order)) return claimedPresentation(order);
  const ofVoucher = voucherPresentation(order, isTimerOver);
  if (ofVoucher) return ofVoucher;
  if (status === 'pending' && order.fromBalance) return CHARGING;
  if (status === 'pending' && isTimerOver) return PENDING_TIMED_OUT;
  if (status === 'pending' && order.events.at(-1)?.code === 'payment_dropped') return PAYMENT_DROPPED;
  if (status === 'pending') return withSentence(BY_STATUS.pending, paySentence(from));
  if (reason === 'underpaid') return isTimerOver ? UNDERPAID_TIMED_OUT : UNDERPAID_TIMER_RUNNING;
  if (reason === 'overpaid' && BY_REASON.overpaid) return withSentence(BY_REASON.overpaid, isTimerOver ? OVERPAID_SENTENCE_OVER : undefined);
  if (isFullRefund(order) && order.refund?.state === 'failed') return REFUND_FAILED;
  // A bank can return a completed refund, which is then sent again.
  if (reason === 'refunded' && order.refund && order.refund.state !== 'done') return REFUNDING;
  if (reason === 'risk' && BY_REASON.risk) return withSentence(BY_REASON.risk, riskSentence(from));
  if (reason === 'abandoned' && BY_REASON.abandoned) return withSentence(BY_REASON.abandoned, abandonedSentence(from));
  if (status === 'verifying_transaction' && reason === null && order.seen) return unconfirmedPresentation(from);
  if (status === 'delivering') return withSentence(BY_STATUS.delivering, sendingSentence(to));
  if (status === 'delivered' && order.toBalance) return { ...BY_STATUS.delivered, headlineId: 'order.credited', sentence: CREDITED_SENTENCE };
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
