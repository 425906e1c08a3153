import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderEventView, OrderView } from '@quydoi/contract/orders/order-view';
import { OVER_5_MINUTES_SECONDS } from '@quydoi/domain/constants';
import { networkOf } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { OrderEventCode } from '@quydoi/domain/order/event';
import { ORDER_STATUSES, type OrderAction, type OrderReason, type OrderStatus } from '@quydoi/domain/order-status';
import type { Step } from '@quydoi/ui/stepper';
import { timeOfDay } from '../order-time.ts';
import type { BasePresentation, OrderButtonCode } from './base-presentation.ts';
import { chooseBasePresentation } from './choose-presentation.ts';
import { asksForDecision, DECISION_REASONS } from './further-payment.ts';

export type { OrderButtonCode } from './base-presentation.ts';

/** Presentation of an order. Texts are message ids of the shared catalogue (`headlineId`) and of the web's own (`sentence`). */
export interface OrderPresentation extends Required<Omit<BasePresentation, 'sentence'>> {
  readonly sentence: MessageDescriptor;
}

/** Usual duration of a manual transfer. */
export const HAND_TRANSFER_MINUTES = 30;
/** Maximum time that a payment is held for a risk review. */
export const RISK_HOLD_HOURS_MAX = 12;
/** Maximum buttons shown directly; further ones are in the overflow menu. */
const BUTTONS_MAX = 2;

/** Reasons whose headline replaces the status's. */
const REASON_HEADLINES: readonly OrderReason[] = [
  'underpaid',
  'overpaid',
  'late',
  'risk',
  'expired',
  'superseded',
  'abandoned',
  'balance_short',
  'refunded',
  'refunding',
  'refund_review',
  'reversed',
];

/** Buttons that the server must permit. The page's own are always available. */
const SERVER_ACTIONS: readonly OrderButtonCode[] = [
  'cancel',
  'acceptRecalculation',
  'topUp',
  'refundExcess',
  'requestRefund',
  'submitVoucher',
  'review',
];

/** Shown instead of the choices to viewers without the order key. */
const DECISION_NEEDS_KEY = msg`Người tạo đơn cần chọn cách xử lý. Nếu đơn là của bạn, hãy mở bằng đường dẫn đầy đủ của đơn.`;
/** Shown where the usual sentence names a choice that there is not now, such as to exchange less than the fee. */
const LESS_TO_CHOOSE = msg`Tiền của bạn an toàn. Các lựa chọn hiện có của bạn ở ngay bên dưới.`;

/**
 * Derives an order's presentation from status, reason and permitted actions: one headline, one sentence, at most two buttons.
 * @param decision available decisions, once loaded; buttons of unavailable ones are removed
 */
export function presentOrder(order: OrderView, isTimerOver: boolean, decision: MismatchOptionsView | null = null): OrderPresentation {
  const presentation = chooseBasePresentation(order, isTimerOver);
  const isPossible = (button: OrderButtonCode) =>
    button === 'explorer' ? explorerUrlOf(order) !== null : !SERVER_ACTIONS.includes(button) || order.actions.includes(button as OrderAction);
  const buttons = (presentation.buttons ?? []).filter(isPossible);
  const others = (presentation.others ?? []).filter(isPossible);
  const needsKeyToDecide = order.masked && asksForDecision(order);
  return {
    ...presentation,
    headlineId: presentation.headlineId ?? headlineId(order),
    badgeId: presentation.badgeId ?? `status.${order.status}`,
    badge: presentation.badge ?? ORDER_STATUSES[order.status].badge,
    sentence: needsKeyToDecide ? DECISION_NEEDS_KEY : buttons.some((it) => isUnavailable(it, decision)) ? LESS_TO_CHOOSE : presentation.sentence,
    ...arrangeButtons(buttons, others, decision),
  };
}

/** Localized sentence of an order's presentation. */
export function sentenceText(i18n: I18n, { sentence }: OrderPresentation, { expiresAt }: OrderView): string {
  const filled = { ...sentence, values: { ...sentence.values, expiry: timeOfDay(i18n, expiresAt) } };
  return i18n._(filled);
}

/** Replaces unavailable decisions by buttons of the overflow menu; falls back to support if none is left. */
function arrangeButtons(
  buttons: readonly OrderButtonCode[],
  others: readonly OrderButtonCode[],
  decision: MismatchOptionsView | null,
): Pick<OrderPresentation, 'buttons' | 'others'> {
  const isAvailable = (button: OrderButtonCode) => !isUnavailable(button, decision);
  // Where nothing is asked of the customer, no choice comes forward.
  if (buttons.length === 0) return { buttons, others: others.filter(isAvailable) };
  if ([...buttons, ...others].every(isAvailable)) return { buttons: buttons.slice(0, BUTTONS_MAX), others };
  const left = [...buttons, ...others].filter(isAvailable);
  return left.length === 0 ? { buttons: ['support'], others: [] } : { buttons: left.slice(0, BUTTONS_MAX), others: left.slice(BUTTONS_MAX) };
}

