import { readRivals } from '@quydoi/database/repositories/rivals';
import { sendersNamedBy } from '@quydoi/domain/claim/rank-payments';
import { CLOCK_SKEW_SECONDS, LATE_PAYMENT_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { periodOf } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { isOwnUse } from '../first-hand-records.ts';

/**
 * Whether a payment that names no order, and fits this one by amount and declared sender, could be meant for a rival as well: another customer's
 * order of the same amount, made within the 48 hours before the payment, that no other payment was used for. A declared sender alone proves nothing:
 * anybody can declare another's account. Where the network names the payer, only orders that declared this payer are rivals; where only the bank's
 * text names senders, orders that declared none are rivals too. An order of the very second or minute that the network tells of the payment may have
 * been made after it, by whoever saw it: then each order of the amount that was open then is a rival, whatever it declared.
 */
export async function hasRival(ctx: Ctx, order: Order, payment: Payment): Promise<boolean> {
  const isPayerTold = payment.payer !== null && payment.payer === order.sender;
  const paidMs = payment.paidAt.getTime();
  const period = periodOf(payment);
  const mayBeLater = order.createdAt >= period.from;
  const timerMs = order.expiresAt.getTime() - order.createdAt.getTime();
  const rivals = await readRivals(ctx.orm, order, payment, {
    senders: isPayerTold && payment.payer !== null ? [payment.payer] : sendersNamedBy(payment),
    withUndeclared: !isPayerTold,
    from: new Date(paidMs - LATE_PAYMENT_HOURS * HOUR_MS),
    until: new Date(paidMs + CLOCK_SKEW_SECONDS * 1000),
    withAny: mayBeLater ? { from: new Date(period.from.getTime() - timerMs), until: period.until } : null,
  });
  const paid = new Set(rivals.flatMap(({ id, use }) => (use && isOwnUse(ctx, use) && use.paymentId !== payment.id ? [id] : [])));
  return rivals.some(({ id }) => !paid.has(id));
}
