import { type Change, NO_CHANGE } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import { post } from '../ledger/post.ts';
import type { Payment } from '../transfer/payment.ts';
import { balanceAccountOf, isWalletCurrency } from './wallet.ts';

/**
 * Credits a payment that was made for no order to its customer's balance.
 * @throws InvariantError for a payment in a currency without balances, or one that is not in the inbox as a deposit
 */
export function decideDeposit(payment: Payment, customerId: string, ctx: DecisionContext): Change {
  const { unit, amount, network, state, caseCode } = payment;
  if (!isWalletCurrency(unit) || state !== 'case' || caseCode !== 'deposit') throw new InvariantError(`payment ${payment.id} is no deposit`);
  const posting = post(ctx.newId(), 'deposit', null, [
    { account: `suspense:${network}:${unit}`, amount },
    { account: balanceAccountOf(customerId, unit), amount: -amount },
  ]);
  const after: Payment = { ...payment, state: 'matched', caseCode: null, customerId, version: payment.version + 1 };
  return { ...NO_CHANGE, payments: [{ before: payment, after }], postings: [{ ...posting, paymentId: payment.id }] };
}
