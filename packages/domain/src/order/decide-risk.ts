import type { Change } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { OrderReason } from '../order-status.ts';
import type { Payment } from '../transfer/payment.ts';
import { moveOrder, touchOrder } from './lifecycle.ts';
import { isInTime, payInUnit } from './match.ts';
import type { Order } from './order.ts';
import { matchPosting } from './refund-steps.ts';
import { changeOrder, reholdPosting, releasePostings, suspenseOf } from './steps.ts';

/**
 * An operator looked at an order that was held for a check and lets it go on: paid when the sum is exact and came in time, else it waits for
 * its customer's decision. The posting fails with OverdrawnError when its hold cannot be taken again; then `canRehold` is false.
 * @param payments those that were matched to it
 * @param canRehold whether a hold that was given back may be taken again: its money is there, and its price is still the newest
 */
export function decideClearRisk(order: Order, payments: readonly Payment[], ctx: DecisionContext, canRehold = true): Change {
  const reason = mismatchOf(order, payments, canRehold);
  if (reason !== null) {
    const events = [{ code: 'risk_cleared' as const }, { code: 'payment_mismatch' as const, params: { reason } }];
    return changeOrder(order, touchOrder(order, { reason }), events, ctx);
  }
  const after = moveOrder(order, 'paid', { paidAt: ctx.now, holding: order.held }, ctx.now);
  const postings: Posting[] = order.holding === 0n ? [reholdPosting(order, ctx.newId())] : [];
  return changeOrder(order, after, [{ code: 'risk_cleared' }, { code: 'paid' }], ctx, {
    postings: [...postings, matchPosting(order, order.amountPaid, ctx)],
  });
}

/**
 * The order's money is proven false: the order ends, what was matched to it is no debt any more and leaves the account that it was counted in.
 * @param payments those that were matched to it
 * @param account where the money was counted; `loss` when that account no longer has it
 */
export function decideForged(order: Order, payments: readonly Payment[], account: AccountName, ctx: DecisionContext): Change {
  const after = moveOrder(order, 'forged', { holding: 0n }, ctx.now);
  const posting = post(ctx.newId(), 'adjust', order.id, [
    { account: suspenseOf(order, payInUnit(order)), amount: order.amountPaid },
    { account, amount: -order.amountPaid },
  ]);
  return changeOrder(order, after, [{ code: 'payment_forged' }], ctx, {
    payments: payments.map((before) => ({ before, after: { ...before, state: 'forged', version: before.version + 1 } })),
    postings: [...releasePostings(order, ctx.newId()), posting],
  });
}

function mismatchOf(order: Order, payments: readonly Payment[], canRehold: boolean): OrderReason | null {
  if (!payments.every((payment) => isInTime(payment, order)) || (order.holding === 0n && !canRehold)) return 'late';
  if (order.amountPaid === order.amountSent) return null;
  return order.amountPaid < order.amountSent ? 'underpaid' : 'overpaid';
}
