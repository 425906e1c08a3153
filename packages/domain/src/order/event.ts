import type { Actor } from '../decision-context.ts';

/** All codes of order events. The event stream feeds the order log, notices, webhooks and cache invalidation. */
export const ORDER_EVENTS = [
  'created',
  'payment_unconfirmed',
  'payment_confirmed',
  'payment_mismatch',
  'paid',
  'expired',
  'abandoned',
  'superseded',
  'balance_short',
  'payout_started',
  'payout_sent',
  'payout_unknown',
  'payout_retry',
  'payout_failed',
  'payout_by_hand',
  'delivered',
  'operator_resolved',
  'extra_payment',
  'wrong_payment',
  'payment_dropped',
  'payment_forged',
  'risk_cleared',
  'recalculated',
  'payout_part',
  'payout_otp',
  'payout_reversed',
  'refund_started',
  'refund_failed',
  'refunded',
  'claim_received',
  'claim_found',
  'claim_not_found',
  'claim_more_needed',
  'voucher_accepted',
  'voucher_refused',
  'voucher_unknown',
] as const;

/** Code of an order event. */
export type OrderEventCode = (typeof ORDER_EVENTS)[number];

/** Entry of an order's log, numbered per order from 1. */
export interface OrderEvent {
  readonly orderId: string;
  readonly n: number;
  readonly code: OrderEventCode;
  /** Parameters of the event's text; amounts as decimal strings. */
  readonly params: Readonly<Record<string, string>>;
  readonly actor: Actor;
  /** Cause of the event: a use case, or a record as `payment:ID`, `payout:ID`. */
  readonly cause: string;
  /** The payout that the event is about; null for other events. */
  readonly payoutId: string | null;
  readonly at: Date;
}
