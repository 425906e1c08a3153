import type { Change } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { OrderReason } from '../order-status.ts';
import type { Payment } from '../transfer/payment.ts';
import { moveOrder, updateOrder } from './lifecycle.ts';
import { isInTime, payInUnit } from './match.ts';
import type { Order } from './order.ts';
import { matchPosting } from './refund-steps.ts';
import { changeOrder, reholdPosting, releasePostings, suspenseOf } from './steps.ts';

/**
 * Clears an order that was held as a risk: paid when the sum is exact and in time, else the order waits for its customer's decision. The posting
 * fails with OverdrawnError when a released hold cannot be taken again; the caller retries with `canRehold` false.
 * @param payments the payments matched to the order
 * @param canRehold whether a released hold may be taken again: the reserve suffices, and the order's rate is still current
 */
export function decideClearRisk(order: Order, payments: readonly Payment[], ctx: DecisionContext, canRehold = true): Change {
  const reason = mismatchOf(order, payments, canRehold);
  if (reason !== null) {
    const events = [{ code: 'risk_cleared' as const }, { code: 'payment_mismatch' as const, params: { reason } }];
    return changeOrder(order, updateOrder(order, { reason }), events, ctx);
  }
  const after = moveOrder(order, 'paid', { paidAt: ctx.now, holding: order.held }, ctx.now);
  const postings: Posting[] = order.holding === 0n ? [reholdPosting(order, ctx.newId())] : [];
  return changeOrder(order, after, [{ code: 'risk_cleared' }, { code: 'paid' }], ctx, {
    postings: [...postings, matchPosting(order, order.amountPaid, ctx)],
  });
}

/**
 * Ends an order whose payment proved to be forged: writes the matched sum off suspense and off the account that it was booked to.
 * @param payments the payments matched to the order
 * @param account account that the payment was booked to; `loss` when the account no longer covers it
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
