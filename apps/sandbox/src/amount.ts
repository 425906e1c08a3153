import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { Problem } from './problem.ts';

/** Minor units of an amount that a script or person entered. @throws Problem unless it is positive, has no more decimals than the currency, and is at most `max` */
export function minorUnits(amount: number | string, currency: CurrencyCode, max: bigint): bigint {
  const { scale, unit } = CURRENCIES[currency];
  const units = parseDecimal(String(amount), scale);
  if (units === null || units <= 0n || units > max)
    throw new Problem(422, 'AMOUNT_INVALID', `the amount is not in ${unit} with at most ${scale} decimals, or too large`);
  return units;
}

/** Converts minor units to the currency: 10050n of `pm` is 100.5. */
export function inCurrency(units: bigint, currency: CurrencyCode): number {
  return Number(formatDecimal(units, CURRENCIES[currency].scale));
}
