import { type Change, type Step, withRows } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { decideMatch, type MatchFacts } from '../order/decisions/decide-payment.ts';
import { updateOrder } from '../order/lifecycle.ts';
import type { Order } from '../order/order.ts';
import { changeOrder } from '../order/steps.ts';
import type { Payment } from '../transfer/payment.ts';
import type { ClaimAnswer, PaymentClaim } from './claim.ts';

/** Event code of each answer. */
const ANSWER_EVENTS = { found: 'claim_found', not_found: 'claim_not_found', more_needed: 'claim_more_needed' } as const;

/** Takes a new claim into the order's log; from then on it waits for an answer. */
export function decideReceiveClaim(order: Order, claim: PaymentClaim, ctx: DecisionContext): Change {
  return changeOrder(order, updateOrder(order, {}), [{ code: 'claim_received', params: { paidAt: claim.paidAt.toISOString() } }], ctx, {
    claims: [stepClaim(claim, { state: 'open' })],
  });
}

/** Answers a claim in the order's log. */
export function decideAnswerClaim(order: Order, claim: PaymentClaim, answer: ClaimAnswer, ctx: DecisionContext): Change {
  const claims = [stepClaim(claim, { state: 'answered', answer, answeredAt: ctx.now })];
  return changeOrder(order, updateOrder(order, {}), [{ code: ANSWER_EVENTS[answer] }], ctx, { claims });
}

/** Closes a claim that nobody needs to answer: its order was paid or ended meanwhile, as its log tells. */
export function decideCloseClaim(order: Order, claim: PaymentClaim, ctx: DecisionContext): Change {
  const claims = [stepClaim(claim, { state: 'answered', answeredAt: ctx.now })];
  return changeOrder(order, updateOrder(order, {}), [], ctx, { claims });
}

/**
 * Allocates the claimed payment to the order (see `isFromDeclaredSender`), as if its memo had named the order, and closes the claim as found.
 * @param facts as `decideMatch` takes them
 */
export function decideClaimedPayment(order: Order, claim: PaymentClaim, payment: Payment, ctx: DecisionContext, facts: MatchFacts): Change {
  const change = decideMatch(payment, order, ctx, facts);
  return withRows(change, { claims: [stepClaim(claim, { state: 'answered', answer: 'found', answeredAt: ctx.now })] });
}

/** The next version of a claim. */
function stepClaim(before: PaymentClaim, set: Partial<Pick<PaymentClaim, 'state' | 'answer' | 'answeredAt'>>): Step<PaymentClaim> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}
