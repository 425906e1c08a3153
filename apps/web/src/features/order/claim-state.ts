import type { OrderEventView, OrderView } from '@quydoi/contract/orders';
import { canClaim } from '@quydoi/domain/claim/claim';
import { CLAIMS_MAX } from '@quydoi/domain/constants';

/** An order's claims as its log tells of them. */
export interface ClaimState {
  /** The newest claim, while it waits for its answer. */
  readonly waiting: OrderEventView | null;
  /** Answer to the newest claim. */
  readonly answer: OrderEventView | null;
  /** Claims that the customer has left. */
  readonly left: number;
}

/** Reads the claims from an order's log. */
export function claimStateOf(events: readonly OrderEventView[]): ClaimState {
  const claims = events.filter(({ code }) => code.startsWith('claim_'));
  const made = claims.filter(({ code }) => code === 'claim_received').length;
  const last = claims.at(-1) ?? null;
  const isWaiting = last?.code === 'claim_received';
  return { waiting: isWaiting ? last : null, answer: isWaiting ? null : last, left: CLAIMS_MAX - made };
}

/** Whether the order's customer can claim a payment here: only who has the order's key, and after a minute. */
export function offersClaim(order: OrderView, nowMs: number): boolean {
  return !order.masked && canClaim(order, new Date(nowMs));
}
