import { CURRENCIES, type CurrencyCode, type ReserveCode } from '@quydoi/domain/currencies';

/** The largest payout of a currency without a person, given in whole units, by its reserve in minor units. */
export function payoutCap(code: CurrencyCode, units: number): ReadonlyMap<ReserveCode, bigint> {
  return new Map([[CURRENCIES[code].reserve, minorUnits(code, units)]]);
}

/** Whole units of a currency in minor units. */
export function minorUnits(code: CurrencyCode, units: number): bigint {
  return BigInt(units) * 10n ** BigInt(CURRENCIES[code].scale);
}
