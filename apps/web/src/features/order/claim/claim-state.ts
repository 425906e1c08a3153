import type { OrderEventView, OrderView } from '@quydoi/contract/orders/order-view';
import { canClaim, missesPayment } from '@quydoi/domain/claim/can-claim';
import { CLAIMS_MAX } from '@quydoi/domain/constants';
import { hasFurtherPayment } from '../status/further-payment.ts';

/** An order's claims as its log tells of them. */
export interface ClaimState {
  /** The newest claim, while it waits for its answer. */
  readonly waiting: OrderEventView | null;
  /** Answer to the newest claim. */
  readonly answer: OrderEventView | null;
  /** Claims that the customer has made. */
  readonly made: number;
  /** Those that are left. */
  readonly left: number;
}

/** Reads the claims from an order's log. */
export function claimStateOf(events: readonly OrderEventView[]): ClaimState {
  const claims = events.filter(({ code }) => code.startsWith('claim_'));
  const made = claims.filter(({ code }) => code === 'claim_received').length;
  const last = claims.at(-1) ?? null;
  const isWaiting = last?.code === 'claim_received';
  return { waiting: isWaiting ? last : null, answer: isWaiting ? null : last, made, left: CLAIMS_MAX - made };
}

/** Whether an order misses a payment that its customer has claimed, and neither an answer nor money has come since. */
export function isClaimWaiting(order: Pick<OrderView, 'events' | 'status' | 'reason'>): boolean {
  const { waiting } = claimStateOf(order.events);
  if (waiting === null || !missesPayment(order)) return false;
  // Money that arrived after the claim may be the claimed payment, so the page asks for what is still missing.
  return !order.events.some(({ code, n }) => code === 'payment_confirmed' && n > waiting.n);
}

/** Whether the order's customer can claim a payment here: only who has the order's key, after a minute, and not for vouchers: of these the order tells. */
function mayClaim(order: OrderView, nowMs: number): boolean {
  return !order.masked && !order.vouchers && !hasFurtherPayment(order) && canClaim(order, new Date(nowMs));
}

/** Whether a customer who may claim a payment is offered to: not while a claim waits. */
export function offersClaim(order: OrderView, nowMs: number): boolean {
  return mayClaim(order, nowMs) && !isClaimWaiting(order);
}

/** Whether a claim that waits can be put right, by another one. */
export function offersCorrection(order: OrderView, nowMs: number): boolean {
  return mayClaim(order, nowMs) && isClaimWaiting(order) && claimStateOf(order.events).left > 0;
}

/** Whether an order's page asks at its top whether the payment was made: customers who have paid and see no payment look there first. */
export function promptsClaim(order: OrderView, nowMs: number): boolean {
  return order.status === 'pending' && offersClaim(order, nowMs);
}

/** Answer to the newest claim, as long as the order still misses the payment. */
export function claimAnswerOf(order: OrderView): OrderEventView | null {
  return !order.masked && missesPayment(order) ? claimStateOf(order.events).answer : null;
}

/** A claim that was sent from this page. */
export interface SentClaim {
  /** Its number among the claims of the order. */
  readonly n: number;
  readonly at: Date;
  /** When the payment was made, as the claim says. */
  readonly paidAt: Date;
}

/** When the payment of a claim was made, as its customer says. */
export function claimedPaidAt({ params, at }: OrderEventView): Date {
  return params.paidAt === undefined ? at : new Date(params.paidAt);
}

/** The order with a claim that was sent just now, until the order's own log tells of it: the page must not ask for the payment meanwhile. */
export function withSentClaim(order: OrderView, sent: SentClaim | null): OrderView {
  if (sent === null || claimStateOf(order.events).made >= sent.n) return order;
  const n = (order.events.at(-1)?.n ?? 0) + 1;
  return { ...order, events: [...order.events, { n, code: 'claim_received', params: { paidAt: sent.paidAt.toISOString() }, at: sent.at }] };
}
