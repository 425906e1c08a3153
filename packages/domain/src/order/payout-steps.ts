import type { Change, Step } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import type { ReserveCode } from '../currencies.ts';
import type { GasUnit } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { Attempt, Payout } from '../payout.ts';
import { touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type Deciding, type EventDraft } from './steps.ts';

/** A payout with the attempt at hand, and what stands beside it. */
export interface PayoutState {
  readonly order: Order;
  readonly payout: Payout;
  readonly attempt: Attempt;
  /** The order's other payouts: other parts, earlier ones that failed, what is given back. Read after the order. */
  readonly siblings: readonly Payout[];
}

/** The coin that a reserve's chain takes its fees in; reserves beside it pay fees out of themselves. */
export const GAS_OF: Partial<Record<ReserveCode, GasUnit>> = { 'usdt-tron': 'trx' };

/** A payout one version on. */
export function stepPayout(before: Payout, set: Partial<Pick<Payout, 'state' | 'tries' | 'nextAt'>>): Step<Payout> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** An attempt one version on. */
export function stepAttempt(before: Attempt, set: Partial<Omit<Attempt, 'id' | 'version' | 'payoutId' | 'n' | 'key'>>): Step<Attempt> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** Something to be said in the order's log that moves nothing. A refund's way is not told step by step: only that it began and how it ended. */
export function sayOnly(order: Order, payout: Payout, events: readonly EventDraft[], by: Deciding, rows: Partial<Change>): Change {
  if (payout.purpose === 'refund') return { ...NO_CHANGE, ...rows };
  return changeOrder(order, touchOrder(order, {}), events, by, rows);
}

/** What a chain took for a transfer, out of the coin that we keep for it; none when nothing is known or it was free. */
export function gasPostings({ order, payout }: Pick<PayoutState, 'order' | 'payout'>, fee: bigint | null, by: Deciding): Posting[] {
  const unit = GAS_OF[payout.reserve];
  if (unit === undefined || fee === null || fee === 0n) return [];
  return [
    post(by.newId(), 'payout', order.id, [
      { account: `gas:${unit}`, amount: -fee },
      { account: `network-fee:${unit}`, amount: fee },
    ]),
  ];
}

/** Gives back what the ledger holds for a refund that will not be made; the customer's money stays owed to them. */
export function unholdPostings(payout: Payout, held: bigint, by: Deciding): Posting[] {
  if (held <= 0n) return [];
  return [
    post(by.newId(), 'release', payout.orderId, [
      { account: `held:${payout.reserve}`, amount: -held },
      { account: `rail:${payout.reserve}`, amount: held },
    ]),
  ];
}
