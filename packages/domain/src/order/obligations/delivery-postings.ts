import { CURRENCIES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { InvariantError } from '../../invariant.ts';
import { type Entry, type Posting, post } from '../../ledger/post.ts';
import { discountCurrency } from '../../price/discount.ts';
import { balanceAccountOf, isWalletCurrency } from '../../wallet/wallet.ts';
import type { Order } from '../order.ts';

/**
 * Books a delivery: the hold covers the payout and the provider's charge, and the rest becomes available again. The exchange's fee moves from the
 * exchange position to income; what a coupon took off is a line of its own. A charge beyond the hold has left the wallet in any case: the excess goes to
 * suspense for an operator instead of blocking the order.
 * @param charge the provider's charge out of the reserve
 */
export function deliveryPostings(order: Order, charge: bigint, ctx: DecisionContext): Posting[] {
  const entries = order.toBalance ? creditedEntries(order) : spentEntries(order, order.holding, charge);
  const postings = [post(ctx.newId(), 'payout', order.id, entries)];
  if (hasFee(order)) postings.push(post(ctx.newId(), 'fee', order.id, feeEntries(order)));
  return postings;
}

/** Reverses the postings of a delivery (`deliveryPostings`). */
export function deliveryReversalPostings(order: Order, charge: bigint, ctx: DecisionContext): Posting[] {
  const back = (entries: readonly Entry[]) => entries.map(({ account, amount }) => ({ account, amount: -amount }));
  const postings = [post(ctx.newId(), 'payout', order.id, back(spentEntries(order, order.held, charge)))];
  if (hasFee(order)) postings.push(post(ctx.newId(), 'fee', order.id, back(feeEntries(order))));
  return postings;
}

function spentEntries({ reserve, amountReceived, payOutNetwork }: Order, held: bigint, charge: bigint): Entry[] {
  const left = held - amountReceived - charge;
  return [
    { account: `held:${reserve}`, amount: -held },
    { account: `fx:${reserve}`, amount: amountReceived },
    { account: `network-fee:${reserve}`, amount: charge },
    { account: left < 0n ? `suspense:${payOutNetwork}:${reserve}` : `rail:${reserve}`, amount: left },
  ];
}

/** Credits the customer's balance: the money stays in the reserve, and is owed to the customer from now on. */
function creditedEntries({ reserve, amountReceived, holding, customerId, to }: Order): Entry[] {
  if (customerId === null || !isWalletCurrency(to)) throw new InvariantError('an order into a balance is of a customer with one');
  return [
    { account: `held:${reserve}`, amount: -holding },
    { account: `rail:${reserve}`, amount: holding },
    { account: `fx:${reserve}`, amount: amountReceived },
    { account: balanceAccountOf(customerId, to), amount: -amountReceived },
  ];
}

/** A fee that is below the smallest unit of the currency may still add to the dong of a buy. */
function hasFee({ feeExchange, discount }: Order): boolean {
  return feeExchange > 0n || discount > 0n;
}

function feeEntries(order: Order): Entry[] {
  const unit = CURRENCIES[order.to].reserve;
  const saved = CURRENCIES[discountCurrency(order)].reserve;
  return [
    { account: `fx:${unit}`, amount: order.feeExchange },
    { account: `fee:${unit}`, amount: -order.feeExchange },
    { account: `discount:${saved}`, amount: order.discount },
    { account: `fx:${saved}`, amount: -order.discount },
  ];
}
