/** Badge colour of a status. */
export type Badge = 'red' | 'yellow' | 'blue' | 'green' | 'none';

/** Facts about one order status. */
interface StatusFacts {
  readonly badge: Badge;
  /** Terminal: left only by a late payment, a reversal of the payout by its provider, or an operator's decision. */
  readonly final: boolean;
}

/**
 * All order statuses, in the order of a typical order's life. The spellings are those of the public API. `pending`: awaits payment.
 * `verifying_transaction`: a payment is unconfirmed, differs from the order, or is a risk. `paid`: the payout is not started. `delivering`: it is
 * queued or sent. `waitingotp`: the provider asks an operator for a code. `retry_scheduled`: the next attempt has a time. `handmake`: an operator
 * makes the payout. `error`: the payout failed, an operator decides. `ERROR_EVOUCHER`: a voucher could not be redeemed. `delivered`: proven by the
 * provider's records. `cancelled`: expired, replaced, withdrawn or refunded, by its reason. `forged`: the payment proved false.
 */
export const ORDER_STATUSES = {
  pending: { badge: 'red', final: false },
  verifying_transaction: { badge: 'yellow', final: false },
  paid: { badge: 'blue', final: false },
  delivering: { badge: 'yellow', final: false },
  waitingotp: { badge: 'yellow', final: false },
  retry_scheduled: { badge: 'yellow', final: false },
  handmake: { badge: 'yellow', final: false },
  error: { badge: 'yellow', final: false },
  ERROR_EVOUCHER: { badge: 'none', final: false },
  delivered: { badge: 'green', final: true },
  cancelled: { badge: 'red', final: true },
  forged: { badge: 'red', final: true },
} as const satisfies Record<string, StatusFacts>;

/** Status of an order. */
export type OrderStatus = keyof typeof ORDER_STATUSES;

/** Codes of all order statuses. */
export const ORDER_STATUS_CODES = Object.keys(ORDER_STATUSES) as OrderStatus[];

/** All reasons that qualify an order's status. */
export const ORDER_REASONS = [
  'expired',
  'superseded',
  'abandoned',
  'refunded',
  'refunding',
  'underpaid',
  'overpaid',
  'late',
  'risk',
  'rail_off',
  'no_fast_transfer',
  'over_limit',
  'reserve_short',
  'payout_refused',
  'payout_unknown',
  'no_tries_left',
  'reversed',
  'voucher_refused',
  'voucher_unknown',
] as const;

/** Reason of an order's status. */
export type OrderReason = (typeof ORDER_REASONS)[number];

/** All kinds of orders. */
export const ORDER_KINDS = ['buy', 'sell', 'ex'] as const;

/** Kind of an order: `buy` dong → currency, `sell` currency → dong, `ex` currency → currency. */
export type OrderKind = (typeof ORDER_KINDS)[number];

/** All actions that a caller may take on an order. */
export const ORDER_ACTIONS = ['cancel', 'acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund', 'submitVoucher', 'review'] as const;

/** An action on an order. */
export type OrderAction = (typeof ORDER_ACTIONS)[number];
