import { readOrderById, readOrdersTimedOut } from '@quydoi/database/views/orders';
import { readRailCursor } from '@quydoi/database/views/payments';
import { decideTimeOver } from '@quydoi/domain/order/decide-end';
import type { RailCode } from '@quydoi/domain/rails';
import { type Ctx, deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';

const AT_ONCE = 100;

/** Ends orders whose timer is over, as soon as their rail has been read far enough to know that nobody paid. */
export async function endTimedOutOrders(ctx: Ctx): Promise<boolean> {
  const orders = await readOrdersTimedOut(ctx.orm, ctx.clock.now(), AT_ONCE);
  let ended = 0;
  for (const { id, payInRail } of orders) {
    const readThrough = await readThroughOf(ctx, payInRail);
    const change = await decideAndApply(
      ctx,
      () => readOrderById(ctx.orm, id),
      (order) => decideTimeOver(order, readThrough, deciding(ctx, 'system', 'timer')),
    );
    if (change) ended += 1;
  }
  return orders.length === AT_ONCE && ended > 0;
}

async function readThroughOf(ctx: Ctx, rail: RailCode): Promise<Date> {
  return (await readRailCursor(ctx.orm, rail))?.readThrough ?? new Date(0);
}
