import { CURRENCIES, CURRENCY_CODES, type TradedCode } from '../currencies.ts';
import type { LedgerUnit } from '../ledger/accounts.ts';
import { ceilDiv, larger, parseDecimal } from '../money.ts';
import { parseRate, RATE_ONE } from '../price/rate.ts';
import type { Settings } from '../settings.ts';

/**
 * What an amount of a reserve or fee coin is worth in dong, at the highest price that one of its currencies is sold for, rounded up. Null without a
 * price.
 * @param amount in the unit's minor units
 */
export function worthInDong(unit: LedgerUnit, amount: bigint, { buy }: Pick<Settings, 'buy'>): bigint | null {
  if (unit === CURRENCIES.vnd.reserve) return amount;
  const worths = CURRENCY_CODES.flatMap((code) => {
    const rate = CURRENCIES[code].reserve === unit ? parseRate(buy.get(code as TradedCode)?.value.value ?? '') : null;
    return rate === null ? [] : [ceilDiv(amount * rate, RATE_ONE * 10n ** BigInt(CURRENCIES[code].scale))];
  });
  return worths.reduce<bigint | null>((most, worth) => (most === null || worth > most ? worth : most), null);
}

/** Parses the limit of what one operator does alone within 24 hours, in dong. */
export function aloneLimitOf({ secondOperator }: Pick<Settings, 'secondOperator'>): bigint {
  return parseDecimal(secondOperator.worth, CURRENCIES.vnd.scale) ?? 0n;
}

/**
 * Whether an act needs a second operator, because it is worth more than the limit together with what its operator did alone in the 24 hours before.
 * @param worth in dong; null when unknown, which always needs one
 * @param earlier sum of the acts before, in dong
 * @param limit in dong
 */
export function isBeyondAlone(worth: bigint | null, earlier: bigint, limit: bigint): boolean {
  return worth === null || earlier + worth > limit;
}

/** The largest of what an act may be worth, in dong. Null when one of these is unknown, or there is none. */
export function largestWorth(worths: readonly (bigint | null)[]): bigint | null {
  const known = knownWorths(worths);
  return known === null || known.length === 0 ? null : known.reduce(larger);
}

/** What acts are worth together, in dong. Null when the worth of one of them is unknown. */
export function totalWorth(worths: readonly (bigint | null)[]): bigint | null {
  return knownWorths(worths)?.reduce((sum, worth) => sum + worth, 0n) ?? null;
}

function knownWorths(worths: readonly (bigint | null)[]): bigint[] | null {
  const known = worths.filter((worth) => worth !== null);
  return known.length === worths.length ? known : null;
}
