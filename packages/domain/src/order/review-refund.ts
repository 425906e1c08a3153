import { UNREVIEWED_REFUND_MAX_VND, UNREVIEWED_REFUNDS_PER_SUBJECT_MAX_VND, UNREVIEWED_REFUNDS_SHARE_PERCENT } from '../constants.ts';
import { CURRENCIES } from '../currencies.ts';
import { ceilDiv } from '../money.ts';
import { RATE_ONE } from '../rate.ts';
import type { FirstHandPayment } from '../transfer/first-hand.ts';
import { isRefundOrReturn, type Payout } from '../transfer/payout.ts';
import type { Order } from './order.ts';
import type { RefundOfOrder } from './validate-refund.ts';

/** Evidence for deciding whether a refund needs an operator's approval, read by the signer independently of other roles. */
export interface RefundReviewEvidence extends RefundOfOrder {
  /** What the signer has read itself of the payments that are refunded. */
  readonly records: readonly FirstHandPayment[];
  /** The operators' sell rate of `order.from` in dong, at rate scale; null without one. One for dong. */
  readonly sellRate: bigint | null;
  /** Dong refunded within the last day without an approval: to the order's subject, and in all. */
  readonly refundedToSubject: bigint;
  readonly refundedInAll: bigint;
  /** The dong reserve, available and held. */
  readonly dongReserve: bigint;
}

/**
 * Decides whether a refund needs an operator's approval, because it goes to an account that is not the customer's own, or exceeds a day's limits of
 * refunds in dong, which cost the customer nothing. Returns the reason, or null if it may be sent without one.
 */
export function reviewRefund(evidence: RefundReviewEvidence): string | null {
  return reviewAccount(evidence) ?? reviewDong(evidence);
}

/**
 * Whether a refund goes to an account of the customer's own: the sender declared when the order was created, or the payer in the signer's own
 * reading. An account number without its bank identifies no bank account.
 */
export function isToOwnAccount(order: Order, { destination, destinationBank }: Payout, records: readonly FirstHandPayment[]): boolean {
  if (order.sender === destination && order.senderBank === destinationBank) return true;
  return destinationBank === null && records.length > 0 && records.every(({ payer }) => payer === destination);
}

function reviewAccount({ order, payout, siblings, records, sellRate }: RefundReviewEvidence): string | null {
  if (isToOwnAccount(order, payout, records)) return null;
  const others = [payout, ...siblings].filter(
    (refund) => isRefundOrReturn(refund) && refund.state !== 'failed' && refund.madeBy === 'system' && !isToOwnAccount(order, refund, records),
  );
  const amount = others.reduce((sum, refund) => sum + refund.amount, 0n);
  const worth = sellRate === null ? null : ceilDiv(amount * sellRate, RATE_ONE * 10n ** BigInt(CURRENCIES[order.from].scale));
  return worth === null || worth > UNREVIEWED_REFUND_MAX_VND ? 'refund to an account that is not the customer’s own' : null;
}

function reviewDong({ payout, refundedToSubject, refundedInAll, dongReserve }: RefundReviewEvidence): string | null {
  if (payout.currency !== 'vnd') return null;
  if (refundedToSubject + payout.amount > UNREVIEWED_REFUNDS_PER_SUBJECT_MAX_VND) return 'above the day’s refunds of a subject';
  const most = (dongReserve * BigInt(UNREVIEWED_REFUNDS_SHARE_PERCENT)) / 100n;
  return refundedInAll + payout.amount > most ? 'above the day’s refunds of the reserve' : null;
}
