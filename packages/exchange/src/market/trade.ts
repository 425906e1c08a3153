import type { ReserveBalance } from '@quydoi/database/repositories/ledger';
import type { RateOfTrade } from '@quydoi/database/repositories/rates';
import { CURRENCIES, type CurrencyCode, isCurrencyCode, smallestTransfer } from '@quydoi/domain/currencies';
import { InvariantError } from '@quydoi/domain/invariant';
import type { LimitState } from '@quydoi/domain/limits';
import { parseDecimal } from '@quydoi/domain/money';
import { isTradeOfKind } from '@quydoi/domain/order/order-kind';
import type { OrderKind } from '@quydoi/domain/order-status';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/price/fee';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import { isPriceMovedMore, type PriceRange } from '@quydoi/domain/price/price-move';
import { enteredCurrency, type PriceTerms } from '@quydoi/domain/price/quote';
import { parseRate } from '@quydoi/domain/price/rate';
import type { Conversion } from '@quydoi/domain/price/rate-circle';
import { atBounds, atFeeBounds, isProfitMovedMore } from '@quydoi/domain/price/rate-settings';
import {
  type CurrencySettings,
  pairKey,
  type RateSettings,
  type SecondOperatorSettings,
  type Settings,
  type Versioned,
} from '@quydoi/domain/settings';
import { isAllowed } from './abilities.ts';

/** A requested trade. `bank` is the destination's bank, for sells. */
export interface TradeRequest {
  readonly kind: OrderKind;
  readonly from: string;
  readonly to: string;
  readonly bank?: string | null;
}

/** A trade with its current price terms and limits. */
export interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly terms: PriceTerms;
  readonly rateVersion: number;
  readonly limits: LimitState;
}

/** Limit state of trades without a rate. */
const NO_LIMITS: Omit<LimitState, 'known' | 'allowed'> = {
  terms: null,
  minOrder: 0n,
  minQuantity: null,
  maxBalance: 0n,
  sourceMaxBalance: null,
  reserve: 0n,
  payoutFee: 0n,
  payoutFloor: 0n,
};

/** Finds the requested trade; if it is unavailable, returns only its limit state, from which `checkQuantity` derives the refusal. */
export function findTrade(settings: Settings, reserves: readonly ReserveBalance[], request: TradeRequest): Trade | { readonly limits: LimitState } {
  const { kind, from, to } = request;
  if (!isCurrencyCode(from) || !isCurrencyCode(to) || !isKnown(settings, kind, from, to))
    return { limits: { ...NO_LIMITS, known: false, allowed: false } };
  const rate = findRate(settings, kind, from, to);
  const allowed = isAllowed(settings, kind, from, to);
  if (!rate) return { limits: { ...NO_LIMITS, known: true, allowed } };
  const bankFee = kind === 'sell' ? amount(settings.banks.get(request.bank ?? '')?.payoutFee ?? '0', 'vnd') : 0n;
  const terms = termsOf(kind, from, to, rate.value, bankFee);
  const limits: LimitState = { known: true, allowed, terms, ...bounds(settings, reserves, kind, from, to, rate.value) };
  return { kind, from, to, terms, rateVersion: rate.version, limits };
}

/** Parses the price terms of a stored rate. @throws InvariantError when its value is not a number */
export function termsOf(kind: OrderKind, from: CurrencyCode, to: CurrencyCode, settings: RateSettings, bankFee: bigint): PriceTerms {
  const rate = parseRate(settings.value);
  if (rate === null) throw new InvariantError(`rate ${from} → ${to} is not a number`);
  return { kind, from, to, rate, fee: kind === 'sell' ? NO_FEE : parseFeeRule(settings, CURRENCIES[to].scale), bankFee };
}

/** All trades that rates exist for, switched on or not, at the least fee that a bank charges and that a network's cost leaves. */
export function conversionsOf(settings: RatesInForce): readonly Conversion[] {
  const rated = (kind: RateKey['kind'], rates: ReadonlyMap<string, Versioned<RateSettings>>) =>
    [...rates].map(([key, { value }]) => {
      const trade = tradeOf({ kind, key });
      const { from, to } = trade;
      const maxBalance = limitOf(settings, trade.kind === 'sell' ? from : to, 'maxBalance');
      return {
        terms: termsOf(trade.kind, from, to, atFeeBounds(value)[0], 0n),
        maxBalance,
        sourceMaxBalance: trade.kind === 'ex' ? limitOf(settings, from, 'maxBalance') : null,
      };
    });
  return [...rated('buy', settings.buy), ...rated('sell', settings.sell), ...rated('pair', settings.pairs)];
}

/** Rates that are in force together, and the settings that bound what can be ordered at them. */
export type RatesInForce = Pick<Settings, 'buy' | 'sell' | 'pairs'> & CurrencyLimits;

/**
 * Whether a rate moves a price by more than one operator may, with its automatic fee and its automatic value at their floors and caps: between these, no
 * operator sets them. So does a profit that changes by more.
 * @param before null for a first rate
 */
export function isRateMovedMore(
  settings: CurrencyLimits,
  key: RateKey,
  before: RateSettings | null,
  after: RateSettings,
  limit: SecondOperatorSettings,
): boolean {
  if (before && isProfitMovedMore(before, after, limit)) return true;
  const [old, next] = [before && atBounds(before), atBounds(after)];
  return next.some((rate, bound) => {
    const earlier = old?.[bound];
    return isPriceMovedMore(earlier && priceRangeOf(settings, key, earlier), priceRangeOf(settings, key, rate), limit);
  });
}

