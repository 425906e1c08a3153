import type { Change } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { CURRENCIES } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import type { OrderReason } from '../order-status.ts';
import type { OrderEvent, OrderEventCode } from './event.ts';
import type { Order } from './order.ts';

/** Event before its number, actor and time are set. */
export interface EventDraft {
  readonly code: OrderEventCode;
  readonly params?: Readonly<Record<string, string>>;
  /** The payout that the event is about. */
  readonly payoutId?: string;
}

/**
 * Event of an order whose payments do not match it, with the amount that is missing or too much, where that is the reason.
 * @param order the order with the payments
 */
export function mismatchEvent(order: Pick<Order, 'from' | 'amountSent' | 'amountPaid'>, reason: OrderReason): EventDraft {
  const { from, amountSent, amountPaid } = order;
  if (reason !== 'underpaid' && reason !== 'overpaid') return { code: 'payment_mismatch', params: { reason } };
  const difference = reason === 'underpaid' ? amountSent - amountPaid : amountPaid - amountSent;
  return { code: 'payment_mismatch', params: { reason, amount: formatDecimal(difference, CURRENCIES[from].scale), currency: from } };
}

/** Makes the change of one order, numbering its events on from `before`. */
export function changeOrder(
  before: Order | null,
  after: Order,
  drafts: readonly EventDraft[],
  ctx: DecisionContext,
  rest: Partial<Change> = {},
): Change {
  const first = before?.eventCount ?? 0;
  const events = drafts.map(
    ({ code, params = {}, payoutId }, index): OrderEvent => ({
      orderId: after.id,
      n: first + index + 1,
      code,
      params,
      actor: ctx.actor,
      cause: ctx.cause,
      payoutId: payoutId ?? null,
      at: ctx.now,
    }),
  );
  return { ...NO_CHANGE, ...rest, order: { before, after: { ...after, eventCount: first + events.length } }, events };
}

/** Posts the initial hold of an order (available → held). Only written together with the new order. */
export function holdPosting(order: Order, id: string): Posting {
  return post(id, 'hold', order.id, [
    { account: `rail:${order.reserve}`, amount: -order.held },
    { account: `held:${order.reserve}`, amount: order.held },
  ]);
}

/** Posts an order's hold again after it was released. */
export function reholdPosting(order: Order, id: string): Posting {
  return post(id, 'rehold', order.id, [
    { account: `rail:${order.reserve}`, amount: -order.held },
    { account: `held:${order.reserve}`, amount: order.held },
  ]);
}

/** Releases an order's hold; empty when nothing is held. */
export function releasePostings(order: Order, id: string): readonly Posting[] {
  if (order.holding === 0n) return [];
  return [
    post(id, 'release', order.id, [
      { account: `held:${order.reserve}`, amount: -order.holding },
      { account: `rail:${order.reserve}`, amount: order.holding },
    ]),
  ];
}

/** Account that holds an order's payments until they are matched. */
export function suspenseOf(order: Order, unit: Order['reserve']): AccountName {
  return `suspense:${order.payInNetwork}:${unit}`;
}
