import type { Books } from '@quydoi/database/repositories/balance-checks';
import { BALANCE_UNCHECKED_MINUTES } from '@quydoi/domain/constants';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { larger, smaller } from '@quydoi/domain/money';
import { type BalanceCheck, type BooksAround, isConfirmed } from '@quydoi/domain/operations/balance-check';

/** Share of the interval after which a balance is checked again. */
const RECENT_SHARE = 0.8;

/** Whether a balance was checked so lately, by another signer or this one before its restart, that a further look proves no more. */
export function isRecent(previous: Pick<BalanceCheck, 'checkedAt'> | null, everyMs: number, now: Date): boolean {
  return previous !== null && now.getTime() - previous.checkedAt.getTime() < everyMs * RECENT_SHARE;
}

/** Whether a balance has not been compared for long. One that was never compared counts as well. */
export function isLongUnchecked(previous: Pick<BalanceCheck, 'checkedAt'> | null, now: Date): boolean {
  return previous === null || now.getTime() - previous.checkedAt.getTime() >= BALANCE_UNCHECKED_MINUTES * MINUTE_MS;
}

/**
 * What the ledger said while a provider was asked, before and after, so that no transfer of the moment in between looks like a difference.
 * @param tolerance largest difference that is ignored
 */
export function booksAround(before: Books, after: Books, tolerance: bigint): Pick<BooksAround, 'least' | 'most'> {
  return {
    least: smaller(before.total - before.leaving, after.total - after.leaving) - tolerance,
    most: larger(before.total, after.total) + tolerance,
  };
}

/** Whether a difference is confirmed that was not before, or is another one. */
export function isNewDifference(check: BalanceCheck, previous: BalanceCheck | null): boolean {
  const wasTold = previous !== null && isConfirmed(previous) && previous.difference === check.difference;
  return isConfirmed(check) && !wasTold;
}
