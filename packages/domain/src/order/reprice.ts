import { type Posting, post } from '../ledger/post.ts';
import { ceilDiv } from '../money.ts';
import { maxPayoutFee, type PayoutFeeFacts } from '../payout-fee.ts';
import type { PriceTerms } from '../quote.ts';
import { price } from '../quote.ts';
import type { Order, RepricedTerms } from './order.ts';

/** What an order's price is made of when it is made anew. */
export interface RepriceFacts {
  readonly terms: PriceTerms;
  readonly rateVersion: number;
  readonly fees: PayoutFeeFacts;
}

/** An order's terms for another quantity. A swap's worth in dong changes in proportion to its quantity. */
export function repriced(order: Order, quantity: bigint, { terms, rateVersion, fees }: RepriceFacts): RepricedTerms {
  const priced = price(terms, quantity);
  const cash = { buy: priced.amountSent, sell: priced.amountReceived, ex: ceilDiv(order.cashAmount * quantity, order.quantity) };
  return {
    ...priced,
    rate: terms.rate,
    rateVersion,
    cashAmount: cash[order.kind],
    held: priced.amountReceived + maxPayoutFee(order.to, priced.amountReceived, fees),
  };
}

/** Makes what is held for an order the given amount: takes what is missing, gives back what is too much, nothing when it is right. */
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
