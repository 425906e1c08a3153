import type { Change } from '../../change.ts';
import type { DecisionContext } from '../../decision-context.ts';
import type { Order, OrderTerms } from '../order.ts';
import { changeOrder, holdPosting } from '../steps.ts';

/** Creates a pending order with the hold on the reserve that pays it out. */
export function decideCreate(terms: OrderTerms, expiresAt: Date, ctx: DecisionContext): Change {
  const order: Order = {
    ...terms,
    version: 1,
    status: 'pending',
    reason: null,
    orderedQuantity: terms.quantity,
    couponHeld: terms.coupon !== null,
    expiresAt,
    holding: terms.held,
    excessQuantity: 0n,
    excessRateVersion: null,
    amountPaid: 0n,
    amountRefunded: 0n,
    paidAt: null,
    finalAt: null,
    eventCount: 0,
    payoutReference: null,
    retryAt: null,
  };
  return changeOrder(null, order, [{ code: 'created' }], ctx, { postings: [holdPosting(order, ctx.newId())] });
}
