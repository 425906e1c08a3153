import type { CurrencyCode } from '../currencies.ts';
import { smaller } from '../money.ts';
import { largestQuantityFor, type PriceTerms, price } from './quote.ts';

/** A trade that customers can make. */
export interface Conversion {
  readonly terms: PriceTerms;
  /** Maximum order, in the traded (for swaps the target) currency. */
  readonly maxBalance: bigint;
  /** Maximum order of a swap in its source currency; null for buys and sells. */
  readonly sourceMaxBalance: bigint | null;
}

/** Trades that end in the currency they start from, with more of it. */
export interface ProfitableCircle {
  /** Currencies in the order of the trades; the last trade ends in the first one. */
  readonly currencies: readonly [CurrencyCode, ...CurrencyCode[]];
  /** Amounts of the first currency, in minor units. */
  readonly paid: bigint;
  readonly received: bigint;
}

type Circle = readonly [Conversion, ...Conversion[]];

/** Maximum reductions of a circle's amount to the maxima of its trades. */
const FITS_MAX = 12;

/**
 * Finds two or three trades in a circle that return more than was paid, all fees counted. Each circle is tried with the largest amount that the
 * maxima of its trades allow: every fee is a share that falls with the amount, so an amount that pays below pays there too.
 * @param isSuspect selects the trades of which a circle must contain one
 */
export function findProfitableCircle(conversions: readonly Conversion[], isSuspect: (terms: PriceTerms) => boolean): ProfitableCircle | null {
  const byFrom = Map.groupBy(conversions, ({ terms }) => terms.from);
  const after = ({ terms }: Conversion) => byFrom.get(terms.to) ?? [];
  for (const first of conversions.filter(({ terms }) => isSuspect(terms))) {
    for (const second of after(first)) {
      if (second.terms.to === first.terms.from) {
        const circle = profitOf([first, second]);
        if (circle) return circle;
        continue;
      }
      for (const third of after(second)) {
        const circle = third.terms.to === first.terms.from ? profitOf([first, second, third]) : null;
        if (circle) return circle;
      }
    }
  }
  return null;
}

function profitOf(circle: Circle): ProfitableCircle | null {
  const [first, ...rest] = circle;
  let paid = largestPaid(first);
  for (let fit = 0; fit < FITS_MAX && paid > 0n; fit += 1) {
    const outcome = follow(circle, paid);
    if (typeof outcome === 'bigint') {
      return outcome > paid ? { currencies: [first.terms.from, ...rest.map(({ terms }) => terms.from)], paid, received: outcome } : null;
    }
    paid = (paid * outcome.fits) / outcome.asked - 1n;
  }
  return null;
}

/** Amount that comes out of a circle of trades; or, if a trade on the way cannot take it, the largest amount that fits there and the one asked. */
function follow(circle: Circle, paid: bigint): bigint | { readonly fits: bigint; readonly asked: bigint } {
  let amount = paid;
  for (const conversion of circle) {
    const fits = largestPaid(conversion);
    if (amount > fits) return { fits, asked: amount };
    amount = received(conversion.terms, amount);
  }
  return amount;
}

function received(terms: PriceTerms, amount: bigint): bigint {
  return terms.kind === 'buy' ? largestQuantityFor(terms, amount) : price(terms, amount).amountReceived;
}

/** Largest amount that one trade accepts, in its `from`. */
function largestPaid({ terms, maxBalance, sourceMaxBalance }: Conversion): bigint {
  if (terms.kind === 'buy') return price(terms, maxBalance).amountSent;
  if (terms.kind === 'sell') return maxBalance;
  const byTarget = largestQuantityFor(terms, maxBalance);
  return sourceMaxBalance === null ? byTarget : smaller(sourceMaxBalance, byTarget);
}
