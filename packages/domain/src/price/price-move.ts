import { dividedBy, type Exact, exact, greatest, least, minus, plus, times } from '../exact.ts';
import { larger, parseDecimal } from '../money.ts';
import type { SecondOperatorSettings } from '../settings.ts';
import { exactFee, HUNDRED_PERCENT, PERCENT_SCALE } from './fee.ts';
import { type PriceTerms, ratePerMinorUnit } from './quote.ts';

/** Price terms of a trade, and the quantities that can be ordered at them, in minor units of the entered currency. */
export interface PriceRange {
  readonly terms: PriceTerms;
  readonly min: bigint;
  readonly max: bigint;
}

/**
 * Whether a trade's price moves by a larger percentage than one operator may move it, at any quantity that can be ordered. The price of a buy is what the
 * customer pays, fees included, measured against what they paid before. The price of a sell or swap is what the customer gets, measured against the amount
 * before fees. A price without a predecessor counts as moved.
 */
export function isPriceMovedMore(before: PriceRange | undefined, after: PriceRange, { rateChange }: SecondOperatorSettings): boolean {
  if (!before) return true;
  const limit = exact(parseDecimal(rateChange, PERCENT_SCALE) ?? 0n, HUNDRED_PERCENT);
  return quantitiesOf(before, after).some((quantity) => {
    const [old, next] = [priceOf(before.terms, quantity), priceOf(after.terms, quantity)];
    const size = greatest(minus(next.price, old.price), minus(old.price, next.price));
    return minus(size, times(old.base, limit)).numerator > 0n;
  });
}

/**
 * Quantities at which a price may have moved furthest: the smallest and the largest order, and the breakpoints of the fees between them. Between two of
 * them both prices are linear, so their relative difference is greatest at an end.
 */
function quantitiesOf(before: PriceRange, after: PriceRange): readonly Exact[] {
  const ranges = [before, after].map(({ min, max }) => ({ min: larger(1n, min), max: larger(1n, larger(min, max)) }));
  const min = ranges.map((range) => exact(range.min)).reduce(least);
  const max = ranges.map((range) => exact(range.max)).reduce(greatest);
  const breakpoints = [before, after].flatMap(({ terms }) => feeBreakpointsOf(terms));
  return [min, max, ...breakpoints.map((breakpoint) => greatest(min, least(breakpoint, max)))];
}

/** Quantities at which the fee turns from its fixed amount to a percentage, and from that to its maximum. */
function feeBreakpointsOf(terms: PriceTerms): readonly Exact[] {
  const { fee, percent, maxFee } = terms.fee;
  if (percent === 0n) return [];
  const amounts = [fee, ...(maxFee === null ? [] : [maxFee])].map((part) => exact(part * HUNDRED_PERCENT, percent));
  return terms.kind === 'ex' ? amounts.map((amount) => dividedBy(amount, ratePerMinorUnit(terms))) : amounts;
}

/** What a customer pays or gets for a quantity, unrounded, and the amount that a change of it is measured against. */
function priceOf(terms: PriceTerms, quantity: Exact): { readonly price: Exact; readonly base: Exact } {
  const perUnit = ratePerMinorUnit(terms);
  if (terms.kind === 'buy') {
    const paid = times(perUnit, plus(quantity, exactFee(terms.fee, quantity)));
    return { price: paid, base: paid };
  }
  const gross = times(perUnit, quantity);
  return { price: minus(gross, exactFee(terms.fee, gross)), base: gross };
}
