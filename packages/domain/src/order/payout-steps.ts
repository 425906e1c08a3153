import type { Change, Step } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { feeUnitOf } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { Attempt, Payout } from '../payout.ts';
import { partsOf } from '../payout-parts.ts';
import { touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type DecisionContext, type EventDraft } from './steps.ts';

/** A payout with the attempt at hand, and what stands beside it. */
export interface PayoutState {
  readonly order: Order;
  readonly payout: Payout;
  readonly attempt: Attempt;
  /** The order's other payouts: other parts, earlier ones that failed, what is given back. Read after the order. */
  readonly siblings: readonly Payout[];
}

/**
 * The rows of what an order pays: one for each transfer that it takes.
 * @param seq number of the first of them
 * @param settled parts that were paid already
 */
export function payoutsDue(order: Order, seq: number, settled: ReadonlySet<number>, ctx: DecisionContext): Payout[] {
  const parts = partsOf(order.reserve, order.amountReceived);
  const due = parts.map((amount, index) => ({ amount, part: index + 1 })).filter(({ part }) => !settled.has(part));
  return due.map(({ amount, part }, index) => ({
    id: ctx.newId(),
    version: 1,
    orderId: order.id,
    purpose: 'order',
    seq: seq + index,
    part,
    parts: parts.length,
    paymentId: null,
    rail: order.payOutRail,
    reserve: order.reserve,
    amount,
    held: 0n,
    fee: 0n,
    destination: order.destination,
    destinationBank: order.destinationBank,
    state: 'queued',
    tries: 0,
    nextAt: ctx.now,
    createdAt: ctx.now,
  }));
}

/** What of an order's payouts is paid, by part, and the number of the next one. */
export function paidSoFar(payouts: readonly Payout[]): { settled: ReadonlySet<number>; nextSeq: number } {
  const own = payouts.filter(({ purpose }) => purpose === 'order');
  const settled = own.filter(({ state }) => state === 'settled').map(({ part }) => part);
  return { settled: new Set(settled), nextSeq: Math.max(0, ...own.map(({ seq }) => seq)) + 1 };
}

/** A payout one version on. */
export function stepPayout(before: Payout, set: Partial<Pick<Payout, 'state' | 'tries' | 'nextAt'>>): Step<Payout> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** An attempt one version on. */
export function stepAttempt(before: Attempt, set: Partial<Omit<Attempt, 'id' | 'version' | 'payoutId' | 'n' | 'key'>>): Step<Attempt> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** Something to be said in the order's log that moves nothing. A refund's way is not told step by step: only that it began and how it ended. */
export function sayOnly(order: Order, payout: Payout, events: readonly EventDraft[], ctx: DecisionContext, rows: Partial<Change>): Change {
  if (payout.purpose === 'refund') return { ...NO_CHANGE, ...rows };
  return changeOrder(order, touchOrder(order, {}), events, ctx, rows);
}

/** What a chain took for a transfer, out of the coin that we keep for it; none when nothing is known or it was free. */
export function gasPostings({ order, payout }: Pick<PayoutState, 'order' | 'payout'>, fee: bigint | null, ctx: DecisionContext): Posting[] {
  const unit = feeUnitOf(payout.reserve);
  if (unit === null || fee === null || fee === 0n) return [];
  return [
    post(ctx.newId(), 'payout', order.id, [
      { account: `gas:${unit}`, amount: -fee },
      { account: `network-fee:${unit}`, amount: fee },
    ]),
  ];
}

/** Gives back what the ledger holds for a refund that will not be made; the customer's money stays owed to them. */
export function unholdPostings(payout: Payout, held: bigint, ctx: DecisionContext): Posting[] {
  if (held <= 0n) return [];
  return [
    post(ctx.newId(), 'release', payout.orderId, [
      { account: `held:${payout.reserve}`, amount: -held },
      { account: `rail:${payout.reserve}`, amount: held },
    ]),
  ];
}