/** Whether current prices or fees rule out an action that the server permits. */
function isUnavailable(button: OrderButtonCode, decision: MismatchOptionsView | null): boolean {
  if (decision === null) return false;
  if (button === 'acceptRecalculation') return decision.recalculation === null;
  if (button === 'refundExcess') return decision.excessRefund === null;
  return button === 'requestRefund' && decision.refund === null;
}

function headlineId({ status, reason }: OrderView): string {
  return reason && REASON_HEADLINES.includes(reason) ? `headline.reason.${reason}` : `headline.${status}`;
}

/** Explorer link of the unconfirmed payment, if any, otherwise of the payout. */
export function explorerUrlOf({ seen, explorerUrl }: OrderView): string | null {
  return seen ? seen.explorerUrl : explorerUrl;
}

/** Estimates the confirmations of an unconfirmed payment from the network's block time. */
export function confirmationsOf(seen: NonNullable<OrderView['seen']>, nowMs: number): number {
  const blocks = Math.floor((nowMs - seen.at.getTime()) / seen.blockMs);
  return Math.max(0, Math.min(seen.needed, blocks));
}

/** Time at which an unconfirmed payment is expected to be final, rounded up to a whole minute: the page shows no seconds. */
export function expectedAt({ at, needed, blockMs }: NonNullable<OrderView['seen']>): Date {
  return new Date(Math.ceil((at.getTime() + needed * blockMs) / MINUTE_MS) * MINUTE_MS);
}

/** Progress steps for the stepper. */
export function orderSteps(presentation: OrderPresentation, labels: readonly string[]): Step[] {
  return labels.map((label, i) => {
    if (i < presentation.step) return { label, state: 'done' };
    if (i > presentation.step) return { label, state: 'ahead' };
    return { label, state: presentation.trouble ? 'trouble' : 'current' };
  });
}

/** Events after which an extra payment is no longer held. */
const REFUND_EVENTS: readonly OrderEventCode[] = ['refund_started', 'refunded'];

/** Events of payments that the order cannot take. */
const EXTRA_EVENTS: readonly OrderEventCode[] = ['extra_payment', 'wrong_payment'];

/**
 * Latest event of a payment that the order cannot take, such as a second transfer or one on another network, until it is refunded; null if none.
 */
export function extraPaymentOf({ events }: Pick<OrderView, 'events'>): OrderEventView | null {
  const last = events.findLast(({ code }) => EXTRA_EVENTS.includes(code) || REFUND_EVENTS.includes(code));
  return last && EXTRA_EVENTS.includes(last.code) ? last : null;
}

/** Statuses in which the customer waits for the exchange. */
const WAITING_FOR_US: readonly OrderStatus[] = ['verifying_transaction', 'paid', 'delivering', 'waitingotp', 'retry_scheduled'];

/** Reasons without a delay notice: the customer decides, or was told that it takes longer. */
const WITHOUT_DELAY_NOTICE: readonly OrderReason[] = [...DECISION_REASONS, 'risk', 'refund_review'];

/** Events from which the customer's waiting time is counted. */
const WAIT_STARTS: readonly OrderEventCode[] = ['payment_unconfirmed', 'payment_confirmed', 'paid', 'risk_cleared', 'recalculated', 'refund_started'];

/** Usual duration of what the order waits for on a chain, in milliseconds: its payment's or its payout's finality. Elsewhere it takes seconds. */
function usualWaitMs({ status, seen, to }: OrderView): number {
  if (seen) return seen.needed * seen.blockMs;
  const { finality } = networkOf(to);
  return status === 'delivering' && finality.by !== 'record' ? finality.blocks * finality.blockMs : 0;
}

/** Whether a payout that usually takes seconds has not ended a minute after the order last moved on. */
export function isPayoutSlow({ status, to, events }: OrderView, nowMs: number): boolean {
  const last = events.at(-1);
  return status === 'delivering' && networkOf(to).finality.by === 'record' && last !== undefined && nowMs - last.at.getTime() > MINUTE_MS;
}

/** Whether the customer has waited five minutes longer than the networks usually take, or a payout is slow, so that a delay notice is shown. */
export function isTakingLong(order: OrderView, nowMs: number): boolean {
  const isWithoutNotice = order.reason !== null && WITHOUT_DELAY_NOTICE.includes(order.reason);
  if (!WAITING_FOR_US.includes(order.status) || isWithoutNotice) return false;
  if (isPayoutSlow(order, nowMs)) return true;
  const since = order.events.findLast(({ code }) => WAIT_STARTS.includes(code));
  return since !== undefined && nowMs - since.at.getTime() > usualWaitMs(order) + OVER_5_MINUTES_SECONDS * 1000;
}
