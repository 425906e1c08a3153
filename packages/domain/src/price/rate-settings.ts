import { CURRENCIES, type CurrencyCode, isCurrencyCode } from '../currencies.ts';
import { DECIMAL_LENGTH_MAX, parseDecimal } from '../money.ts';
import type { AutomaticFee, AutomaticRate, RateSettings, SecondOperatorSettings } from '../settings.ts';
import { PERCENT_SCALE, parsePercent } from './fee.ts';
import { parseRate } from './rate.ts';

/**
 * Whether a rate's settings can be priced by: a rate above zero, a percentage below a hundred, and amounts with no more decimals than their currencies
 * have. An automatic fee, which sells have none, is within its bounds, and these within the maximum fee; an automatic rate, which pairs have none, is
 * within its own. Of a currency that is not known here, which a
 * newer process may have added, the decimals do not matter: nothing is traded in it.
 * @param key a currency, or `source:target` of a pair
 */
export function isReadableRate(kind: 'buy' | 'sell' | 'pair', key: string, rate: RateSettings): boolean {
  const { value, fee, percentFee, maxFee, minQuantity, automaticFee, automaticRate } = rate;
  const [entered = '', charged = entered] = key.split(':');
  return (
    parseRate(value) !== null &&
    parsePercent(percentFee) !== null &&
    isAmount(fee, charged) &&
    (maxFee === null || isAmount(maxFee, charged)) &&
    (minQuantity === null || isAmount(minQuantity, entered)) &&
    (automaticFee === undefined ||
      (kind !== 'sell' && [automaticFee.floor, automaticFee.cap].every((bound) => isAmount(bound, charged)) && isWithinBounds(rate, automaticFee))) &&
    (automaticRate === undefined || (kind !== 'pair' && isRateWithinBounds(value, automaticRate)))
  );
}

/** Changes to a rate; omitted fields keep their values. */
export interface RateChange {
  readonly value: string;
  readonly fee?: string | undefined;
  readonly percentFee?: string | undefined;
  readonly maxFee?: string | null | undefined;
  readonly minQuantity?: string | null | undefined;
  /** Null ends it: the fee then stays as it is. */
  readonly automaticFee?: AutomaticFee | null | undefined;
  /** Omitted or null, the value stays as it is set: naming a price ends its following of the market. */
  readonly automaticRate?: AutomaticRate | null | undefined;
}

/** Applies a change to a rate. A fee outside the bounds of its automatic fee becomes the nearer one. */
export function changedRate(old: RateSettings | undefined, change: RateChange): RateSettings {
  const automaticFee = change.automaticFee === undefined ? old?.automaticFee : (change.automaticFee ?? undefined);
  const fee = change.fee ?? old?.fee ?? '0';
  return {
    value: change.value,
    fee: automaticFee ? feeWithin(fee, automaticFee) : fee,
    percentFee: change.percentFee ?? old?.percentFee ?? '0',
    maxFee: change.maxFee === undefined ? (old?.maxFee ?? null) : change.maxFee,
    minQuantity: change.minQuantity === undefined ? (old?.minQuantity ?? null) : change.minQuantity,
    ...(automaticFee ? { automaticFee } : {}),
    ...(change.automaticRate ? { automaticRate: change.automaticRate } : {}),
  };
}

/** The fee of a rate, or the bound of its automatic fee that it exceeds. */
export function feeWithin(fee: string, { floor, cap }: Pick<AutomaticFee, 'floor' | 'cap'>): string {
  if (isBelow(fee, floor)) return floor;
  return isBelow(cap, fee) ? cap : fee;
}

/** A rate at the lowest and at the highest fee that it can get by itself: twice the same where operators set the fee. */
export function atFeeBounds(rate: RateSettings): readonly [RateSettings, RateSettings] {
  const { floor, cap } = rate.automaticFee ?? { floor: rate.fee, cap: rate.fee };
  return [
    { ...rate, fee: floor },
    { ...rate, fee: cap },
  ];
}

/** A rate at all combinations of the bounds that its fee and its value can get to by themselves: four times the same where operators set both. */
export function atBounds(rate: RateSettings): readonly RateSettings[] {
  const { floor, cap } = rate.automaticRate ?? { floor: rate.value, cap: rate.value };
  return atFeeBounds(rate).flatMap((bound) => [
    { ...bound, value: floor },
    { ...bound, value: cap },
  ]);
}

/** Whether the profit of an automatic rate changes by more percent than one operator may move a price. */
export function isProfitMovedMore(before: RateSettings, after: RateSettings, { rateChange }: SecondOperatorSettings): boolean {
  if (!before.automaticRate || !after.automaticRate) return false;
  const [old = 0n, next = 0n, limit = 0n] = [before.automaticRate.profit, after.automaticRate.profit, rateChange].map(
    (text) => parseDecimal(text, PERCENT_SCALE) ?? 0n,
  );
  return old - next > limit || next - old > limit;
}

/** Whether two rates are the same in every field that prices or bounds an order. */
export function isSameRate(a: RateSettings, b: RateSettings): boolean {
  return valuesOf(a).every((value, n) => value === valuesOf(b)[n]);
}

function valuesOf({ automaticFee, automaticRate, ...rate }: RateSettings): readonly (string | null | undefined)[] {
  const { value, fee, percentFee, maxFee, minQuantity } = rate;
  const following = [
    automaticFee?.floor,
    automaticFee?.cap,
    automaticFee?.coinPrice,
    automaticRate?.profit,
    automaticRate?.floor,
    automaticRate?.cap,
  ];
  return [value, fee, percentFee, maxFee, minQuantity, ...following];
}

function isRateWithinBounds(value: string, { profit, floor, cap }: AutomaticRate): boolean {
  const [rate, lowest, highest] = [value, floor, cap].map(parseRate) as [bigint | null, bigint | null, bigint | null];
  return parsePercent(profit) !== null && rate !== null && lowest !== null && highest !== null && lowest <= rate && rate <= highest;
}

function isWithinBounds({ fee, maxFee }: RateSettings, { floor, cap, coinPrice }: AutomaticFee): boolean {
  const isPriced = coinPrice === null || parseRate(coinPrice) !== null;
  return isPriced && !isBelow(cap, floor) && feeWithin(fee, { floor, cap }) === fee && (maxFee === null || !isBelow(maxFee, cap));
}

/** Compares amounts of one currency, of whatever scale. */
function isBelow(a: string, b: string): boolean {
  return (parseDecimal(a, DECIMAL_LENGTH_MAX) ?? 0n) < (parseDecimal(b, DECIMAL_LENGTH_MAX) ?? 0n);
}

function isAmount(text: string, code: string): boolean {
  return !isCurrencyCode(code) || parseDecimal(text, CURRENCIES[code as CurrencyCode].scale) !== null;
}
