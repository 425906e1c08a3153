import { CURRENCIES, type CurrencyCode } from '../currencies.ts';
import { ceilOf, dividedBy, type Exact, exact, floorOf, greatest, halfUpOf, least, minus, plus, times } from '../exact.ts';
import { InvariantError } from '../invariant.ts';
import { larger, smaller } from '../money.ts';
import type { OrderKind } from '../order-status.ts';
import { exactFee, type FeeRule, feeOf, HUNDRED_PERCENT } from './fee.ts';
import { RATE_ONE } from './rate.ts';

/** Inputs of a price other than the quantity. */
export interface PriceTerms {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** Price of one whole unit at rate scale: dong for buys and sells, units of `to` per unit of `from` for swaps. Above zero. */
  readonly rate: bigint;
  /** Fee rule in the bought (target) currency; sells have none. */
  readonly fee: FeeRule;
  /** Bank transfer fee in dong, deducted from the payout of a sell. */
  readonly bankFee: bigint;
  /** List prices know no discount: see `discount.ts`. */
  readonly discount?: never;
}

/** Price of a quantity with its components, in minor units. */
export interface Priced {
  /** In the entered currency: the bought, the sold, or the swap's source. */
  readonly quantity: bigint;
  /** Amount that the customer sends, in `from`. */
  readonly amountSent: bigint;
  /** Amount that the customer receives, in `to`. */
  readonly amountReceived: bigint;
  /** Fee as displayed, in the bought (target) currency; zero for sells. */
  readonly feeExchange: bigint;
  /** Bank transfer fee in dong; zero for buys and swaps. */
  readonly cashFee: bigint;
}

/** Currency that quantities are entered in: the traded currency, for swaps the source. */
export function enteredCurrency(terms: Pick<PriceTerms, 'kind' | 'from' | 'to'>): CurrencyCode {
  return terms.kind === 'buy' ? terms.to : terms.from;
}

/**
 * Prices a quantity. With `fee(a) = min(MaxFee, max(Fee, PercentFee % of a))`:
 * buy: sends `ceil(rate × (q + fee(q)))` dong; sell: gets `ceil(rate × q) − bankFee` dong, never below zero;
 * swap: gets `half-up(gross − fee(gross))` with `gross = rate × q`, on the target's swap scale, never below zero.
 * Multiplies first and rounds once. All amounts are in minor units.
 * @throws InvariantError for a quantity below zero, or a rate that is not above zero
 */
export function price(terms: PriceTerms, quantity: bigint): Priced {
  if (quantity < 0n) throw new InvariantError('a price of a quantity below zero');
  const perUnit = ratePerMinorUnit(terms);
  if (terms.kind === 'buy') {
    const amountSent = ceilOf(times(perUnit, plus(exact(quantity), exactFee(terms.fee, quantity))));
    return { quantity, amountSent, amountReceived: quantity, feeExchange: feeOf(terms.fee, quantity), cashFee: 0n };
  }
  const gross = times(perUnit, exact(quantity));
  if (terms.kind === 'sell') {
    const amountReceived = larger(0n, ceilOf(gross) - terms.bankFee);
    return { quantity, amountSent: quantity, amountReceived, feeExchange: 0n, cashFee: terms.bankFee };
  }
  const step = swapStep(terms.to);
  const net = minus(gross, exactFee(terms.fee, gross));
  const amountReceived = larger(0n, halfUpOf(dividedBy(net, exact(step))) * step);
  return { quantity, amountSent: quantity, amountReceived, feeExchange: feeOf(terms.fee, gross), cashFee: 0n };
}

/**
 * Inverse of `price`: the largest quantity for which the customer pays (buys, in dong) or receives (sells, swaps) at most `amount`. Solved in
 * closed form; zero when there is none.
 */
