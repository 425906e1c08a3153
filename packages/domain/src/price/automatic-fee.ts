import { CURRENCIES, networkOf, TRADED_CODES, type TradedCode } from '../currencies.ts';
import { ceilDiv, formatDecimal, larger, parseDecimal, smaller } from '../money.ts';
import type { RateSettings, Settings } from '../settings.ts';
import { parseRate, RATE_ONE } from './rate.ts';
import { isSameRate } from './rate-settings.ts';

/** A fee rises once the cost is more than a tenth above it. */
const RISE = { numerator: 11n, denominator: 10n };
/** A fee falls once it would be less than four fifths of itself: between both it holds, so that prices do not change with every block. */
const FALL = { numerator: 4n, denominator: 5n };
/** Significant digits of a fee. */
const DIGITS = 2;

/**
 * The fee that a rate with an automatic fee should have by the present cost of a payout: rounded up to two digits and kept within its bounds; the fee
 * in force while the cost is near it.
 * @param cost in minor units of the charged currency; null when it has been unknown for long: the fee is then its cap
 * @returns decimal text; null for a rate whose fee is not automatic
 */
export function followedFee({ fee, automaticFee }: RateSettings, code: TradedCode, cost: bigint | null): string | null {
  if (!automaticFee) return null;
  const { scale } = CURRENCIES[code];
  const [now, floor, cap] = [fee, automaticFee.floor, automaticFee.cap].map((text) => parseDecimal(text, scale) ?? 0n) as [bigint, bigint, bigint];
  const wanted = cost === null ? cap : smaller(cap, larger(floor, roundedUp(cost)));
  const isNear = wanted * RISE.denominator <= now * RISE.numerator && wanted * FALL.denominator >= now * FALL.numerator;
  return isNear && cost !== null ? fee : formatDecimal(wanted, scale);
}

/**
 * Whether a readable rate differs from the one that operators set by nothing but its fee and its value, each only where they let it follow the network's
 * cost, or the market, within bounds.
 */
export function differsByFollowing(rate: RateSettings, operators: RateSettings): boolean {
  const followed = { ...(rate.automaticFee ? { fee: rate.fee } : {}), ...(rate.automaticRate ? { value: rate.value } : {}) };
  return (rate.automaticFee !== undefined || rate.automaticRate !== undefined) && isSameRate({ ...operators, ...followed }, rate);
}

/**
 * Worth of an amount of the coin that pays a currency's network fees, in the currency's minor units, rounded up.
 * @param amount in the coin's minor units
 * @param coinPrice price of one coin in the currency; null: by the buy rates of both
 * @param buys buy rates in dong
 * @returns null where the price is unknown
 */
export function costIn(code: TradedCode, amount: bigint, coinPrice: string | null, buys: Settings['buy']): bigint | null {
  const coin = feeCoinOf(code);
  if (coin.traded === code) return amount;
  const [numerator, denominator] = coinPrice === null ? [rateOf(buys, coin.traded), rateOf(buys, code)] : [parseRate(coinPrice), RATE_ONE];
  if (!numerator || !denominator) return null;
  return ceilDiv(amount * numerator * 10n ** BigInt(CURRENCIES[code].scale), denominator * 10n ** BigInt(coin.scale));
}

/** Whether operators have to enter the price of the coin that pays a currency's network fees, because the coin is not traded. */
export function needsCoinPrice(code: TradedCode): boolean {
  return feeCoinOf(code).traded === null;
}

/** Whether payouts of a currency cost a network fee that a node can tell. */
export function hasNetworkCost(code: TradedCode): boolean {
  return networkOf(code).payout === 'signed';
}

/** The coin that pays a currency's network fees: its decimals in the ledger, and its code where it is traded. Bitcoin's is the reserve itself. */
function feeCoinOf(code: TradedCode): { readonly scale: number; readonly traded: TradedCode | null } {
  const { feeCoin } = networkOf(code);
  if (!feeCoin) return { scale: CURRENCIES[code].scale, traded: code };
  return { scale: feeCoin.scale, traded: TRADED_CODES.find((candidate) => CURRENCIES[candidate].reserve === feeCoin.unit) ?? null };
}

function rateOf(buys: Settings['buy'], code: TradedCode | null): bigint | null {
  const rate = code === null ? undefined : buys.get(code);
  return rate ? parseRate(rate.value.value) : null;
}

function roundedUp(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, amount.toString().length - DIGITS));
  return ceilDiv(amount, unit) * unit;
}
