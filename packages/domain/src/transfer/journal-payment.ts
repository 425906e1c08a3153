import { type Change, NO_CHANGE, type Step } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { receivingAccountOf } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import { NETWORKS } from '../networks.ts';
import type { Payment, PaymentCase, PaymentFact } from './payment.ts';

/**
 * Journals a payment the first time a source reports it. A payment that can still be undone is recorded as unconfirmed and not booked.
 * @param occurrence number of the payment among those with its account and reference
 */
export function decideRecord(fact: PaymentFact, id: string, ctx: DecisionContext, occurrence = 1): Change {
  const { source, sourceId, subAccount: _subAccount, ...facts } = fact;
  const state = fact.confirmed ? 'unmatched' : 'unconfirmed';
  const payment: Payment = { ...facts, id, version: 1, occurrence, state, orderId: null, customerId: null, caseCode: null, recordedAt: ctx.now };
  const sighting = { source, sourceId, paymentId: id, at: ctx.now };
  const postings = fact.confirmed ? [receivedPosting(fact, ctx.newId())] : [];
  return { ...NO_CHANGE, payments: [{ before: null, after: payment }], sightings: [sighting], postings };
}

/**
 * Confirms an unconfirmed or dropped payment: it is booked and can be matched. Null if it was confirmed before.
 * @param paidAt time of the final block, which may be hours after the payment was seen. A block that is dated ahead was made by now
 */
export function decideConfirm(payment: Payment, paidAt: Date, ctx: DecisionContext): Change | null {
  if (payment.confirmed) return null;
  const { before, after } = stepPayment(payment, { state: 'unmatched', caseCode: null, orderId: payment.orderId });
  return {
    ...NO_CHANGE,
    payments: [{ before, after: { ...after, paidAt: paidAt < ctx.now ? paidAt : ctx.now, confirmed: true } }],
    postings: [receivedPosting(payment, ctx.newId())],
  };
}

/**
 * Adds the reference that its source gave only after a payment was journalled. Null when the payment has one, or the source still gives none.
 * @param occurrence number of the payment among those with its account and that reference
 */
export function decideReference(payment: Payment, reference: string, occurrence: number): Change | null {
  if (payment.reference !== '' || reference === '') return null;
  return { ...NO_CHANGE, payments: [{ before: payment, after: { ...payment, reference, occurrence, version: payment.version + 1 } }] };
}

/** Whether a payment may take a memo that its bank fills in later: banks do so, and no order was found for the payment. */
export function takesLaterMemo({ network, state, caseCode, orderId, customerId }: Payment): boolean {
  const isLost = state === 'unmatched' || (state === 'case' && caseCode === 'no_order');
  return NETWORKS[network].repeatsReferences && isLost && orderId === null && customerId === null;
}

/** Replaces the memo of a payment by the one that its bank filled in later, and has the payment matched again. Null if it takes none. */
export function decideMemo(payment: Payment, memo: string): Change | null {
  if (!takesLaterMemo(payment) || payment.memo === memo) return null;
  const { before, after } = stepPayment(payment, { state: 'unmatched', caseCode: null, orderId: null });
  return { ...NO_CHANGE, payments: [{ before, after: { ...after, memo } }] };
}

/** Puts a payment into the operators' inbox. */
export function decideCase(payment: Payment, caseCode: PaymentCase, orderId: string | null): Change {
  return { ...NO_CHANGE, payments: [stepPayment(payment, { state: 'case', caseCode, orderId })] };
}

/** The next version of a payment. */
export function stepPayment(before: Payment, set: Pick<Payment, 'state' | 'caseCode' | 'orderId'>): Step<Payment> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** Books confirmed money: an asset in the receiving account, a liability in suspense until it is matched. */
function receivedPosting(payment: Pick<Payment, 'network' | 'unit' | 'amount'>, id: string): Posting {
  return post(id, 'payment', null, [
    { account: receivingAccountOf(payment.unit), amount: payment.amount },
    { account: `suspense:${payment.network}:${payment.unit}`, amount: -payment.amount },
  ]);
}
