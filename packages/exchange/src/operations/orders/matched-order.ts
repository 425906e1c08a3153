import { AppError } from '@quydoi/contract/errors';
import { readOrder } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../../context.ts';

/** Reads an order with its matched payments. Error: ORDER_NOT_FOUND. */
export async function readMatched(ctx: Ctx, ref: string): Promise<{ order: Order; payments: Payment[] }> {
  const order = await readOrder(ctx.orm, ref);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const payments = await readPaymentsOf(ctx.orm, order.id);
  return { order, payments: payments.filter(({ state }) => state === 'matched') };
}
