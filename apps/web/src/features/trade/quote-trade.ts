import { refusalOf } from '@quydoi/client/errors';
import type { BankView, ConfigView, LiveView } from '@quydoi/contract/config';
import { BUSY_UNKNOWN_SHARE_PERCENT } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode, smallestTransfer } from '@quydoi/domain/currencies';
import { checkQuantity, type LimitState, type Limits, limitsOf, type QuantityRefusal } from '@quydoi/domain/limits';
import { formatDecimal, parseDecimal, smaller } from '@quydoi/domain/money';
import type { OrderKind } from '@quydoi/domain/order-status';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/price/fee';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import { largestQuantityFor, largestSwapWorth, type Priced, type PriceTerms, price, type SwapRates, swapValue } from '@quydoi/domain/price/quote';
import { parseRate } from '@quydoi/domain/price/rate';
import { kycFrom, loginFrom } from '@quydoi/domain/thresholds';
import type { OfferRate, TradeOption } from './offer.ts';

/** Quote of an entered quantity, or the reason why it cannot be traded. */
export interface TradeQuote {
  readonly limits: Limits;
  /** The most that is offered to tap, rounded down: the limit or, if they are less, what can be ordered without signing in, and what one order may hold of the reserve. */
  readonly most: bigint;
  /** Whether more than `most` can be ordered by signing in. */
  readonly isMoreForMembers: boolean;
  /** Inputs of the price other than the quantity; null if there is no price. */
  readonly terms: PriceTerms | null;
  /** Available balance of the paying reserve, in minor units of the target currency; null until loaded. */
  readonly reserve: bigint | null;
  /** Null unless the quantity is a number above zero. */
  readonly priced: Priced | null;
  /** Why the quantity is invalid. Does not cover maintenance, which the form reports separately. */
  readonly refusal: QuantityRefusal | null;
  /** What the fee of a purchase adds to its dong, in dong; null for other trades, and where there is no fee. */
  readonly feeDong: bigint | null;
  /** Order value in dong, compared with the login threshold: paid, received, or a swap's value (`swapValue`). */
  readonly cash: bigint;
}

/** Takes a coupon's discount off a list price. @param cash the order's value in dong, before it */
export type ApplyCoupon = (terms: PriceTerms, listed: Priced, cash: bigint) => Priced;

/** Assumed reserve until loaded, so that only the currency's own limits apply. The server validates again. */
const UNKNOWN_RESERVE = 10n ** 24n;

/**
 * Prices a quantity from the polled snapshots, by the same rules as the server.
 * @param bank destination bank of a sell, whose transfer fee is deducted
 * @param isMember whether the customer is logged in
 * @param applyCoupon takes the discount of the customer's coupon off the list price
 */
export function quoteTrade(
  offer: TradeOption,
  config: ConfigView,
  live: LiveView | undefined,
  bank: BankView | undefined,
  quantity: string,
  isMember = false,
  applyCoupon: ApplyCoupon | null = null,
): TradeQuote {
  const reserve = reserveOf(offer.to, live);
  const state = limitState(offer, reserve ?? UNKNOWN_RESERVE, bank);
  const number = parseDecimal(quantity, CURRENCIES[offer.code].scale);
  const checked = checkQuantity(state, quantity);
  const listed = number !== null && number > 0n && state.terms !== null ? price(state.terms, number) : null;
  const cash = listed ? cashOf(offer, config, listed) : 0n;
  const priced = listed && state.terms && applyCoupon ? applyCoupon(state.terms, listed, cash) : listed;
  const limits = limitsOf(state);
  const freeMax = isMember ? limits.max : visitorMaxOf(offer, config, state.terms, limits);
  // Unpaid orders of all who are alike hold no more than a share of the reserve: the whole of it would be refused.
  const share = limitsOf({ ...state, reserve: (state.reserve * BigInt(BUSY_UNKNOWN_SHARE_PERCENT)) / 100n }).max;
  const offered = share < limits.min ? freeMax : smaller(freeMax, share);
  const most = roundedDown(offered, CURRENCIES[offer.code].scale);
  return {
    limits,
    most: most < limits.min ? offered : most,
    isMoreForMembers: freeMax < limits.max,
    terms: state.terms,
    reserve,
    priced,
    refusal: 'refusal' in checked ? checked.refusal : null,
    feeDong: listed && state.terms ? feeDongOf(state.terms, listed) : null,
    cash,
  };
}

/**
 * Why a quantity is invalid, as the form says it: a quantity above the limit exceeds the most that can be ordered without signing in as well, and
 * that is the maximum to name. Two maximums at once would contradict each other.
 */
export function shownRefusal({ refusal, isMoreForMembers, most }: TradeQuote, { code }: TradeOption): QuantityRefusal | null {
  if (refusal?.code !== 'QUANTITY_TOO_LARGE' || !isMoreForMembers) return refusal;
  return { ...refusal, params: { ...refusal.params, n: formatDecimal(most, CURRENCIES[code].scale) } };
}

