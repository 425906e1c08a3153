import { CURRENCIES, type TradedCode } from '../currencies.ts';
import { ceilDiv, floorDiv, larger, smaller } from '../money.ts';
import type { RateSettings } from '../settings.ts';
import { HUNDRED_PERCENT } from './fee.ts';
import { automaticBuyRate, automaticSellRate, formatRate, parseRate, RATE_ONE } from './rate.ts';
import type { ReferenceCode } from './references.ts';

/** Significant digits of an automatic rate. */
const DIGITS = 5;
/** A rate moves once it is this many percent away from what it should be, so that prices do not change with every reading. In units of `PERCENT_SCALE`. */
const STEP_PERCENT = HUNDRED_PERCENT / 1_000n;

/** Reference prices at rate scale. */
export type ReferencePrices = Readonly<Partial<Record<ReferenceCode, bigint>>>;

/** What an automatic rate should be. `beyond`: the market is past the bound that we would lose by. */
export type FollowedRate = { readonly value: string } | { readonly beyond: string };

/** References that a currency's automatic rate is made of: its own price, and dong for a dollar. */
export function referencesOf(code: TradedCode): readonly ReferenceCode[] {
  const { reference } = CURRENCIES[code];
  return reference === 'usd' ? ['usd'] : [reference, 'usd'];
}

/**
 * The value of an automatic rate by the present reference prices: reference × dong per dollar × (1 ± profit), rounded to five digits in our favour. A buy
 * below its floor is at the floor, a sell above its cap at the cap; a buy above its cap or a sell below its floor would be a loss and has no value.
 * The value in force stays while it is within a thousandth.
 * @returns null for a rate that is not automatic
 */
export function followedRate(kind: 'buy' | 'sell', code: TradedCode, rate: RateSettings, prices: ReferencePrices): FollowedRate | null {
  const { automaticRate } = rate;
  if (!automaticRate) return null;
  const exact = marketRate(kind, code, automaticRate.profit, prices);
  if (exact === null) return { beyond: `no reference price of ${code}` };
  const wanted = rounded(exact, kind);
  const [now, floor, cap] = [rate.value, automaticRate.floor, automaticRate.cap].map((text) => parseRate(text) ?? 0n) as [bigint, bigint, bigint];
  if (kind === 'buy' && wanted > cap) return { beyond: `${code} costs ${formatRate(wanted)}, above the cap of ${automaticRate.cap}` };
  if (kind === 'sell' && wanted < floor) return { beyond: `${code} is worth ${formatRate(wanted)}, below the floor of ${automaticRate.floor}` };
  const bounded = larger(floor, smaller(cap, wanted));
  const apart = larger(bounded, now) - smaller(bounded, now);
  return { value: apart * HUNDRED_PERCENT < now * STEP_PERCENT ? rate.value : formatRate(bounded) };
}

function marketRate(kind: 'buy' | 'sell', code: TradedCode, profit: string, prices: ReferencePrices): bigint | null {
  const { reference } = CURRENCIES[code];
  const [own, usd] = [reference === 'usd' ? RATE_ONE : prices[reference], prices.usd];
  if (own === undefined || usd === undefined) return null;
  return kind === 'buy' ? automaticBuyRate(own, usd, profit) : automaticSellRate(own, usd, profit);
}

/** Rounds a rate to five digits: what customers pay up, what they get down. */
function rounded(rate: bigint, kind: 'buy' | 'sell'): bigint {
  const unit = 10n ** BigInt(Math.max(0, rate.toString().length - DIGITS));
  return (kind === 'buy' ? ceilDiv(rate, unit) : floorDiv(rate, unit)) * unit;
}
