import { readLeaseAt } from '@quydoi/database/repositories/leases';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { CHAIN_CLOCK_SKEW_SECONDS } from '@quydoi/domain/constants';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/** The order that had the payment's address when its block was made: the last lease that had begun by then. Null when none had. */
export async function readLeasedOrder(ctx: Ctx, payment: Payment): Promise<Order | null> {
  const lease = await readLeaseAt(ctx.orm, payment.account, new Date(payment.paidAt.getTime() + CHAIN_CLOCK_SKEW_SECONDS * 1000));
  return lease && readOrderById(ctx.orm, lease.orderId);
}
