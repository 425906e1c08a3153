import type { Change } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { OrderEvent, OrderEventCode } from './event.ts';
import type { Order } from './order.ts';

/** An event before it has its number. */
export interface EventDraft {
  readonly code: OrderEventCode;
  readonly params?: Readonly<Record<string, string>>;
  /** The payout that the event is about. */
  readonly payoutId?: string;
}

/** A change of one order with its events numbered on from `before`. */
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

/** The posting that promises an order its money: available → held. Only ever made together with the order. */
export function holdPosting(order: Order, id: string): Posting {
  return post(id, 'hold', order.id, [
    { account: `rail:${order.reserve}`, amount: -order.held },
    { account: `held:${order.reserve}`, amount: order.held },
  ]);
}

/** Promises an order its money again after the hold was given back. */
export function reholdPosting(order: Order, id: string): Posting {
  return post(id, 'rehold', order.id, [
    { account: `rail:${order.reserve}`, amount: -order.held },
    { account: `held:${order.reserve}`, amount: order.held },
  ]);
}

/** Gives back what is still held for an order; nothing when nothing is. */
export function releasePostings(order: Order, id: string): readonly Posting[] {
  if (order.holding === 0n) return [];
  return [
    post(id, 'release', order.id, [
      { account: `held:${order.reserve}`, amount: -order.holding },
      { account: `rail:${order.reserve}`, amount: order.holding },
    ]),
  ];
}

/** The account where an order's incoming money waits until it is matched. */
export function suspenseOf(order: Order, unit: Order['reserve']): AccountName {
  return `suspense:${order.payInRail}:${unit}`;
}
