import { InvariantError } from '../invariant.ts';
import { type AccountName, type LedgerUnit, unitOf } from './accounts.ts';

/** Why a posting was made. Database grants depend on these words: the web role may post `hold` only. */
export const POSTING_KINDS = ['hold', 'rehold', 'release', 'payment', 'match', 'payout', 'fee', 'refund', 'adjust', 'opening'] as const;

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
  /** The order, payment or payout that caused it. */
  readonly orderId: string | null;
  readonly entries: readonly Entry[];
}

/** Sum of the entries per unit; a posting is balanced when every sum is zero. */
export function sumByUnit(entries: readonly Entry[]): Map<LedgerUnit, bigint> {
  const sums = new Map<LedgerUnit, bigint>();
  for (const { account, amount } of entries) {
    const unit = unitOf(account);
    sums.set(unit, (sums.get(unit) ?? 0n) + amount);
  }
  return sums;
}

/**
 * Makes a posting, leaving out zero entries.
 * @throws InvariantError when it does not balance in every unit, or is empty
 */
export function post(id: string, kind: PostingKind, orderId: string | null, entries: readonly Entry[]): Posting {
  const kept = entries.filter((entry) => entry.amount !== 0n);
  if (kept.length === 0) throw new InvariantError(`posting ${kind} has no entry`);
  for (const [unit, sum] of sumByUnit(kept)) {
    if (sum !== 0n) throw new InvariantError(`posting ${kind} is off by ${sum} ${unit}`);
  }
  return { id, kind, orderId, entries: kept };
}
