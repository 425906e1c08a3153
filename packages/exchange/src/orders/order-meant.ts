import { readFirstHandPayments } from '@quydoi/database/repositories/first-hand';
import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readPaymentUsesOf } from '@quydoi/database/repositories/payment-uses';
import { missesPayment } from '@quydoi/domain/claim/can-claim';
import { refsInMemo } from '@quydoi/domain/memo';
import { leasesAddresses } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { isOwnUse } from '../first-hand-records.ts';
import { isPaidAs, readLeasedOrder } from './leased-order.ts';
import { readOrderByVoucher } from './order-by-voucher.ts';

/**
 * The other order that a payment is meant for, if that one still misses money or the signer has taken no other payment for it; null when there is none,
 * or when the given order is meant as well. By the lease of the payment's address, by the voucher that brought it, or
 * by what its memo names.
 * @param memos all that sources have told as the payment's memo
 * @param isBelieved whether an order counts: a role's database login can add orders
 */
export async function readOtherOrderMeant(
  ctx: Ctx,
  order: Pick<Order, 'id'>,
  payment: Payment,
  memos: readonly string[],
  isBelieved: (meant: Order) => boolean = () => true,
): Promise<Order | null> {
  const meant = (await readOrdersMeant(ctx, payment, memos)).filter(isBelieved);
  if (meant.some(({ id }) => id === order.id)) return null;
  const uses = await readPaymentUsesOf(
    ctx.orm,
    meant.map(({ id }) => id),
  );
  const paid = new Set(uses.flatMap((use) => (use.paymentId !== payment.id && isOwnUse(ctx, use) ? [use.orderId] : [])));
  return meant.find((one) => missesPayment(one) || !paid.has(one.id)) ?? null;
}

/** All that the journal and the signer's readings tell as a payment's memo, for operators. Forged readings count here. */
export async function readMemosOf({ orm }: Pick<Ctx, 'orm'>, payment: Payment): Promise<string[]> {
  const readings = await readFirstHandPayments(orm, [payment]);
  return [payment.memo, ...readings.flatMap(({ journalledAs, memo }) => (journalledAs === null || journalledAs === payment.id ? [memo] : []))];
}

async function readOrdersMeant(ctx: Ctx, payment: Payment, memos: readonly string[]): Promise<Order[]> {
  if (leasesAddresses(payment.network)) {
    const leased = await readLeasedOrder(ctx, payment);
    return leased ? [leased] : [];
  }
  const paidByVoucher = await readOrderByVoucher(ctx, payment);
  if (paidByVoucher) return [paidByVoucher];
  const named = await readOrdersByRef(ctx.orm, [...new Set(memos.flatMap(refsInMemo))]);
  return named.filter((one) => isPaidAs(one, payment));
}
