import { CURRENCIES, type CurrencyCode, type ReserveCode } from '@quydoi/domain/currencies';

/** Converts the hard limit of one payout from whole units of a currency into minor units by reserve. Larger payouts are rejected. */
export function payoutLimit(code: CurrencyCode, units: number): ReadonlyMap<ReserveCode, bigint> {
  return new Map([[CURRENCIES[code].reserve, minorUnits(code, units)]]);
}

/** Converts whole units of a currency to minor units. */
export function minorUnits(code: CurrencyCode, units: number): bigint {
  return BigInt(units) * 10n ** BigInt(CURRENCIES[code].scale);
}
