import type { Change } from '../../change.ts';
import { CURRENCIES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { type LimitState, limitsOf, type QuantityRefusal } from '../../limits.ts';
import { formatDecimal, larger } from '../../money.ts';
import {
  type DiscountedTerms,
  type LimitedTerms,
  largestBoughtBeyond,
  largestOrderQuantity,
  listTermsOf,
  type OrderPrice,
  orderPrice,
  priceBeyond,
  smallestOrderQuantity,
} from '../../price/discount.ts';
import { maxFeeOfOrder, type PayoutFeeFacts } from '../../price/payout-fee.ts';
import { enteredCurrency } from '../../price/quote.ts';
import { moveOrder } from '../lifecycle.ts';
import { matchPosting } from '../obligations/refund-steps.ts';
import type { Order, RepricedTerms } from '../order.ts';
import { changeOrder, reholdPosting, releasePostings } from '../steps.ts';

/** New price of an order for the sum received, with the amount to hold. */
export interface Recalculation extends OrderPrice {
  readonly held: bigint;
}

/** Limits of a recalculation; `reserve` includes the order's current hold. `own`: the order's own terms, when `terms` apply beyond its quantity only. */
export type RecalculationLimits = Omit<LimitState, 'terms'> & { readonly terms: DiscountedTerms; readonly own?: LimitedTerms | undefined };

/**
 * Prices an order anew for exactly the sum paid: a buy gets the largest quantity that the sum pays for, a sell or swap exchanges all of it. Checks
 * the maximum and the reserve again, but not the minimum: the payout must only be above zero and reach `payoutFloor`.
 */
export function recalculate(
  order: Pick<Order, 'kind' | 'to' | 'toBalance' | 'amountPaid'>,
  limits: RecalculationLimits,
  facts: PayoutFeeFacts,
): Recalculation | { readonly refusal: QuantityRefusal } {
  const { terms, own } = limits;
  const floor = larger(1n, limits.payoutFloor);
  const priced = { ...(own ? pricedBeyond(own, terms, order.amountPaid) : pricedWhole(terms, order.amountPaid)), amountSent: order.amountPaid };
  if (priced.amountReceived < floor) return refusal('QUANTITY_TOO_SMALL', terms, terms.kind === 'buy' ? floor : smallestOrderQuantity(terms, floor));
  const held = priced.amountReceived + maxFeeOfOrder(order, priced.amountReceived, facts);
  if (isBeyond(limits, priced) || held > limits.reserve)
    return refusal('QUANTITY_TOO_LARGE', terms, limitsOf({ ...limits, terms: listTermsOf(terms) }).max);
  return { ...priced, held };
}

/**
 * Accepts a recalculation: the order becomes paid at its new price. Replaces the hold; the posting fails with OverdrawnError when the reserve no
 * longer covers the new one.
 */
export function decideRecalculated(order: Order, terms: RepricedTerms, ctx: DecisionContext): Change {
  const repriced = { ...order, ...terms };
  const after = moveOrder(order, 'paid', { ...terms, holding: terms.held, paidAt: ctx.now }, ctx.now);
  const params = {
    quantity: formatDecimal(terms.quantity, CURRENCIES[enteredCurrency(order)].scale),
    amount: formatDecimal(terms.amountReceived, CURRENCIES[order.to].scale),
    currency: order.to,
  };
  return changeOrder(order, after, [{ code: 'recalculated', params }, { code: 'paid' }], ctx, {
    postings: [...releasePostings(order, ctx.newId()), reholdPosting(repriced, ctx.newId()), matchPosting(order, order.amountPaid, ctx)],
  });
}

function pricedWhole(terms: DiscountedTerms, amountPaid: bigint): OrderPrice {
  return orderPrice(terms, terms.kind === 'buy' ? largestOrderQuantity(terms, amountPaid) : amountPaid);
}

function pricedBeyond(own: LimitedTerms, terms: DiscountedTerms, amountPaid: bigint): OrderPrice {
  return priceBeyond(own, terms, terms.kind === 'buy' ? largestBoughtBeyond(own, terms, amountPaid) : amountPaid);
}

/** Whether a price exceeds the operators' maximum of the bought currency, the sold currency, or either side of a swap. */
function isBeyond({ maxBalance, sourceMaxBalance, terms }: RecalculationLimits, { quantity, amountReceived }: OrderPrice): boolean {
  if (terms.kind === 'sell') return quantity > maxBalance;
  return amountReceived > maxBalance || (sourceMaxBalance !== null && quantity > sourceMaxBalance);
}

function refusal(code: QuantityRefusal['code'], terms: DiscountedTerms, limit: bigint): { refusal: QuantityRefusal } {
  const entered = enteredCurrency(terms);
  return { refusal: { code, params: { n: formatDecimal(limit, CURRENCIES[entered].scale), code: entered } } };
}
