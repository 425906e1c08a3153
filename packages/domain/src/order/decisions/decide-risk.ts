import type { Change } from '../../change.ts';
import type { DecisionContext } from '../../decision-context.ts';
import type { AccountName } from '../../ledger/accounts.ts';
import { type Posting, post } from '../../ledger/post.ts';
import type { OrderReason } from '../../order-status.ts';
import type { DiscountedTerms } from '../../price/discount.ts';
import type { Payment } from '../../transfer/payment.ts';
import { givesAtLeast } from '../late-price.ts';
import { moveOrder, updateOrder } from '../lifecycle.ts';
import { isInTime, payInUnit } from '../match.ts';
import { matchPosting } from '../obligations/refund-steps.ts';
import { hasLostCoupon, type Order } from '../order.ts';
import { changeOrder, mismatchEvent, reholdPosting, releasePostings, suspenseOf } from '../steps.ts';

/**
 * Clears an order that was held as a risk: paid when the sum is exact, and either in time and still held, or the newest rate gives the
 * customer at least as much; else the order waits for its customer's decision. The posting fails with OverdrawnError when a released hold cannot be taken again; the
 * caller retries with `canRehold` false.
 * @param payments the payments matched to the order
 * @param newest the trade's newest terms; null when none are in force
 */
export function decideClearRisk(
  order: Order,
  payments: readonly Payment[],
  ctx: DecisionContext,
  { canRehold, newest }: { readonly canRehold: boolean; readonly newest: DiscountedTerms | null },
): Change {
  const mayKeepPrice = !hasLostCoupon(order) && newest !== null && givesAtLeast(newest, order) && (canRehold || order.holding > 0n);
  const reason = mismatchOf(order, payments, mayKeepPrice);
  if (reason !== null) {
    const after = updateOrder(order, { reason });
    return changeOrder(order, after, [{ code: 'risk_cleared' }, mismatchEvent(after, reason)], ctx);
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

/** @param mayKeepPrice whether the order's own price holds although its time is over */
function mismatchOf(order: Order, payments: readonly Payment[], mayKeepPrice: boolean): OrderReason | null {
  const isExact = order.amountPaid === order.amountSent;
  const isLate = !payments.every((payment) => isInTime(payment, order));
  if ((isLate && !(isExact && mayKeepPrice)) || (order.holding === 0n && !mayKeepPrice)) return 'late';
  if (isExact) return null;
  return order.amountPaid < order.amountSent ? 'underpaid' : 'overpaid';
}