/**
 * Whether a call moves the value of an automatic rate by more than one operator may, from the one that was in force: its bounds are what the market may
 * move it between.
 */
export function isFollowedValueMovedMore(
  settings: CurrencyLimits,
  key: RateKey,
  inForce: RateSettings | null,
  after: RateSettings,
  limit: SecondOperatorSettings,
): boolean {
  if (!inForce?.automaticRate || !after.automaticRate) return false;
  return isPriceMovedMore(priceRangeOf(settings, key, inForce), priceRangeOf(settings, key, after), limit);
}

/** Terms of a rate, and the quantities that its settings allow to order, whatever the reserve has. */
function priceRangeOf(settings: CurrencyLimits, key: RateKey, rate: RateSettings): PriceRange {
  const { kind, from, to } = tradeOf(key);
  const terms = termsOf(kind, from, to, rate, 0n);
  const entered = enteredCurrency(terms);
  const min = rate.minQuantity === null ? limitOf(settings, entered, 'minOrder') : amount(rate.minQuantity, entered);
  return { terms, min, max: limitOf(settings, entered, 'maxBalance') };
}

/** The settings of currencies that bound what can be ordered. */
interface CurrencyLimits {
  readonly currencies: ReadonlyMap<string, Pick<CurrencySettings, 'minOrder' | 'maxBalance'>>;
}

/** Key of a rate setting. */
export interface RateKey {
  readonly kind: 'buy' | 'sell' | 'pair';
  readonly key: string;
}

/** Returns the trade that a rate setting is of. */
function tradeOf({ kind, key }: RateKey): Pick<Trade, 'kind' | 'from' | 'to'> {
  if (kind === 'buy') return { kind, from: 'vnd', to: key as CurrencyCode };
  if (kind === 'sell') return { kind, from: key as CurrencyCode, to: 'vnd' };
  const [from, to] = key.split(':') as [CurrencyCode, CurrencyCode];
  return { kind: 'ex', from, to };
}

/** Returns the key of the setting that holds a trade's rate. */
export function rateKeyOf({ kind, from, to }: Pick<Trade, 'kind' | 'from' | 'to'>): RateKey {
  if (kind === 'ex') return { kind: 'pair', key: `${from}:${to}` };
  return kind === 'buy' ? { kind, key: to } : { kind, key: from };
}

/** A trade's rate, with the currencies that close it. */
export function rateOfTrade(trade: Pick<Trade, 'kind' | 'from' | 'to'>): RateOfTrade {
  return { ...rateKeyOf(trade), codes: [trade.from, trade.to] };
}

/** Whether a version of a setting is a rate of this trade. None is of a trade whose kind does not fit its currencies. */
export function isRateOf(version: { readonly kind: string; readonly key: string }, trade: Pick<Trade, 'kind' | 'from' | 'to'>): boolean {
  const { kind, key } = rateKeyOf(trade);
  return isTradeOfKind(trade.kind, trade.from, trade.to) && version.kind === kind && version.key === key;
}

function isKnown(settings: Settings, kind: OrderKind, from: CurrencyCode, to: CurrencyCode): boolean {
  if (!isTradeOfKind(kind, from, to)) return false;
  return [from, to].every((code) => code === 'vnd' || (settings.currencies.get(code)?.on ?? false));
}

function findRate(settings: Settings, kind: OrderKind, from: CurrencyCode, to: CurrencyCode): Versioned<RateSettings> | undefined {
  if (kind === 'buy' && to !== 'vnd') return settings.buy.get(to);
  if (kind === 'sell' && from !== 'vnd') return settings.sell.get(from);
  return from !== 'vnd' && to !== 'vnd' ? settings.pairs.get(pairKey(from, to)) : undefined;
}

function bounds(
  settings: Settings,
  reserves: readonly ReserveBalance[],
  kind: OrderKind,
  from: CurrencyCode,
  to: CurrencyCode,
  rate: RateSettings,
): Omit<LimitState, 'known' | 'allowed' | 'terms'> {
  const entered = kind === 'buy' ? to : from;
  const capped = kind === 'sell' ? from : to;
  const reserve = reserves.find((balance) => balance.reserve === CURRENCIES[to].reserve)?.available ?? 0n;
  const maxBalance = limitOf(settings, capped, 'maxBalance');
  return {
    minOrder: limitOf(settings, entered, 'minOrder'),
    minQuantity: rate.minQuantity === null ? null : amount(rate.minQuantity, entered),
    maxBalance,
    sourceMaxBalance: kind === 'ex' ? limitOf(settings, from, 'maxBalance') : null,
    reserve,
    payoutFee: maxPayoutFee(to, reserve < maxBalance || kind === 'sell' ? reserve : maxBalance, settings.site),
    payoutFloor: smallestTransfer(to),
  };
}

function limitOf(settings: CurrencyLimits, code: CurrencyCode, limit: 'minOrder' | 'maxBalance'): bigint {
  const value = code === 'vnd' ? undefined : settings.currencies.get(code)?.[limit];
  return value === undefined ? 0n : amount(value, code);
}

function amount(text: string, code: CurrencyCode): bigint {
  const parsed = parseDecimal(text, CURRENCIES[code].scale);
  if (parsed === null) throw new InvariantError(`setting of ${code} is not an amount: ${text}`);
  return parsed;
}