/** The difference to the price without the fee, so that both parts add up to what is paid. */
function feeDongOf(terms: PriceTerms, { quantity, amountSent }: Priced): bigint | null {
  const dong = terms.kind === 'buy' ? amountSent - price({ ...terms, fee: NO_FEE }, quantity).amountSent : 0n;
  return dong > 0n ? dong : null;
}

function reserveOf(code: CurrencyCode, live: LiveView | undefined): bigint | null {
  const { reserve, scale } = CURRENCIES[code];
  const text = live?.reserves.find((entry) => entry.code === reserve)?.available;
  return text === undefined ? null : parseDecimal(text, scale);
}

function limitState(offer: TradeOption, reserve: bigint, bank: BankView | undefined): LimitState {
  const { kind, to, currency, source, target, rate } = offer;
  const { scale } = CURRENCIES[offer.code];
  const capped = target ?? currency;
  const maxBalance = amountOf(capped.maxBalance, capped.scale);
  return {
    known: true,
    allowed: true,
    terms: termsOf(offer, kind === 'sell' ? amountOf(bank?.payoutFee ?? '0', 0) : 0n),
    minOrder: amountOf(currency.minOrder, scale),
    minQuantity: rate.minQuantity === null ? null : amountOf(rate.minQuantity, scale),
    maxBalance,
    sourceMaxBalance: kind === 'ex' && source ? amountOf(source.maxBalance, source.scale) : null,
    reserve,
    payoutFee: maxPayoutFee(to, reserve < maxBalance || kind === 'sell' ? reserve : maxBalance, { pmVerified: true }),
    payoutFloor: smallestTransfer(to),
  };
}

function termsOf({ kind, from, to, rate }: { kind: OrderKind; from: CurrencyCode; to: CurrencyCode; rate: OfferRate }, bankFee: bigint) {
  const value = parseRate(rate.value);
  const fee = kind === 'sell' ? NO_FEE : parseFeeRule(rate, CURRENCIES[to].scale);
  return value === null ? null : ({ kind, from, to, rate: value, fee, bankFee } satisfies PriceTerms);
}

function cashOf(offer: TradeOption, config: ConfigView, priced: Priced): bigint {
  if (offer.kind === 'buy') return priced.amountSent;
  if (offer.kind === 'sell') return priced.amountReceived;
  // Without a value, the server refuses it.
  return swapValue(swapRatesOf(offer, config), priced) ?? 0n;
}

/** Rates that a swap's value follows from. */
function swapRatesOf({ from, to }: TradeOption, { rates }: ConfigView): SwapRates {
  const rateOf = (key: string, of: 'buy' | 'sell') => rates.find(({ code, kind }) => code === key && kind === of);
  const [sell, buy] = [rateOf(from, 'sell'), rateOf(to, 'buy')];
  return {
    source: sell ? termsOf({ kind: 'sell', from, to: 'vnd', rate: sell }, 0n) : null,
    target: buy ? termsOf({ kind: 'buy', from: 'vnd', to, rate: buy }, 0n) : null,
  };
}

/** The largest quantity that can be ordered without signing in; the limit itself where no account is needed, or always. */
function visitorMaxOf(offer: TradeOption, config: ConfigView, terms: PriceTerms | null, { min, max }: Limits): bigint {
  const from = loginFrom(config.site, offer.kind);
  if (!from || terms === null) return max;
  const free = offer.kind === 'ex' ? largestSwapWorth(swapRatesOf(offer, config), terms, from - 1n) : largestQuantityFor(terms, from - 1n);
  return free !== null && free < max && free >= min ? free : max;
}

/** Decimals of a quantity that is offered to tap, from 100 on. */
const DECIMALS_MAX = 2;

function roundedDown(quantity: bigint, scale: number): bigint {
  const isLarge = scale > DECIMALS_MAX && quantity >= 10n ** BigInt(scale + 2);
  return isLarge ? quantity - (quantity % 10n ** BigInt(scale - DECIMALS_MAX)) : quantity;
}

function amountOf(text: string, scale: number): bigint {
  return parseDecimal(text, scale) ?? 0n;
}

/** The threshold in dong that an order of this value reaches: from it on, visitors have to log in, and members to be verified. Null: it reaches none. */
export function thresholdOf({ site }: ConfigView, kind: OrderKind, dong: bigint, isMember: boolean): bigint | null {
  const from = isMember ? kycFrom(site) : loginFrom(site, kind);
  return from !== null && dong >= from ? from : null;
}

/** The threshold in dong that the server refused an order by, though this browser's sum was below; null for anything else. */
export function refusedThresholdOf(error: unknown): bigint | null {
  const refusal = refusalOf(error);
  return refusal?.code === 'LOGIN_FOR_AMOUNT' ? parseDecimal(refusal.params.amount ?? '', 0) : null;
}
