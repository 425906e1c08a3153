import type { PaymentClaim } from './claim/claim.ts';
import type { Posting } from './ledger/post.ts';
import type { OrderEvent } from './order/event.ts';
import type { Order } from './order/order.ts';
import type { Attempt, AttemptTransfer } from './transfer/attempt.ts';
import type { IssuedVoucher } from './transfer/issued-voucher.ts';
import type { Payment, Sighting } from './transfer/payment.ts';
import type { Payout } from './transfer/payout.ts';
import type { Referral } from './wallet/referral.ts';
import type { Withdrawal } from './wallet/withdrawal.ts';

/** Insert (`before` is null) or update of one record; an update applies to exactly the version `before`. */
export interface Step<T> {
  readonly before: T | null;
  readonly after: T;
}

/**
 * Effect of one decision on the money tables, all or nothing. `applyChanges` of the database layer writes it in one transaction and fails with a
 * conflict when a `before` is no longer the current version.
 */
export interface Change {
  readonly order: Step<Order> | null;
  readonly events: readonly OrderEvent[];
  readonly postings: readonly Posting[];
  readonly payments: readonly Step<Payment>[];
  /** First reports of new payments. */
  readonly sightings: readonly Sighting[];
  readonly payouts: readonly Step<Payout>[];
  readonly attempts: readonly Step<Attempt>[];
  /** Signed transfers to be stored; never changed. */
  readonly transfers: readonly AttemptTransfer[];
  /** Updates of claims, such as their answers; claims are inserted elsewhere. */
  readonly claims: readonly Step<PaymentClaim>[];
  /** Vouchers that attempts have paid out, sealed. Ones that are stored already are not overwritten. */
  readonly vouchers: readonly IssuedVoucher[];
  /** Updates of withdrawals; withdrawals are inserted elsewhere. */
  readonly withdrawals: readonly Step<Withdrawal>[];
  /** Updates of referrals; the database inserts one when an order of a customer with a sponsor is delivered. */
  readonly referrals: readonly Step<Referral>[];
}

/** The empty change, to be spread and overridden. */
export const NO_CHANGE: Change = {
  order: null,
  events: [],
  postings: [],
  payments: [],
  sightings: [],
  payouts: [],
  attempts: [],
  transfers: [],
  claims: [],
  vouchers: [],
  withdrawals: [],
  referrals: [],
};

/** A change with rows added to its lists. */
export function withRows(change: Change, rows: Partial<Omit<Change, 'order' | 'events'>>): Change {
  return {
    ...change,
    postings: [...change.postings, ...(rows.postings ?? [])],
    payments: [...change.payments, ...(rows.payments ?? [])],
    sightings: [...change.sightings, ...(rows.sightings ?? [])],
    payouts: [...change.payouts, ...(rows.payouts ?? [])],
    attempts: [...change.attempts, ...(rows.attempts ?? [])],
    transfers: [...change.transfers, ...(rows.transfers ?? [])],
    claims: [...change.claims, ...(rows.claims ?? [])],
    vouchers: [...change.vouchers, ...(rows.vouchers ?? [])],
    withdrawals: [...change.withdrawals, ...(rows.withdrawals ?? [])],
    referrals: [...change.referrals, ...(rows.referrals ?? [])],
  };
}
