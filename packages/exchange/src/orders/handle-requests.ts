import type { ErrorCode } from '@quydoi/contract/errors';
import { readOrderById } from '@quydoi/database/views/orders';
import { closeOrderRequest, type OrderRequest, readOrderRequestsOpen } from '@quydoi/database/views/requests';
import { decideCancel } from '@quydoi/domain/order/decide-end';
import type { Order } from '@quydoi/domain/order/order';
import { type Ctx, deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { describe } from '../jobs/sweep.ts';

const AT_ONCE = 50;

/** Carries out what customers asked for, oldest first. Repeating one after a kill finds it done and says so. One that fails holds up nobody. */
export async function handleOrderRequests(ctx: Ctx): Promise<boolean> {
  const requests = await readOrderRequestsOpen(ctx.orm, AT_ONCE);
  for (const request of requests) {
    try {
      const refusal = await handle(ctx, request);
      await closeOrderRequest(ctx.orm, request.id, refusal, ctx.clock.now());
    } catch (error) {
      ctx.logger.error({ request: request.id, error: describe(error) }, 'request not handled');
    }
  }
  return requests.length === AT_ONCE;
}

async function handle(ctx: Ctx, request: OrderRequest): Promise<ErrorCode | null> {
  if (request.action !== 'cancel' && request.action !== 'supersede') return 'ORDER_ACTION_NOT_ALLOWED';
  const reason = request.action === 'cancel' ? 'abandoned' : 'superseded';
  const change = await decideAndApply(
    ctx,
    () => readOrderById(ctx.orm, request.orderId),
    (order) => (isUnpaid(order) ? decideCancel(order, reason, deciding(ctx, 'customer', `request:${request.id}`)) : null),
  );
  if (change) return null;
  const order = await readOrderById(ctx.orm, request.orderId);
  return order?.status === 'cancelled' ? null : 'ORDER_ACTION_NOT_ALLOWED';
}

function isUnpaid(order: Order): boolean {
  return order.status === 'pending' && order.amountPaid === 0n;
}
