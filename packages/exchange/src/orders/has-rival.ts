import { readRefsAlike, readRivals } from '@quydoi/database/repositories/rivals';
import { sendersNamedBy } from '@quydoi/domain/claim/rank-payments';
import { CLOCK_SKEW_SECONDS, LATE_PAYMENT_HOURS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { lettersAndDigits } from '@quydoi/domain/memo';
import { isNearlyNamed } from '@quydoi/domain/memo-distance';
import { periodOf } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { isNearlyDepositMemo } from '@quydoi/domain/wallet/deposit-memo';
import type { Ctx } from '../context.ts';
import { isOwnUse } from '../first-hand-records.ts';
import { isOwnerless } from './order-party.ts';

/**
 * Whether a payment that names no order, and fits this one by amount and declared sender, could be meant for another customer's order as well, or for
 * a balance, as its memo looks like a deposit's. A declared sender alone proves nothing, because anybody can declare another's account. A rival is
 * - an order of any amount, made within the 48 hours before the payment, that the memo nearly names;
 * - an order of the same amount, or that missed the same amount, made in that time, that declared this sender, or none, as swaps do: it may be paid
 *   from anywhere;
 * - any order of the same amount that was open when this one was made, if that was in the second or minute that the network tells of the payment:
 *   this order may have been made after the payment, by somebody who saw it.
 * Orders of the same amount that another payment was used for are no rivals.
 */
export async function hasRival(ctx: Ctx, order: Order, payment: Payment): Promise<boolean> {
  if (isNearlyDepositMemo(payment.memo)) return true;
  const isPayerTold = payment.payer !== null && payment.payer === order.sender;
  const paidMs = payment.paidAt.getTime();
  const period = periodOf(payment);
  const mayBeLater = order.createdAt >= period.from;
  const timerMs = order.expiresAt.getTime() - order.createdAt.getTime();
  const made = { from: new Date(paidMs - LATE_PAYMENT_HOURS * HOUR_MS), until: new Date(paidMs + CLOCK_SKEW_SECONDS * 1000) };
  const alike = await readRefsAlike(ctx.orm, order, lettersAndDigits(payment.memo), made);
  if (alike.some((ref) => isNearlyNamed(ref, payment.memo))) return true;
  const rivals = await readRivals(ctx.orm, { ...order, subject: ownSubjectOf(order) }, payment, {
    senders: isPayerTold && payment.payer !== null ? [payment.payer] : sendersNamedBy(payment),
    ...made,
    withAny: mayBeLater ? { from: new Date(period.from.getTime() - timerMs), until: period.until } : null,
  });
  const paid = new Set(rivals.flatMap(({ id, use }) => (use && isOwnUse(ctx, use) && use.paymentId !== payment.id ? [id] : [])));
  return rivals.some(({ id }) => !paid.has(id));
}

/**
 * The subject whose other orders are no rivals: its own, or those that pay to the same account from the same network. Vouchers go to whoever holds the
 * order's key, so that a network alone makes nobody their owner.
 */
function ownSubjectOf({ subject, to }: Order): string {
  return CURRENCIES[to].isVoucher && isOwnerless(subject) ? '' : subject;
}
