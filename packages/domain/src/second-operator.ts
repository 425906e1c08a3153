import { CURRENCIES, CURRENCY_CODES, type ReserveCode, type TradedCode } from './currencies.ts';
import { ceilDiv, parseDecimal } from './money.ts';
import { parseRate, RATE_ONE } from './rate.ts';
import type { RateSettings, Settings } from './settings.ts';

const PERCENT_SCALE = 6;

/**
 * What an amount of a reserve is worth in dong, at the highest price that one of its currencies is sold for, rounded up. Null without a price.
 * @param amount in the reserve's minor units
 */
export function worthInDong(reserve: ReserveCode, amount: bigint, { buy }: Pick<Settings, 'buy'>): bigint | null {
  if (reserve === CURRENCIES.vnd.reserve) return amount;
  const worths = CURRENCY_CODES.flatMap((code) => {
    const rate = CURRENCIES[code].reserve === reserve ? parseRate(buy.get(code as TradedCode)?.value.value ?? '') : null;
    return rate === null ? [] : [ceilDiv(amount * rate, RATE_ONE * 10n ** BigInt(CURRENCIES[code].scale))];
  });
  return worths.reduce<bigint | null>((most, worth) => (most === null || worth > most ? worth : most), null);
}

/** Whether an amount of a reserve is worth more than an operator may move alone. Without a price it is. */
export function isWorthMore(reserve: ReserveCode, amount: bigint, settings: Pick<Settings, 'buy' | 'secondOperator'>): boolean {
  const limit = parseDecimal(settings.secondOperator.worth, CURRENCIES.vnd.scale) ?? 0n;
  const worth = worthInDong(reserve, amount < 0n ? -amount : amount, settings);
  return worth === null || worth > limit;
}

/** Whether a rate differs from the one before by more percent than an operator may change it alone. The first one does. */
export function isRateChangedMore(before: RateSettings | undefined, value: string, { rateChange }: Settings['secondOperator']): boolean {
  const [old, next] = [parseRate(before?.value ?? ''), parseRate(value)];
  if (next === null) return false;
  if (old === null) return true;
  const change = next > old ? next - old : old - next;
  const percent = parseDecimal(rateChange, PERCENT_SCALE) ?? 0n;
  return change * 100n * 10n ** BigInt(PERCENT_SCALE) > old * percent;
}
