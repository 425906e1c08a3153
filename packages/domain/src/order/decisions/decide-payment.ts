import type { Change, Step } from '../../change.ts';
import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, RESERVES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { post } from '../../ledger/post.ts';
import { formatDecimal } from '../../money.ts';
import type { OrderReason } from '../../order-status.ts';
import type { DiscountedTerms } from '../../price/discount.ts';
import { enteredCurrency } from '../../price/quote.ts';
import { stepPayment } from '../../transfer/journal-payment.ts';
import type { Payment, PaymentCase } from '../../transfer/payment.ts';
import { givesAtLeast } from '../late-price.ts';
import { moveOrder, updateOrder } from '../lifecycle.ts';
import { isInTime, isNegligibleThirdParty, isThirdPartyPayer, isWithinLateWindow, isWithinTolerance } from '../match.ts';
import { hasLostCoupon, type Order, type RepricedTerms } from '../order.ts';
import { holdPostings, type RepriceFacts, repriced } from '../reprice.ts';
import { changeOrder, type EventDraft, mismatchEvent } from '../steps.ts';

/** Statuses of an order after its payment was accepted: a further payment goes to an operator, never to a second payout. */
const PAYMENT_ACCEPTED = new Set(['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'handmake', 'error', 'delivered', 'forged']);

/** Further input of a match, besides the payment and its order. */
export interface MatchFacts {
  /** Whether a released hold may be taken again. Default true. */
  readonly canRehold?: boolean;
  /** Terms that the order was priced with; if given, a difference within the network's tolerance reprices the order automatically. */
  readonly pricing?: RepriceFacts | null;
  /** The trade's newest terms, which decide about late money; absent or null: none are in force. */
  readonly newest?: DiscountedTerms | null;
}

/**
 * Matches a confirmed payment to its order. The order becomes paid if the sum is exact, and the payment is in time or the newest rate gives the
 * customer at least as much; never at the price of a coupon whose use was given back. Otherwise the order waits for its customer's decision, or the payment goes to the operators' inbox. The posting fails
 * with OverdrawnError if a released hold cannot be taken again; the caller retries with `canRehold` false. A small third-party payment is allocated
 * to the order only by an operator.
 */
export function decideMatch(payment: Payment, order: Order, ctx: DecisionContext, facts: MatchFacts = {}): Change {
  const { canRehold = true, pricing = null, newest = null } = facts;
  if (PAYMENT_ACCEPTED.has(order.status) || order.reason === 'refunding') return recordUnallocated(payment, 'extra', order, ctx);
  const inTime = isInTime(payment, order);
  if (order.status === 'cancelled') {
    // Only an expired order is revived; payments of abandoned and superseded orders go to an operator.
    if (order.reason !== 'expired') return recordUnallocated(payment, 'cancelled_order', order, ctx);
    if (!inTime && !isWithinLateWindow(payment, order)) return recordUnallocated(payment, 'too_late', order, ctx);
  }
  if (ctx.actor === 'system' && isNegligibleThirdParty(payment, order)) return recordUnallocated(payment, 'third_party', order, ctx);
  const sum = order.amountPaid + payment.amount;
  if (order.reason === 'risk' || isThirdPartyPayer(payment, order)) return mismatched(payment, order, sum, 'risk', ctx);
  if (order.holding === 0n && !canRehold) return mismatched(payment, order, sum, 'late', ctx);
  if (hasLostCoupon(order)) return mismatched(payment, order, sum, 'late', ctx);
  const terms = toleratedTerms(order, sum, pricing);
  const isAccepted = (sum === order.amountSent || terms !== null) && (canRehold || (terms ?? order).held <= order.holding);
  // An order that already waits as late has lost its own price, even if this payment was made in time.
  if (!inTime || order.reason === 'late') {
    const newestGivesAsMuch = newest !== null && isWithinLateWindow(payment, order) && givesAtLeast(newest, terms ?? order);
    return isAccepted && newestGivesAsMuch ? paid(payment, order, terms, ctx) : mismatched(payment, order, sum, 'late', ctx);
  }
  if (isAccepted) return paid(payment, order, terms, ctx);
  return mismatched(payment, order, sum, sum < order.amountSent ? 'underpaid' : 'overpaid', ctx);
}

/** The order's terms repriced to a sum that differs by at most the network's tolerance; null when it does not differ, or by more. */
function toleratedTerms(order: Order, sum: bigint, pricing: RepriceFacts | null): RepricedTerms | null {
  const terms = pricing && sum !== order.amountSent && isWithinTolerance(sum, order) ? repriced(order, sum, pricing) : null;
  return terms && terms.amountReceived > 0n ? terms : null;
}

function mismatched(payment: Payment, order: Order, amountPaid: bigint, reason: OrderReason, ctx: DecisionContext): Change {
  const set = { reason, amountPaid };
  const after = order.status === 'verifying_transaction' ? updateOrder(order, set) : moveOrder(order, 'verifying_transaction', set, ctx.now);
  return changeOrder(order, after, [confirmedEvent(payment, order), mismatchEvent(after, reason)], ctx, {
    payments: [matchedTo(payment, order)],
  });
}

/** Pays the order, at its own terms or repriced to the sum received, and adjusts its hold. */
function paid(payment: Payment, order: Order, terms: RepricedTerms | null, ctx: DecisionContext): Change {
  const amountPaid = order.amountPaid + payment.amount;
  const held = terms?.held ?? order.held;
  const after = moveOrder(order, 'paid', { ...terms, amountPaid, paidAt: ctx.now, holding: held }, ctx.now);
  const match = post(ctx.newId(), 'match', order.id, [
    { account: `suspense:${payment.network}:${payment.unit}`, amount: amountPaid },
    { account: `fx:${payment.unit}`, amount: -amountPaid },
  ]);
  return changeOrder(order, after, [confirmedEvent(payment, order), ...recalculatedEvents(order, terms), { code: 'paid' }], ctx, {
    payments: [matchedTo(payment, order)],
    postings: [...holdPostings(order, held, ctx.newId()), match],
  });
}

function recalculatedEvents(order: Order, terms: RepricedTerms | null): readonly EventDraft[] {
  if (!terms) return [];
  const quantity = formatDecimal(terms.quantity, CURRENCIES[enteredCurrency(order)].scale);
  const amount = formatDecimal(terms.amountReceived, CURRENCIES[order.to].scale);
  return [{ code: 'recalculated', params: { quantity, amount, currency: order.to } }];
}

function confirmedEvent(payment: Payment, order: Order): EventDraft {
  return { code: 'payment_confirmed', params: { amount: formatDecimal(payment.amount, CURRENCIES[order.from].scale), currency: order.from } };
}

/** Moves a payment on another network than its order's, or in another currency, to the operators' inbox, and logs it in the order. */
export function decideWrongNetwork(payment: Payment, order: Order, ctx: DecisionContext): Change {
  const currency = CURRENCY_CODES.find((code) => isIn(code, payment)) ?? order.from;
  const params = { amount: formatDecimal(payment.amount, RESERVES[payment.unit].scale), currency, network: payment.network };
  return unallocated(payment, 'wrong_network', order, { code: 'wrong_payment', params }, ctx);
}

function isIn(code: CurrencyCode, { network, unit }: Payment): boolean {
  const currency = CURRENCIES[code];
  return currency.network === network && currency.reserve === unit && !currency.isVoucher;
}

/** Records a payment that its order cannot take: logs it in the order and moves it to the operators' inbox. */
function recordUnallocated(payment: Payment, caseCode: PaymentCase, order: Order, ctx: DecisionContext): Change {
  const amount = formatDecimal(payment.amount, RESERVES[payment.unit].scale);
  return unallocated(payment, caseCode, order, { code: 'extra_payment', params: { amount, currency: order.from } }, ctx);
}

function unallocated(payment: Payment, caseCode: PaymentCase, order: Order, event: EventDraft, ctx: DecisionContext): Change {
  return changeOrder(order, updateOrder(order, {}), [event], ctx, {
    payments: [stepPayment(payment, { state: 'case', caseCode, orderId: order.id })],
  });
}

function matchedTo(payment: Payment, order: Order): Step<Payment> {
  return stepPayment(payment, { state: 'matched', caseCode: null, orderId: order.id });
}