export function largestQuantityFor(terms: PriceTerms, amount: bigint): bigint {
  if (amount < 0n) return 0n;
  const perUnit = ratePerMinorUnit(terms);
  if (terms.kind === 'buy') return larger(0n, largestBought(terms.fee, dividedBy(exact(amount), perUnit)));
  // ceil(rate × q) − bankFee ≤ amount holds exactly as long as rate × q ≤ amount + bankFee, which is a whole number.
  if (terms.kind === 'sell') return floorOf(dividedBy(exact(amount + terms.bankFee), perUnit));
  const step = swapStep(terms.to);
  const net = times(exact((amount / step) * 2n + 1n, 2n), exact(step));
  return larger(0n, ceilOf(dividedBy(grossBelow(terms.fee, net), perUnit)) - 1n);
}

/** Rates against dong that the value of a swap follows from; null where there is none. */
export interface SwapRates {
  /** Terms of selling the source. */
  readonly source: PriceTerms | null;
  /** Terms of buying the target. */
  readonly target: PriceTerms | null;
}

/** Value of a swap in dong: what its source would be sold for or, where it is not sold, what its target would cost. Null where neither has a price. */
export function swapValue({ source, target }: SwapRates, priced: Pick<Priced, 'quantity' | 'amountReceived'>): bigint | null {
  if (source) return price(source, priced.quantity).amountReceived;
  return target ? price(target, priced.amountReceived).amountSent : null;
}

/** The largest quantity of a swap that is worth at most `dong`; null where the swap has no value. @param swap terms of the swap */
export function largestSwapWorth({ source, target }: SwapRates, swap: PriceTerms, dong: bigint): bigint | null {
  if (source) return largestQuantityFor(source, dong);
  return target ? largestQuantityFor(swap, largestQuantityFor(target, dong)) : null;
}

/** Smallest quantity of a sell or swap for which the customer receives at least `amount`. */
export function smallestQuantityFor(terms: PriceTerms, amount: bigint): bigint {
  return amount <= 0n ? 0n : largestQuantityFor(terms, amount - 1n) + 1n;
}

/** Largest q with `q + fee(q) ≤ budget`. The fee is a `min` of a `max`, so the bound is a `max` of a `min`. */
function largestBought(rule: FeeRule, budget: Exact): bigint {
  const byFee = floorOf(minus(budget, exact(rule.fee)));
  const byPercent = floorOf(times(budget, exact(HUNDRED_PERCENT, HUNDRED_PERCENT + rule.percent)));
  const uncapped = smaller(byFee, byPercent);
  return rule.maxFee === null ? uncapped : larger(uncapped, floorOf(minus(budget, exact(rule.maxFee))));
}

/** Upper bound of the gross amounts with `gross − fee(gross) < net`. */
function grossBelow(rule: FeeRule, net: Exact): Exact {
  const left = HUNDRED_PERCENT - rule.percent;
  if (left <= 0n) throw new InvariantError('a swap fee of 100 % or more');
  const uncapped = greatest(plus(net, exact(rule.fee)), times(net, exact(HUNDRED_PERCENT, left)));
  return rule.maxFee === null ? uncapped : least(plus(net, exact(rule.maxFee)), uncapped);
}

/** Minor units of the priced side per minor unit of the quantity. @throws InvariantError at a rate that is not above zero */
export function ratePerMinorUnit(terms: Pick<PriceTerms, 'kind' | 'from' | 'to' | 'rate'>): Exact {
  if (terms.rate <= 0n) throw new InvariantError('a price at a rate that is not above zero');
  const priced = terms.kind === 'buy' ? terms.from : terms.to;
  const pricedUnit = 10n ** BigInt(CURRENCIES[priced].scale);
  const enteredUnit = 10n ** BigInt(CURRENCIES[enteredCurrency(terms)].scale);
  return exact(terms.rate * pricedUnit, RATE_ONE * enteredUnit);
}

/** Minor units in the last decimal of a swap result. */
export function swapStep(to: CurrencyCode): bigint {
  return 10n ** BigInt(CURRENCIES[to].scale - CURRENCIES[to].swapScale);
}
