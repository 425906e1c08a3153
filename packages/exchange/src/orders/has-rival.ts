import { readRefsAlike, readRivals } from '@quydoi/database/repositories/rivals';
import { sendersNamedBy } from '@quydoi/domain/claim/rank-payments';
import { CLOCK_SKEW_SECONDS, LATE_PAYMENT_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { lettersAndDigits } from '@quydoi/domain/memo';
import { isNearlyNamed } from '@quydoi/domain/memo-distance';
import { periodOf } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { isOwnUse } from '../first-hand-records.ts';

/**
 * Whether a payment that names no order, and fits this one by amount and declared sender, could be meant for a rival as well: another customer's
 * order of the same amount, made within the 48 hours before the payment, that no other payment was used for. A declared sender alone proves nothing:
 * anybody can declare another's account. Orders that declared this sender are rivals, and those that declared none, as swaps do: they may be paid from
 * anywhere. An order of those 48 hours that the memo nearly names, with any amount, is one that was meant. An order of the very second or minute that the network tells of the payment may have
 * been made after it, by whoever saw it: then each order of the amount that was open then is a rival, whatever it declared.
 */
export async function hasRival(ctx: Ctx, order: Order, payment: Payment): Promise<boolean> {
  const isPayerTold = payment.payer !== null && payment.payer === order.sender;
  const paidMs = payment.paidAt.getTime();
  const period = periodOf(payment);
  const mayBeLater = order.createdAt >= period.from;
  const timerMs = order.expiresAt.getTime() - order.createdAt.getTime();
  const made = { from: new Date(paidMs - LATE_PAYMENT_HOURS * HOUR_MS), until: new Date(paidMs + CLOCK_SKEW_SECONDS * 1000) };
  const alike = await readRefsAlike(ctx.orm, order, lettersAndDigits(payment.memo), made);
  if (alike.some((ref) => isNearlyNamed(ref, payment.memo))) return true;
  const rivals = await readRivals(ctx.orm, order, payment, {
    senders: isPayerTold && payment.payer !== null ? [payment.payer] : sendersNamedBy(payment),
    ...made,
    withAny: mayBeLater ? { from: new Date(period.from.getTime() - timerMs), until: period.until } : null,
  });
  const paid = new Set(rivals.flatMap(({ id, use }) => (use && isOwnUse(ctx, use) && use.paymentId !== payment.id ? [id] : [])));
  return rivals.some(({ id }) => !paid.has(id));
}
