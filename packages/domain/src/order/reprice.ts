import { type Posting, post } from '../ledger/post.ts';
import { ceilDiv } from '../money.ts';
import { type DiscountedTerms, orderPrice } from '../price/discount.ts';
import { maxFeeOfOrder, type PayoutFeeFacts } from '../price/payout-fee.ts';
import type { Order, RepricedTerms } from './order.ts';

/** Inputs of repricing an order. */
export interface RepriceFacts {
  readonly terms: DiscountedTerms;
  readonly rateVersion: number;
  readonly fees: PayoutFeeFacts;
}

/** Computes an order's terms for a different quantity. A swap's value in dong changes in proportion to its quantity. */
export function repriced(order: Order, quantity: bigint, { terms, rateVersion, fees }: RepriceFacts): RepricedTerms {
  const priced = orderPrice(terms, quantity);
  const cash = { buy: priced.amountSent, sell: priced.amountReceived, ex: ceilDiv(order.cashAmount * quantity, order.quantity) };
  return {
    ...priced,
    rate: terms.rate,
    rateVersion,
    excessQuantity: 0n,
    excessRateVersion: null,
    cashAmount: cash[order.kind],
    held: priced.amountReceived + maxFeeOfOrder(order, priced.amountReceived, fees),
  };
}

/** Adjusts an order's hold to the given amount: holds the missing part or releases the surplus. Empty when nothing changes. */
export function holdPostings(order: Order, held: bigint, id: string): readonly Posting[] {
  const more = held - order.holding;
  if (more === 0n) return [];
  return [
    post(id, more > 0n ? 'rehold' : 'release', order.id, [
      { account: `rail:${order.reserve}`, amount: -more },
      { account: `held:${order.reserve}`, amount: more },
    ]),
  ];
}
