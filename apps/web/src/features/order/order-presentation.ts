import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DecisionView, OrderEventView, OrderView } from '@quydoi/contract/orders';
import { OVER_5_MINUTES_SECONDS } from '@quydoi/domain/constants';
import type { OrderEventCode } from '@quydoi/domain/order/event';
import type { OrderAction, OrderReason, OrderStatus } from '@quydoi/domain/order-status';
import type { Step } from '@quydoi/ui/stepper';
import { type BasePresentation, chooseBasePresentation, type OrderButtonCode } from './base-presentation.ts';

export type { OrderButtonCode } from './base-presentation.ts';

/** How an order looks now. Words come as ids of the shared catalogue (`headlineId`) or of the pages (`sentence`). */
export interface OrderPresentation extends Required<Omit<BasePresentation, 'sentence'>> {
  readonly sentence: MessageDescriptor;
}

/** Minutes that a transfer by hand usually takes. */
export const HAND_TRANSFER_MINUTES = 30;
/** Longest time that a payment is held for a check. */
export const RISK_HOLD_HOURS_MAX = 12;
/** Buttons beside the headline; what else can be done stands under "Khác". */
const BUTTONS_MAX = 2;

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
  'refunding',
  'reversed',
];

/** The server's actions; the page's own buttons are always possible. */
const SERVER_ACTIONS: readonly OrderButtonCode[] = [
  'cancel',
  'acceptRecalculation',
  'topUp',
  'refundExcess',
  'requestRefund',
  'submitVoucher',
  'review',
];

/** Reasons for which the customer has a choice to make. */
const DECISION_REASONS: readonly OrderReason[] = ['underpaid', 'overpaid', 'late'];

/** Said to those who look at somebody's order without its key. */
const DECISION_NEEDS_KEY = msg`Người đặt đơn cần chọn cách xử lý. Nếu đơn là của bạn, hãy mở bằng đường dẫn đầy đủ của đơn.`;

/**
 * How an order looks: one headline, one sentence, at most two buttons, from its status, reason and actions.
 * @param decision what can be decided, once it is known; what it refuses is not offered
 */
export function presentOrder(order: OrderView, isTimerOver: boolean, decision: DecisionView | null = null): OrderPresentation {
  const presentation = chooseBasePresentation(order, isTimerOver);
  const isPossible = (button: OrderButtonCode) =>
    button === 'explorer' ? explorerUrlOf(order) !== null : !SERVER_ACTIONS.includes(button) || order.actions.includes(button as OrderAction);
  const buttons = (presentation.buttons ?? []).filter(isPossible);
  const others = (presentation.others ?? []).filter(isPossible);
  const needsKeyToDecide = order.masked && order.reason !== null && DECISION_REASONS.includes(order.reason);
  return {
    ...presentation,
    headlineId: presentation.headlineId ?? headlineId(order),
    sentence: needsKeyToDecide ? DECISION_NEEDS_KEY : presentation.sentence,
    ...arrangeButtons(buttons, others, decision),
  };
}

/** What is refused makes room for what stood under "Khác"; when nothing is left, support can help. */
function arrangeButtons(
  buttons: readonly OrderButtonCode[],
  others: readonly OrderButtonCode[],
  decision: DecisionView | null,
): Pick<OrderPresentation, 'buttons' | 'others'> {
  const open = (button: OrderButtonCode) => !isRefused(button, decision);
  if ([...buttons, ...others].every(open)) return { buttons: buttons.slice(0, BUTTONS_MAX), others };
  const left = [...buttons, ...others].filter(open);
  return left.length === 0 ? { buttons: ['support'], others: [] } : { buttons: left.slice(0, BUTTONS_MAX), others: left.slice(BUTTONS_MAX) };
}

/** Whether the prices of the moment rule an action out that the server lists. */
function isRefused(button: OrderButtonCode, decision: DecisionView | null): boolean {
  if (decision === null) return false;
  if (button === 'acceptRecalculation') return decision.recalculation === null;
  if (button === 'refundExcess') return decision.excessRefund === null;
  return button === 'requestRefund' && decision.refund === null;
}

function headlineId({ status, reason }: OrderView): string {
  return reason && REASON_HEADLINES.includes(reason) ? `headline.reason.${reason}` : `headline.${status}`;
}

/** Where a payment that is not final yet can be looked at, else the payout. */
export function explorerUrlOf({ seen, explorerUrl }: OrderView): string | null {
  return seen ? seen.explorerUrl : explorerUrl;
}

/** How far the chain has confirmed a seen payment, by the pace of its blocks. */
export function confirmationsOf(seen: NonNullable<OrderView['seen']>, nowMs: number): number {
  const blocks = Math.floor((nowMs - seen.at.getTime()) / seen.blockMs);
  return Math.max(0, Math.min(seen.needed, blocks));
}

/** The four steps with the order's place among them. */
export function orderSteps(presentation: OrderPresentation, labels: readonly string[]): Step[] {
  return labels.map((label, i) => {
    if (i < presentation.step) return { label, state: 'done' };
    if (i > presentation.step) return { label, state: 'ahead' };
    return { label, state: presentation.trouble ? 'trouble' : 'current' };
  });
}

/** Events after which money beside an order is no longer waiting there. */
const REFUND_EVENTS: readonly OrderEventCode[] = ['refund_started', 'refunded'];

/** The last word of money that came beside an order, such as a second payment, until it goes back; null when there is none. */
export function extraPaymentOf({ events }: Pick<OrderView, 'events'>): OrderEventView | null {
  const last = events.findLast(({ code }) => code === 'extra_payment' || REFUND_EVENTS.includes(code));
  return last?.code === 'extra_payment' ? last : null;
}

/** Statuses in which the customer waits for us. */
const WAITING_FOR_US: readonly OrderStatus[] = ['verifying_transaction', 'paid', 'delivering', 'waitingotp', 'retry_scheduled'];

/** Reasons for which we wait for the customer, or have said how long it takes. */
const WAITING_FOR_CUSTOMER: readonly OrderReason[] = [...DECISION_REASONS, 'risk'];

/** Events from which on it is our turn. */
const WAIT_STARTS: readonly OrderEventCode[] = ['payment_unconfirmed', 'payment_confirmed', 'paid', 'risk_cleared', 'recalculated', 'refund_started'];

/** Whether the customer has waited for us long enough to be told so. */
export function isTakingLong(order: OrderView, nowMs: number): boolean {
  const isCustomersTurn = order.reason !== null && WAITING_FOR_CUSTOMER.includes(order.reason);
  if (!WAITING_FOR_US.includes(order.status) || isCustomersTurn) return false;
  const since = order.events.findLast(({ code }) => WAIT_STARTS.includes(code));
  return since !== undefined && nowMs - since.at.getTime() > OVER_5_MINUTES_SECONDS * 1000;
}
