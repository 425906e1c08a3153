import type { Change } from '../change.ts';
import { CURRENCIES } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import { post } from '../ledger/post.ts';
import { decideMatch } from '../order/decisions/decide-payment.ts';
import type { Order } from '../order/order.ts';
import type { Payment, PaymentFact } from '../transfer/payment.ts';
import { balanceAccountOf, isWalletCurrency } from './wallet.ts';

/** Account of payments from balances, and their source: they come to no account of ours, and no list tells them. */
export const FROM_BALANCE = 'balance';

/** Whether a payment was made from a customer's balance. */
export function isFromBalance({ account }: Pick<Payment, 'account'>): boolean {
  return account === FROM_BALANCE;
}

/** The payment of an order by its customer's balance. An order is charged once: its reference identifies the payment. */
export function chargeOf(order: Order, now: Date): PaymentFact {
  const { reserve: unit, network } = CURRENCIES[order.from];
  return {
    network,
    account: FROM_BALANCE,
    reference: order.ref,
    unit,
    amount: order.amountSent,
    exactAmount: null,
    memo: order.ref,
    payer: order.customerId,
    payerName: null,
    paidAt: now,
    confirmed: true,
    source: FROM_BALANCE,
    sourceId: order.ref,
  };
}

/**
 * Pays an order from its customer's balance, all at once: the amount leaves the balance, and the order is paid.
 * @throws InvariantError unless the order awaits its payment, all of it, from a balance
 */
export function decideCharge(order: Order, fact: PaymentFact, ctx: DecisionContext): Change {
  const { customerId, from } = order;
  if (!order.fromBalance || customerId === null || !isWalletCurrency(from) || order.status !== 'pending' || order.amountPaid !== 0n)
    throw new InvariantError(`order ${order.id} is not to be paid from a balance`);
  const { source: _, sourceId: __, subAccount: ___, ...facts } = fact;
  const id = ctx.newId();
  const arrived: Payment = {
    ...facts,
    id,
    version: 1,
    occurrence: 1,
    state: 'unmatched',
    orderId: null,
    customerId: null,
    caseCode: null,
    recordedAt: ctx.now,
  };
  const matched = decideMatch(arrived, order, { ...ctx, cause: `payment:${id}` });
  const [payment] = matched.payments;
  if (matched.order?.after.status !== 'paid' || !payment) throw new InvariantError(`order ${order.id} is not paid by its own price`);
  const charge = post(ctx.newId(), 'charge', order.id, [
    { account: balanceAccountOf(customerId, from), amount: fact.amount },
    { account: `suspense:${fact.network}:${fact.unit}`, amount: -fact.amount },
  ]);
  return {
    ...matched,
    payments: [{ before: null, after: { ...payment.after, version: 1 } }],
    postings: [charge, ...matched.postings],
  };
}
