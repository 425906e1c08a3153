import type { OrderEventCode } from '@quydoi/domain/order/event';

const BY_PAYMENT = ['system payment', 'system claim', 'operator attachPayment'];
const BY_PAYOUT = ['system payout'];
/** What an operator decides about a payment or a risk may pay an order, as a customer's decision about a mismatch may. */
const PAID = [...BY_PAYMENT, 'customer request', 'operator clearRisk'];
const REFUND_DECIDED = ['customer request', 'operator refundOrder', 'operator refundPayment', 'operator resolveError'];

/** The actors and causes that each entry of an order's log may have: a use case by its name, a record by its kind. */
export const EVENT_CAUSES: Readonly<Record<OrderEventCode, readonly string[]>> = {
  created: ['customer createOrder'],
  payment_unconfirmed: ['system payment'],
  payment_confirmed: BY_PAYMENT,
  payment_mismatch: [...BY_PAYMENT, 'operator clearRisk'],
  paid: PAID,
  // An order that waits for an unconfirmed payment expires when that is dropped.
  expired: ['system timer', 'system payment'],
  abandoned: ['customer request'],
  superseded: ['customer request'],
  balance_short: ['system chargeOrders'],
  payout_started: ['system startPayouts', 'operator resolveError'],
  payout_sent: BY_PAYOUT,
  payout_unknown: BY_PAYOUT,
  payout_retry: BY_PAYOUT,
  payout_failed: [...BY_PAYOUT, 'operator refusePayout'],
  payout_by_hand: ['system startPayouts', 'operator resolveError'],
  delivered: ['system payout', 'operator recordManualPayout', 'operator resolveError'],
  operator_resolved: ['operator resolveError', 'operator recordManualPayout'],
  extra_payment: BY_PAYMENT,
  wrong_payment: ['system payment', 'system claim'],
  payment_dropped: ['system payment'],
  payment_forged: ['operator markForged'],
  risk_cleared: ['operator clearRisk'],
  recalculated: PAID,
  payout_part: ['system payout', 'operator recordManualPayout'],
  payout_otp: BY_PAYOUT,
  payout_reversed: BY_PAYOUT,
  refund_started: REFUND_DECIDED,
  refund_failed: [...BY_PAYOUT, 'operator refusePayout'],
  refunded: ['system payout', 'operator recordManualPayout', ...REFUND_DECIDED],
  claim_received: ['customer claim'],
  claim_found: ['operator answerClaim'],
  claim_not_found: ['operator answerClaim'],
  claim_more_needed: ['operator answerClaim'],
  voucher_accepted: ['system voucher'],
  voucher_refused: ['system voucher'],
  voucher_unknown: ['system voucher'],
};
