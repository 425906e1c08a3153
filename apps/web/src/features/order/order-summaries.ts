import type { OrderView } from '@quydoi/contract/orders/order-view';
import { isCurrencyCode } from '@quydoi/domain/currencies';
import { type Badge, ORDER_KINDS, ORDER_STATUSES, type OrderAction } from '@quydoi/domain/order-status';
import { stored } from '../../lib/stored.ts';
import { isClaimWaiting } from './claim/claim-state.ts';
import { extraPaymentOf, presentOrder } from './status/order-presentation.ts';
import { voucherStageOf } from './voucher/voucher-state.ts';

/** Who has to do something next: the customer, the exchange, or nobody. */
export const ORDER_TURNS = ['yours', 'ours', 'done'] as const;
/** Who has to do something next. */
export type OrderTurn = (typeof ORDER_TURNS)[number];

/** What a device remembers of an order, to list it before and without an answer of the server. */
export interface OrderSummary extends Pick<OrderView, 'ref' | 'kind' | 'from' | 'to'> {
  /** Amounts in minor units. */
  readonly sent: string;
  readonly received: string;
  /** Message id and colour of the badge. */
  readonly badgeId: string;
  readonly badge: Badge;
  readonly turn: OrderTurn;
  /** When it was created, in Unix milliseconds. */
  readonly at: number;
}

/** Maximum orders remembered on a device; the oldest are forgotten. */
export const SUMMARIES_MAX = 50;

/** Orders created or opened on this device, by reference. */
export const orderSummaries = stored<Readonly<Record<string, OrderSummary>>>('orderNotes', {}, areSummaries);

const COLOURS: readonly string[] = ['red', 'yellow', 'blue', 'green', 'none'] satisfies Badge[];
const AMOUNT = /^\d{1,40}$/;

function areSummaries(value: unknown): value is Record<string, OrderSummary> {
  return typeof value === 'object' && value !== null && Object.values(value).every(isSummary);
}

function isSummary(value: unknown): value is OrderSummary {
  const summary = (value ?? {}) as Partial<Record<keyof OrderSummary, unknown>>;
  const texts = [summary.ref, summary.kind, summary.from, summary.to, summary.sent, summary.received, summary.badgeId, summary.badge, summary.turn];
  return (
    texts.every((text) => typeof text === 'string') &&
    [summary.from, summary.to].every((code) => isCurrencyCode(String(code))) &&
    [summary.sent, summary.received].every((amount) => AMOUNT.test(String(amount))) &&
    (ORDER_KINDS as readonly unknown[]).includes(summary.kind) &&
    (ORDER_TURNS as readonly unknown[]).includes(summary.turn) &&
    COLOURS.includes(String(summary.badge)) &&
    typeof summary.at === 'number'
  );
}

/** Remembers an order as it stands. */
export function rememberOrder(order: OrderView, nowMs: number): void {
  const summary = summaryOf(order, nowMs);
  if (JSON.stringify(orderSummaries.get()[summary.ref]) === JSON.stringify(summary)) return;
  orderSummaries.update((known) => newest({ ...known, [summary.ref]: summary }));
}

function newest(summaries: Readonly<Record<string, OrderSummary>>): Record<string, OrderSummary> {
  const kept = Object.values(summaries)
    .sort((a, b) => b.at - a.at)
    .slice(0, SUMMARIES_MAX);
  return Object.fromEntries(kept.map((summary) => [summary.ref, summary]));
}

/** Badge of an order that holds a payment that it cannot take, whatever became of the order itself. */
const EXTRA_PAYMENT = { badgeId: 'order.extraBadge', badge: 'yellow' } as const;
/** Badge of a delivered order whose surplus has not been refunded yet. */
const REFUND_OPEN = { badgeId: 'order.refundingBadge', badge: 'yellow' } as const;

/** Summarizes an order. */
export function summaryOf(order: OrderView, nowMs: number): OrderSummary {
  const { ref, kind, from, to, amountSent, amountReceived, createdAt } = order;
  const isTimerOver = nowMs >= order.expiresAt.getTime();
  const isRefundOpen = order.status === 'delivered' && !isSettled(order);
  const { badgeId, badge } = extraPaymentOf(order) ? EXTRA_PAYMENT : isRefundOpen ? REFUND_OPEN : presentOrder(order, isTimerOver);
  return {
    ref,
    kind,
    from,
    to,
    sent: String(amountSent),
    received: String(amountReceived),
    badgeId,
    badge,
    turn: turnOf(order, isTimerOver),
    at: createdAt.getTime(),
  };
}

/** Actions that the exchange waits for. A pending order waits for its payment. */
const AWAITED: readonly OrderAction[] = ['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund', 'submitVoucher'];

function turnOf(order: OrderView, isTimerOver: boolean): OrderTurn {
  if (isClaimWaiting(order) || voucherStageOf(order)) return 'ours';
  if (extraPaymentOf(order)) return 'yours';
  if (order.actions.some((action) => AWAITED.includes(action))) return 'yours';
  if (order.status === 'pending') return isTimerOver ? 'ours' : 'yours';
  return isSettled(order) ? 'done' : 'ours';
}

/** Whether order and refund are final: a refund can outlast the order's final status. */
export function isSettled({ status, refund }: OrderView): boolean {
  return ORDER_STATUSES[status].final && (refund === null || refund.state === 'done');
}
