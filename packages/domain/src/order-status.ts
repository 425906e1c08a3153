/** Badge colour of a status. */
export type Badge = 'red' | 'yellow' | 'blue' | 'green' | 'none';

/** Facts about one order status. */
interface StatusFacts {
  readonly badge: Badge;
  /** Terminal: left only through a late payment, a payout or refund that the provider returned, or an operator's decision. */
  readonly final: boolean;
}

/**
 * All order statuses, in the sequence that a typical order passes through. The spellings are those of the public API. `pending`: awaits payment.
 * `verifying_transaction`: a payment is unconfirmed, differs from the order, or is a risk. `paid`: the payout has not started. `delivering`: the
 * payout is queued or sent. `waitingotp`: the provider asks an operator for a code. `retry_scheduled`: the next attempt has a time. `handmake`: an
 * operator makes the payout. `error`: the payout failed, an operator decides. `ERROR_EVOUCHER`: a voucher could not be redeemed. `delivered`: the
 * payout is proven by the provider's records, or recorded by an operator. `cancelled`: expired, replaced, withdrawn or refunded, by its reason.
 * `forged`: the payment proved false.
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
  /** `cancelled`: no money came before the deadline. */
  'expired',
  /** `cancelled`: replaced by a newer order of the same subject. */
  'superseded',
  /** `cancelled`: withdrawn by the customer. */
  'abandoned',
  /** `cancelled`: the balance that was to pay the order was lower than its price. */
  'balance_short',
  /** `cancelled`: all money of the order has been refunded. */
  'refunded',
  /** A refund of the order's money is under way. */
  'refunding',
  /** View of `refunding` while the refund waits for an operator's approval. Never stored: the order keeps `refunding`. */
  'refund_review',
  /** `verifying_transaction`: less than the amount to pay came in. */
  'underpaid',
  /** `verifying_transaction`: more than the amount to pay came in. */
  'overpaid',
  /** `verifying_transaction`: the payment came after the deadline, or in time but the order's released hold could not be taken again. */
  'late',
  /** `verifying_transaction`: an operator checks the payment, e.g. because its payer is not the declared one. */
  'risk',
  /** `handmake`: operators have switched the payout's network off. */
  'rail_off',
  /** `handmake`: no fast transfer reaches the destination's bank. */
  'no_fast_transfer',
  /** `handmake`: the amount is below the minimum of one transfer, or needs more than 20 transfers. */
  'over_limit',
  /** `handmake`: the reserve cannot cover the payout. */
  'reserve_short',
  /** `error`: the provider or the signer's validation refused the payout. */
  'payout_refused',
  /** `error`: the provider's records do not show whether the payout was made. */
  'payout_unknown',
  /** `error`: the payout was certainly not made, and its retries are used up. */
  'no_tries_left',
  /** `error`: the provider reversed a settled payout. */
  'reversed',
  /** `ERROR_EVOUCHER`: the issuer refused the voucher. */
  'voucher_refused',
  /** `ERROR_EVOUCHER`: unclear whether the voucher was redeemed. */
  'voucher_unknown',
] as const;

/** Reason of an order's status. */
export type OrderReason = (typeof ORDER_REASONS)[number];

/** All kinds of orders. */
export const ORDER_KINDS = ['buy', 'sell', 'ex'] as const;

/** Kind of an order: `buy` dong → currency, `sell` currency → dong, `ex` currency → currency. */
export type OrderKind = (typeof ORDER_KINDS)[number];

/** All actions that a caller may take on an order. */
export const ORDER_ACTIONS = [
  /** Cancels an order that has not been paid. */
  'cancel',
  /** Accepts the offered terms for the amount that was paid instead of the ordered amount. */
  'acceptRecalculation',
  /** Pays the missing rest of an underpaid order. The call itself changes nothing; the payment does. */
  'topUp',
  /** Delivers an overpaid order as ordered and refunds the excess. */
  'refundExcess',
  /** Gives up the order and refunds all money paid for it. */
  'requestRefund',
  /** Submits the e-voucher that pays the order. */
  'submitVoucher',
  /** Reviews a delivered order. */
  'review',
] as const;

/** An action on an order. */
export type OrderAction = (typeof ORDER_ACTIONS)[number];
