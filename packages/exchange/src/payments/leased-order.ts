import { readLeaseAt } from '@quydoi/database/repositories/leases';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { CHAIN_CLOCK_SKEW_SECONDS } from '@quydoi/domain/constants';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/** Finds the order that leased the payment's address at block time: the latest lease started by then. Null when there was none. */
export async function readLeasedOrder(ctx: Ctx, payment: Payment): Promise<Order | null> {
  const lease = await readLeaseAt(ctx.orm, payment.account, new Date(payment.paidAt.getTime() + CHAIN_CLOCK_SKEW_SECONDS * 1000));
  return lease && readOrderById(ctx.orm, lease.orderId);
}
