import { InvariantError } from '../invariant.ts';
import { ceilDiv, floorDiv, formatDecimal, parseDecimal } from '../money.ts';
import { HUNDRED_PERCENT, parsePercent } from './fee.ts';

/** Decimals of every rate: a rate is the price of one whole unit as an integer of 10^-12. */
export const RATE_SCALE = 12;

/** One at rate scale. */
export const RATE_ONE = 10n ** BigInt(RATE_SCALE);

/** Decimals of a computed swap rate. */
export const PAIR_RATE_DECIMALS = 6;

/** Parses a rate. @returns null unless the text is a plain decimal above zero with at most twelve decimals */
export function parseRate(text: string): bigint | null {
  const rate = parseDecimal(text, RATE_SCALE);
  return rate !== null && rate > 0n ? rate : null;
}

/** Formats a rate as the shortest exact decimal. */
export function formatRate(rate: bigint): string {
  return formatDecimal(rate, RATE_SCALE);
}

/**
 * Computes a swap rate: the source's sell rate ÷ the target's buy rate × (1 − profit %), rounded down to six decimals, and to six significant
 * digits below one: a dollar is few satoshi, of which six decimals of a bitcoin would cut off a part.
 * @param profit percentage as text, or as an integer at `PERCENT_SCALE`
 * @throws InvariantError when a rate is not above zero or the profit is not a percentage
 */
export function pairRate(sellRate: bigint, buyRate: bigint, profit: string | bigint): bigint {
  if (sellRate <= 0n || buyRate <= 0n) throw new InvariantError('a swap rate needs rates above zero');
  const left = HUNDRED_PERCENT - percentOf(profit);
  const [numerator, denominator] = [sellRate * left, buyRate * HUNDRED_PERCENT];
  let decimals = PAIR_RATE_DECIMALS;
  while (decimals < RATE_SCALE && numerator * 10n ** BigInt(decimals - PAIR_RATE_DECIMALS + 1) < denominator) decimals += 1;
  return floorDiv(numerator * 10n ** BigInt(decimals), denominator) * 10n ** BigInt(RATE_SCALE - decimals);
}

/**
 * Computes a buy rate in dong from a reference price: reference × dong per dollar × (1 + profit %), rounded up at rate scale.
 * @param reference price of one unit in US dollars at rate scale
 * @param usdRate dong per US dollar at rate scale
 * @throws InvariantError when a rate is not above zero or the profit is not a percentage
 */
export function automaticBuyRate(reference: bigint, usdRate: bigint, profit: string | bigint): bigint {
  return ceilDiv(automatic(reference, usdRate, HUNDRED_PERCENT + percentOf(profit)), RATE_ONE * HUNDRED_PERCENT);
}

/** Computes a sell rate in dong from a reference price: as `automaticBuyRate`, with 1 − profit %, rounded down. */
export function automaticSellRate(reference: bigint, usdRate: bigint, profit: string | bigint): bigint {
  return floorDiv(automatic(reference, usdRate, HUNDRED_PERCENT - percentOf(profit)), RATE_ONE * HUNDRED_PERCENT);
}

function automatic(reference: bigint, usdRate: bigint, share: bigint): bigint {
  if (reference <= 0n || usdRate <= 0n) throw new InvariantError('an automatic rate needs references above zero');
  return reference * usdRate * share;
}

function percentOf(profit: string | bigint): bigint {
  const percent = typeof profit === 'bigint' ? profit : parsePercent(profit);
  if (percent === null || percent < 0n || percent >= HUNDRED_PERCENT) throw new InvariantError(`not a percentage: ${profit}`);
  return percent;
}
