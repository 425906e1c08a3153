import type { Posting } from './ledger/post.ts';
import type { OrderEvent } from './order/event.ts';
import type { Order } from './order/order.ts';
import type { Payment } from './payment.ts';
import type { Attempt, Payout } from './payout.ts';

/** A record before and after: created when `before` is null, else changed from exactly that version. */
export interface Step<T> {
  readonly before: T | null;
  readonly after: T;
}

/**
 * What one decision does to the money tables, all or nothing. `applyChanges` of the database floor writes it in one transaction and fails
 * with a conflict when a `before` is no longer the current version.
 */
export interface Change {
  readonly order: Step<Order> | null;
  readonly events: readonly OrderEvent[];
  readonly postings: readonly Posting[];
  readonly payments: readonly Step<Payment>[];
  readonly payouts: readonly Step<Payout>[];
  readonly attempts: readonly Step<Attempt>[];
}

/** A change that does nothing; spread it and set what the decision moves. */
export const NO_CHANGE: Change = { order: null, events: [], postings: [], payments: [], payouts: [], attempts: [] };
