import { InvariantError } from '../invariant.ts';
import type { PairSettings, RateSettings } from '../settings.ts';
import { formatRate, pairRate, parseRate } from './rate.ts';

/** Profit on swaps, in percent of the rate. */
const SWAP_PROFIT_PERCENT = '0.3';

/**
 * Derives the settings of a swap pair: source sell rate ÷ target buy rate × (1 − profit), with the target's buy fee.
 * @param old settings in force, of which the minimum quantity stays
 * @throws InvariantError when a rate is malformed
 */
export function derivedPair(
  sourceSell: Pick<RateSettings, 'value'>,
  targetBuy: Omit<RateSettings, 'minQuantity'>,
  old: Pick<RateSettings, 'minQuantity'>,
): PairSettings {
  const sell = parseRate(sourceSell.value);
  const buy = parseRate(targetBuy.value);
  if (sell === null || buy === null) throw new InvariantError(`rate ${sourceSell.value} or ${targetBuy.value} is no rate`);
  const { fee, percentFee, maxFee, automaticFee } = targetBuy;
  const followed = automaticFee === undefined ? {} : { automaticFee };
  return { value: formatRate(pairRate(sell, buy, SWAP_PROFIT_PERCENT)), fee, percentFee, maxFee, minQuantity: old.minQuantity, ...followed };
}
