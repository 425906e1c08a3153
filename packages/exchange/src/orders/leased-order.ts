import { readLeaseAt } from '@quydoi/database/repositories/leases';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { SECOND_MS } from '@quydoi/domain/durations';
import { NETWORKS } from '@quydoi/domain/networks';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/**
 * Finds the order that a payment to a leased address is for. Null when the address had no lease, or its order is to be paid on another network or in
 * another currency: chains of one kind have the same addresses.
 */
export async function readLeasedOrder(ctx: Ctx, payment: Payment): Promise<Order | null> {
  const order = await readOrderAt(ctx, payment);
  return order && isPaidAs(order, payment) ? order : null;
}

/** Whether an order is to be paid on a payment's network and in its currency. */
export function isPaidAs(order: Order, { network, unit }: Payment): boolean {
  return order.payInNetwork === network && payInUnit(order) === unit;
}

/**
 * Finds the order that leased the payment's address at block time: the latest lease started by then. Null when none had started: a new database under
 * the seed of an old one leases addresses again that customers of the old one know.
 */
export async function readOrderAt(ctx: Ctx, { network, account, paidAt }: Payment): Promise<Order | null> {
  const { attribution } = NETWORKS[network];
  const antedatedMs = attribution.by === 'address' ? attribution.antedatedSecondsMax * SECOND_MS : 0;
  const lease = await readLeaseAt(ctx.orm, account, new Date(paidAt.getTime() + antedatedMs));
  return lease && readOrderById(ctx.orm, lease.orderId);
}
