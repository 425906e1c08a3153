import { type Exact, exact, greatest, halfUpOf, least, times } from '../exact.ts';
import { InvariantError } from '../invariant.ts';
import { parseDecimal } from '../money.ts';
import type { RateSettings } from '../settings.ts';

export type { Exact } from '../exact.ts';

/** Decimals of a percentage: 0.5 % is `500000n`. */
export const PERCENT_SCALE = 6;

/** 100 % at `PERCENT_SCALE`. */
export const HUNDRED_PERCENT = 100n * 10n ** BigInt(PERCENT_SCALE);

/** Formula of the exchange's fee on an amount: `min(maxFee, max(fee, percent of the amount))`. */
export interface FeeRule {
  /** Minimum fee, in minor units of the amount's currency. */
  readonly fee: bigint;
  /** Percentage at `PERCENT_SCALE`, below 100 %. */
  readonly percent: bigint;
  /** Maximum fee in minor units; null: no cap. */
  readonly maxFee: bigint | null;
}

/** Rule of a zero fee. */
export const NO_FEE: FeeRule = { fee: 0n, percent: 0n, maxFee: null };

/** Parses a percentage such as `0.5`, from zero to below one hundred. @returns null for any other text */
export function parsePercent(text: string): bigint | null {
  const percent = parseDecimal(text, PERCENT_SCALE);
  return percent !== null && percent < HUNDRED_PERCENT ? percent : null;
}

/**
 * Parses the fee rule of a rate's settings.
 * @param scale decimals of the fee's currency: the bought currency, for swaps the target
 * @throws InvariantError on malformed settings
 */
export function parseFeeRule(settings: RateSettings, scale: number): FeeRule {
  const fee = parseDecimal(settings.fee, scale);
  const percent = parsePercent(settings.percentFee);
  const maxFee = settings.maxFee === null ? null : parseDecimal(settings.maxFee, scale);
  if (fee === null || percent === null || (settings.maxFee !== null && maxFee === null)) {
    throw new InvariantError(`bad fee settings: ${settings.fee} / ${settings.percentFee} / ${settings.maxFee}`);
  }
  return { fee, percent, maxFee };
}

/** Computes the fee on an amount of minor units, unrounded. */
export function exactFee(rule: FeeRule, amount: Exact | bigint): Exact {
  const base = typeof amount === 'bigint' ? exact(amount) : amount;
  const uncapped = greatest(exact(rule.fee), times(base, exact(rule.percent, HUNDRED_PERCENT)));
  return rule.maxFee === null ? uncapped : least(exact(rule.maxFee), uncapped);
}

/** Computes the fee on an amount of minor units for display, rounded half-up. Prices use `exactFee`. */
export function feeOf(rule: FeeRule, amount: Exact | bigint): bigint {
  return halfUpOf(exactFee(rule, amount));
}
