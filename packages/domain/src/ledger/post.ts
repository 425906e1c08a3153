import { InvariantError } from '../invariant.ts';
import { type AccountName, type LedgerUnit, unitOf } from './accounts.ts';

/** All kinds of postings. Database policies name them: the web role may insert `hold` only. */
export const POSTING_KINDS = [
  'hold',
  'rehold',
  'release',
  'payment',
  'match',
  'payout',
  'fee',
  'refund',
  'sweep',
  'adjust',
  'transfer',
  'opening',
  'deposit',
  'charge',
  'withdrawal',
  'withdrawal-return',
  'referral',
  'referral-return',
] as const;

/** Kind of a posting. */
export type PostingKind = (typeof POSTING_KINDS)[number];

/** One line of a posting, in minor units of the account's unit. */
export interface Entry {
  readonly account: AccountName;
  readonly amount: bigint;
}

/** A balanced set of entries, written by one statement and never changed. */
export interface Posting {
  readonly id: string;
  readonly kind: PostingKind;
  /** Order that the posting belongs to; null for others. */
  readonly orderId: string | null;
  /** Payment that a deposit credits to a customer's balance. */
  readonly paymentId?: string | null;
  /** Withdrawal that the posting belongs to. */
  readonly withdrawalId?: string | null;
  readonly entries: readonly Entry[];
}

/** Sums entries per unit; a posting is balanced when every sum is zero. */
export function sumByUnit(entries: readonly Entry[]): Map<LedgerUnit, bigint> {
  const sums = new Map<LedgerUnit, bigint>();
  for (const { account, amount } of entries) {
    const unit = unitOf(account);
    sums.set(unit, (sums.get(unit) ?? 0n) + amount);
  }
  return sums;
}

/**
 * Makes a posting, omitting zero entries.
 * @throws InvariantError when the posting is empty or does not balance in some unit
 */
export function post(id: string, kind: PostingKind, orderId: string | null, entries: readonly Entry[]): Posting {
  const kept = entries.filter((entry) => entry.amount !== 0n);
  if (kept.length === 0) throw new InvariantError(`posting ${kind} has no entry`);
  for (const [unit, sum] of sumByUnit(kept)) {
    if (sum !== 0n) throw new InvariantError(`posting ${kind} is off by ${sum} ${unit}`);
  }
  return { id, kind, orderId, entries: kept };
}
