/** What the ledger says of a paying account while its provider was asked. Minor units of the reserve. */
export interface BooksAround {
  /** Least and most that the ledger had, before and after the provider was asked: available and held. */
  readonly least: bigint;
  readonly most: bigint;
  /** Payments made before the previous check and journalled after it. */
  readonly foundLate: bigint;
}

/** Result of comparing a provider's balance with the ledger. */
export interface BalanceCheck {
  /** Balance reported by the provider. */
  readonly told: bigint;
  /** Provider balance minus ledger balance, beyond money in flight: negative is a shortage, positive a surplus, zero agrees. */
  readonly difference: bigint;
  /** Checks in a row that found a difference of this sign. */
  readonly times: number;
  readonly checkedAt: Date;
  /** When the first of the checks in a row found the difference; null while there is none. */
  readonly since: Date | null;
  /** Whether the provider ever told another balance than zero. */
  readonly hasTold: boolean;
}

/** Checks in a row that make a difference real: a payment may be read late, and a balance be of an older moment than the records. */
export const CONFIRMING_CHECKS = 2;

/**
 * Compares a provider's balance with the ledger. Money on its way out is already subtracted from `least`; payments that are not journalled yet are a
 * surplus. A surplus that payments journalled since the previous check explain does not count.
 */
export function checkBalance(told: bigint, books: BooksAround, previous: BalanceCheck | null, now: Date): BalanceCheck {
  const difference = told < books.least ? told - books.least : told > books.most ? told - books.most : 0n;
  const before = previous?.difference ?? 0n;
  const isSame = difference < 0n ? before < 0n : difference > 0n && before > books.foundLate;
  const hasTold = told !== 0n || (previous?.hasTold ?? false);
  if (difference === 0n) return { told, difference, times: 0, checkedAt: now, since: null, hasTold };
  if (!previous || !isSame) return { told, difference, times: 1, checkedAt: now, since: now, hasTold };
  return { told, difference, times: previous.times + 1, checkedAt: now, since: previous.since ?? now, hasTold };
}

/** Whether a difference was found often enough to be real. */
export function isConfirmed({ difference, times }: Pick<BalanceCheck, 'difference' | 'times'>): boolean {
  return difference !== 0n && times >= CONFIRMING_CHECKS;
}

/** Whether payouts have to stop: money is missing that operators have not accepted as missing. @param accepted difference that they accepted */
export function isShort(check: BalanceCheck, accepted: bigint): boolean {
  return isConfirmed(check) && lacks(check, accepted);
}

/**
 * Whether stopped payouts may go on: two checks in a row found no money missing beyond what operators accepted. One balance that looks right may be a
 * wrong answer, or one of an older moment.
 */
export function hasRecovered(check: BalanceCheck, previous: BalanceCheck | null, accepted: bigint): boolean {
  return previous !== null && !lacks(check, accepted) && !lacks(previous, accepted);
}

/**
 * Whether a zero from the provider counts as a balance, and not as its answer for a balance that it does not know. It counts if the provider has ever
 * told another balance, or if the previous check found a difference, which this check has to be able to confirm.
 */
export function isZeroTold(previous: BalanceCheck | null): boolean {
  return previous !== null && (previous.hasTold || previous.difference !== 0n);
}

function lacks({ difference }: BalanceCheck, accepted: bigint): boolean {
  return difference < 0n && difference < accepted;
}
