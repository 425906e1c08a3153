import {
  NEGLIGIBLE_PART_PERCENT,
  UNREVIEWED_REFUND_ELSEWHERE_MAX_VND,
  UNREVIEWED_REFUNDS_ELSEWHERE_MAX_VND,
  UNREVIEWED_REFUNDS_PER_DAY_MAX,
  UNREVIEWED_REFUNDS_PER_SUBJECT_MAX_VND,
  UNREVIEWED_REFUNDS_SHARE_PERCENT,
} from '../../constants.ts';
import { CURRENCIES, networkOf, smallestTransfer } from '../../currencies.ts';
import { ceilDiv } from '../../money.ts';
import { RATE_ONE } from '../../price/rate.ts';
import type { FirstHandPayment } from '../../transfer/first-hand.ts';
import { isRefundOrReturn, type Payout } from '../../transfer/payout.ts';
import type { VolumeLimit } from '../../transfer/volume-limit.ts';
import type { Order } from '../order.ts';
import type { RefundOfOrder } from './validate-refund.ts';

/** Evidence for deciding whether a refund needs an operator's approval, read by the signer independently of other roles. */
export interface RefundReviewEvidence extends RefundOfOrder {
  /** What the signer has read itself of the payments that are refunded. */
  readonly records: readonly FirstHandPayment[];
  /** The operators' sell rate of `order.from` in dong, at rate scale; null without one. One for dong. */
  readonly sellRate: bigint | null;
  /** Whether whoever has the order's key asked for a refund to this account, proven by the web process. */
  readonly isAskedWithKey: boolean;
}

/**
 * Decides whether a refund needs an operator's approval, because it is less than a transfer may be, or goes to an account that is not the customer's
 * own. Returns the reason, or null if it may be sent without one.
 */
export function reviewRefund(evidence: RefundReviewEvidence): string | null {
  const { amount, currency } = evidence.payout;
  const isTooSmall = amount < smallestTransfer(currency);
  return reviewAccount(evidence) ?? (isTooSmall ? 'below the smallest transfer' : null);
}

function reviewAccount({ order, payout, siblings, records, sellRate, isAskedWithKey }: RefundReviewEvidence): string | null {
  if (isToOwnAccount(order, payout, records)) return null;
  const elsewhere = [payout, ...siblings].filter(
    (refund) => isRefundOrReturn(refund) && refund.state !== 'failed' && refund.madeBy === 'system' && !isToOwnAccount(order, refund, records),
  );
  const worth = worthOf(
    order,
    elsewhere.reduce((sum, refund) => sum + refund.amount, 0n),
    sellRate,
  );
  if (worth !== null && worth <= UNREVIEWED_REFUND_ELSEWHERE_MAX_VND && isAskedWithKey) return null;
  return 'refund to an account that is not the customer’s own';
}

/**
 * Whether a refund goes to an account of the customer's own: the sender declared when the order was created, where the network does not tell who paid, or
 * the payer in the signer's own reading. What others paid does not count up to a percent of all: anybody could send dust. An account number without its
 * bank identifies no bank account.
 */
export function isToOwnAccount(order: Order, { destination, destinationBank }: Payout, records: readonly FirstHandPayment[]): boolean {
  const isDeclared = order.sender === destination && order.senderBank === destinationBank;
  if (isDeclared && !networkOf(order.from).authenticatesPayer) return true;
  if (destinationBank !== null) return false;
  const own = sumOf(records.filter(({ payer }) => payer === destination));
  return own > 0n && (sumOf(records) - own) * 100n <= sumOf(records) * BigInt(NEGLIGIBLE_PART_PERCENT);
}

/**
 * Limits on what is refunded within a day without an operator's approval: in dong, which costs the customer nothing, by sum and by number; and to
 * accounts that are not the customers' own.
 * @param dongReserve the dong reserve, available and held
 */
export function refundLimits(
  { order, payout, records, sellRate }: Omit<RefundReviewEvidence, 'siblings' | 'isAskedWithKey'>,
  dongReserve: bigint,
): VolumeLimit[] {
  const { amount } = payout;
  const elsewhere = isToOwnAccount(order, payout, records) ? null : worthOf(order, amount, sellRate);
  const limits: VolumeLimit[] = [];
  if (payout.currency === 'vnd') {
    const share = (dongReserve * BigInt(UNREVIEWED_REFUNDS_SHARE_PERCENT)) / 100n;
    limits.push(
      {
        party: `refunds:vnd:${order.subject}`,
        amount,
        within: 'day',
        most: UNREVIEWED_REFUNDS_PER_SUBJECT_MAX_VND,
        reason: 'above the day’s refunds of a subject',
      },
      { party: 'refunds:vnd', amount, within: 'day', most: share, reason: 'above the day’s refunds of the reserve' },
      {
        party: `refund-count:vnd:subject:${order.subject}`,
        amount: 1n,
        within: 'day',
        most: UNREVIEWED_REFUNDS_PER_DAY_MAX.subject,
        reason: 'above the day’s number of refunds of a subject',
      },
      {
        party: `refund-count:vnd:account:${payout.destinationBank ?? ''}:${payout.destination}`,
        amount: 1n,
        within: 'day',
        most: UNREVIEWED_REFUNDS_PER_DAY_MAX.account,
        reason: 'above the day’s number of refunds to an account',
      },
    );
  }
  if (elsewhere !== null) {
    limits.push({
      party: 'refunds-elsewhere',
      amount: elsewhere,
      within: 'day',
      most: UNREVIEWED_REFUNDS_ELSEWHERE_MAX_VND,
      reason: 'above the day’s refunds to accounts that are not the customers’ own',
    });
  }
  return limits;
}

function sumOf(records: readonly FirstHandPayment[]): bigint {
  return records.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Worth in dong, rounded up; null without a rate. */
function worthOf({ from }: Order, amount: bigint, sellRate: bigint | null): bigint | null {
  return sellRate === null ? null : ceilDiv(amount * sellRate, RATE_ONE * 10n ** BigInt(CURRENCIES[from].scale));
}
