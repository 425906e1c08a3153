import { readLeaseAt } from '@quydoi/database/repositories/leases';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { CLOCK_SKEW_SECONDS } from '@quydoi/domain/constants';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/**
 * Finds the order that leased the payment's address at block time: the latest lease started by then. A block dated before any lease of the address
 * tells nothing, so the arrival decides. Null when the address had no lease.
 */
export async function readLeasedOrder(ctx: Ctx, { account, paidAt, recordedAt }: Payment): Promise<Order | null> {
  const lease =
    (await readLeaseAt(ctx.orm, account, new Date(paidAt.getTime() + CLOCK_SKEW_SECONDS * 1000))) ??
    (await readLeaseAt(ctx.orm, account, recordedAt));
  return lease && readOrderById(ctx.orm, lease.orderId);
}
