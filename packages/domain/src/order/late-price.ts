import { CLOCK_SKEW_SECONDS, RECALCULATION_TTL_SECONDS } from '../constants.ts';
import { type DiscountedTerms, largestOrderQuantity, orderPrice } from '../price/discount.ts';
import type { Payment } from '../transfer/payment.ts';
import { countedPayments } from './counted-payments.ts';
import { isInTime, paymentMadeAt } from './match.ts';
import type { Order } from './order.ts';

/**
 * Whether other terms give the customer at least as much for an order's price. Late money then goes on at the order's own terms: nobody gains by
 * waiting for a rate that moved against the exchange, and a customer who waited in vain is not asked about a price that is no worse.
 */
export function givesAtLeast(terms: DiscountedTerms, { amountSent, amountReceived }: Pick<Order, 'amountSent' | 'amountReceived'>): boolean {
  const received = terms.kind === 'buy' ? largestOrderQuantity(terms, amountSent) : orderPrice(terms, amountSent).amountReceived;
  return received >= amountReceived;
}

/** When the last of an order's late payments was made; null when all were made in time. */
export function lastLateAt(order: Order, payments: readonly Payment[]): Date | null {
  const late = countedPayments(order, payments).filter((payment) => !isInTime(payment, order));
  return late.length === 0 ? null : new Date(Math.max(...late.map((payment) => paymentMadeAt(payment, order).getTime())));
}

/**
 * A journalled payment at the time that the signer has read. It cannot have been recorded earlier than that, except by the tolerated clock skew: the
 * role that records payments is not trusted.
 */
export function datedAsRead(payment: Payment, paidAt: Date): Payment {
  const isBefore = payment.recordedAt.getTime() < paidAt.getTime() - CLOCK_SKEW_SECONDS * 1000;
  return { ...payment, paidAt, recordedAt: isBefore ? paidAt : payment.recordedAt };
}

/** Start of the period whose rates may price late money: an offer at a replaced rate stays valid for `RECALCULATION_TTL_SECONDS`. */
export function latePricedFrom(lateAt: Date): Date {
  return new Date(lateAt.getTime() - RECALCULATION_TTL_SECONDS * 1000);
}

/**
 * Rejects a price that late money was never promised: the order's terms must be no better than those of a rate in force since the money came.
 * Returns the rejection reason, or null.
 * @param inForce terms of the trade in force at any time since `latePricedFrom`; the order's own rate may be among them
 */
export function rejectLatePrice(order: Order, inForce: readonly DiscountedTerms[]): string | null {
  return inForce.some((terms) => givesAtLeast(terms, order)) ? null : 'late money is priced at a rate of before';
}
