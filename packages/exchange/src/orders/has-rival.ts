import { readRivals } from '@quydoi/database/repositories/rivals';
import { sendersNamedBy } from '@quydoi/domain/claim/rank-payments';
import { CLOCK_SKEW_SECONDS, LATE_PAYMENT_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { isOwnUse } from '../first-hand-records.ts';

/**
 * Whether a payment that names no order could be meant for another customer's order as well as for this one, which it fits by amount and declared
 * sender: one of the same amount that was made up to 48 hours before, for which no other payment was used. Anybody can declare another's account. Where
 * the network tells the payer, only who declared that payer is a rival; where a text does, who declared nobody is one too.
 */
export async function hasRival(ctx: Ctx, order: Order, payment: Payment): Promise<boolean> {
  const isPayerTold = payment.payer !== null && payment.payer === order.sender;
  const paidMs = payment.paidAt.getTime();
  const rivals = await readRivals(ctx.orm, order, payment, {
    senders: isPayerTold && payment.payer !== null ? [payment.payer] : sendersNamedBy(payment),
    withUndeclared: !isPayerTold,
    from: new Date(paidMs - LATE_PAYMENT_HOURS * HOUR_MS),
    until: new Date(paidMs + CLOCK_SKEW_SECONDS * 1000),
  });
  const paid = new Set(rivals.flatMap(({ id, use }) => (use && isOwnUse(ctx, use) && use.paymentId !== payment.id ? [id] : [])));
  return rivals.some(({ id }) => !paid.has(id));
}
