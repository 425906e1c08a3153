import type { Change, Step } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { CURRENCIES, RESERVES } from '../currencies.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import type { OrderReason } from '../order-status.ts';
import type { Payment, PaymentCase, PaymentFact } from '../payment.ts';
import { moveOrder, touchOrder } from './lifecycle.ts';
import { isInTime, isWithinLateWindow } from './match.ts';
import type { Order } from './order.ts';
import { changeOrder, type Deciding, type EventDraft, reholdPosting } from './steps.ts';

/** Where a rail's incoming money stands in the books: dong is collected apart from what we pay out of. */
function receivingAccount(unit: Payment['unit']): AccountName {
  return unit === 'vnd' ? 'rail:vnd-collection' : `rail:${unit}`;
}

/** Journals a payment that was told of for the first time: ours in the receiving account, owed until matched. */
export function decideRecord(fact: PaymentFact, id: string, by: Deciding): Change {
  const { source: _source, sourceId: _sourceId, ...facts } = fact;
  const payment: Payment = { ...facts, id, version: 1, state: 'unmatched', orderId: null, caseCode: null, seenAt: by.now };
  const posting = post(by.newId(), 'payment', null, [
    { account: receivingAccount(fact.unit), amount: fact.amount },
    { account: `suspense:${fact.rail}:${fact.unit}`, amount: -fact.amount },
  ]);
  return { ...NO_CHANGE, payments: [{ before: null, after: payment }], postings: [posting] };
}

/** Puts a payment into the operator's inbox. */
export function decideCase(payment: Payment, caseCode: PaymentCase, orderId: string | null): Change {
  return { ...NO_CHANGE, payments: [stepPayment(payment, { state: 'case', caseCode, orderId })] };
}

/** Statuses in which an order has had its money: more is a case for an operator, never a second payout. */
const SERVED = new Set(['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'handmake', 'error', 'delivered', 'forged', 'ERROR_EVOUCHER']);

/**
 * What a final payment does to its order: paid when the sum is exact and in time, else a decision for the customer, or an operator's case.
 * An expired order is revived at its old price only when the money was sent in time; the posting then fails with OverdrawnError if its
 * hold cannot be taken again, and the caller decides once more with `canRehold` false.
 */
export function decideMatch(payment: Payment, order: Order, by: Deciding, canRehold = true): Change {
  if (SERVED.has(order.status)) return besideTheOrder(payment, 'extra', order, by);
  const inTime = isInTime(payment, order);
  if (order.status === 'cancelled') {
    // Only an order whose timer ran out comes back; one that was dropped or replaced leaves its money to an operator.
    if (order.reason !== 'expired') return besideTheOrder(payment, 'cancelled_order', order, by);
    if (!inTime && !isWithinLateWindow(payment, order)) return besideTheOrder(payment, 'too_late', order, by);
  }

  const amountPaid = order.amountPaid + payment.amount;
  const matched = stepPayment(payment, { state: 'matched', caseCode: null, orderId: order.id });
  const reason = inTime && (order.holding > 0n || canRehold) ? shortfall(amountPaid, order.amountSent) : 'late';
  const amount = formatDecimal(payment.amount, CURRENCIES[order.from].scale);
  const seen: EventDraft = { code: 'payment_final', params: { amount, currency: order.from } };
  if (reason === null) return paid(order, amountPaid, matched, seen, payment, by);

  const set = { reason, amountPaid };
  const after = order.status === 'verifying_transaction' ? touchOrder(order, set) : moveOrder(order, 'verifying_transaction', set, by.now);
  return changeOrder(order, after, [seen, { code: 'payment_mismatch', params: { reason } }], by, { payments: [matched] });
}

function shortfall(paidSoFar: bigint, asked: bigint): OrderReason | null {
  if (paidSoFar === asked) return null;
  return paidSoFar < asked ? 'underpaid' : 'overpaid';
}

function paid(order: Order, amountPaid: bigint, matched: Step<Payment>, seen: EventDraft, payment: Payment, by: Deciding): Change {
  const after = moveOrder(order, 'paid', { amountPaid, paidAt: by.now, holding: order.held }, by.now);
  const postings: Posting[] = order.holding === 0n ? [reholdPosting(order, by.newId())] : [];
  postings.push(
    post(by.newId(), 'match', order.id, [
      { account: `suspense:${payment.rail}:${payment.unit}`, amount: amountPaid },
      { account: `fx:${payment.unit}`, amount: -amountPaid },
    ]),
  );
  return changeOrder(order, after, [seen, { code: 'paid' }], by, { payments: [matched], postings });
}

/** Money that its order cannot take: told in the order's log, kept for an operator. */
function besideTheOrder(payment: Payment, caseCode: PaymentCase, order: Order, by: Deciding): Change {
  const amount = formatDecimal(payment.amount, RESERVES[payment.unit].scale);
  return changeOrder(order, touchOrder(order, {}), [{ code: 'extra_payment', params: { amount, currency: order.from } }], by, {
    payments: [stepPayment(payment, { state: 'case', caseCode, orderId: order.id })],
  });
}

function stepPayment(before: Payment, set: Pick<Payment, 'state' | 'caseCode' | 'orderId'>): Step<Payment> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}
