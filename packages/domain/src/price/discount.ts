import type { CurrencyCode } from '../currencies.ts';
import { larger, smaller } from '../money.ts';
import { HUNDRED_PERCENT, NO_FEE } from './fee.ts';
import { largestQuantityFor, type Priced, type PriceTerms, price, swapStep } from './quote.ts';

/** What a coupon takes off the exchange's fee. */
export interface Discount {
  /** Share of the fee at `PERCENT_SCALE`, at most 100 %. */
  readonly percent: bigint;
  /** Most that it takes off, in dong; null: no maximum. With a maximum it is for buys alone, whose fee is paid in dong. */
  readonly max: bigint | null;
}

/** Inputs of an order's price: those of the list price (`quote.ts`), and the discount of the order's coupon. */
export type DiscountedTerms = Omit<PriceTerms, 'discount'> & { readonly discount?: Discount | null };

/** Price of an order: its list price less the discount. */
export interface OrderPrice extends Priced {
  /** What the customer sends less (buys, in dong) or receives more (swaps, in `to`). At most the fee; zero for sells, which have none. */
  readonly discount: bigint;
}

/** Currency of an order's discount. */
export function discountCurrency({ kind, from, to }: Pick<PriceTerms, 'kind' | 'from' | 'to'>): CurrencyCode {
  return kind === 'buy' ? from : to;
}

/**
 * Prices a quantity with its discount, which is a share of what the fee adds to the price, rounded down: the price is never below that without a fee,
 * and never falls when the quantity rises.
 */
export function orderPrice(terms: DiscountedTerms, quantity: bigint): OrderPrice {
  const list = listTermsOf(terms);
  const listed = price(list, quantity);
  const { discount } = terms;
  if (!discount || terms.kind === 'sell') return { ...listed, discount: 0n };
  const feeless = price(withoutFee(list), quantity);
  if (terms.kind === 'buy') {
    const share = shareOf(listed.amountSent - feeless.amountSent, discount);
    const saved = discount.max === null ? share : smaller(share, discount.max);
    return { ...listed, amountSent: listed.amountSent - saved, discount: saved };
  }
  if (discount.max !== null) return { ...listed, discount: 0n };
  const step = swapStep(terms.to);
  const saved = (shareOf(feeless.amountReceived - listed.amountReceived, discount) / step) * step;
  return { ...listed, amountReceived: listed.amountReceived + saved, discount: saved };
}

/** Inverse of `orderPrice`: the largest quantity for which the customer pays (buys) or receives (sells, swaps) at most `amount`; zero when there is none. */
export function largestOrderQuantity(terms: DiscountedTerms, amount: bigint): bigint {
  const list = listTermsOf(terms);
  const listed = largestQuantityFor(list, amount);
  if (!terms.discount || terms.kind === 'sell') return listed;
  const side = terms.kind === 'buy' ? 'amountSent' : 'amountReceived';
  // The price is between the list price and the one without a fee, and rises with the quantity.
  const feeless = largestQuantityFor(withoutFee(list), amount);
  let [low, high] = [smaller(listed, feeless), larger(listed, feeless)];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (orderPrice(terms, middle)[side] <= amount) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** Smallest quantity of a sell or swap for which the customer receives at least `amount`. */
export function smallestOrderQuantity(terms: DiscountedTerms, amount: bigint): bigint {
  return amount <= 0n ? 0n : largestOrderQuantity(terms, amount - 1n) + 1n;
}

/** Terms that apply up to `quantity`; the rest of the order is priced by other terms. */
export interface LimitedTerms {
  readonly terms: DiscountedTerms;
  readonly quantity: bigint;
}

/**
 * Prices a quantity at `limited` terms up to a limit and at `beyond` terms from there on: the price at the limit, and by how much the price at the
 * other terms rises from there. A fixed fee is thus charged once, and equal terms give the price of the whole.
 */
export function priceBeyond(limited: LimitedTerms, beyond: DiscountedTerms, quantity: bigint): OrderPrice {
  const rest = withDiscountLeft(limited, beyond);
  const [within, skipped, whole] = [orderPrice(limited.terms, limited.quantity), orderPrice(rest, limited.quantity), orderPrice(rest, quantity)];
  const sum = (part: 'amountSent' | 'amountReceived' | 'feeExchange' | 'discount') => within[part] + whole[part] - skipped[part];
  return {
    quantity,
    amountSent: sum('amountSent'),
    amountReceived: sum('amountReceived'),
    feeExchange: sum('feeExchange'),
    discount: sum('discount'),
    cashFee: within.cashFee,
  };
}

/** Inverse of `priceBeyond` for buys: the largest quantity that costs at most `amount`, which pays at least for the limited part. */
export function largestBoughtBeyond(limited: LimitedTerms, beyond: DiscountedTerms, amount: bigint): bigint {
  const rest = amount - orderPrice(limited.terms, limited.quantity).amountSent;
  const terms = withDiscountLeft(limited, beyond);
  return largestOrderQuantity(terms, orderPrice(terms, limited.quantity).amountSent + rest);
}

/** The terms beyond a limit, where they take off only what is left of the discount's maximum: the fee up to the limit may have been another. */
function withDiscountLeft(limited: LimitedTerms, beyond: DiscountedTerms): DiscountedTerms {
  const { discount } = beyond;
  if (!discount || discount.max === null) return beyond;
  const left = discount.max - orderPrice(limited.terms, limited.quantity).discount;
  const max = smaller(discount.max, orderPrice(beyond, limited.quantity).discount + larger(0n, left));
  return { ...beyond, discount: { ...discount, max } };
}

/** The terms of an order's list price. */
export function listTermsOf({ discount: _, ...list }: DiscountedTerms): PriceTerms {
  return list;
}

function withoutFee(list: PriceTerms): PriceTerms {
  return { ...list, fee: NO_FEE };
}

function shareOf(fee: bigint, { percent }: Discount): bigint {
  return (fee * percent) / HUNDRED_PERCENT;
}
