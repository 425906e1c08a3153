import { readOrderById, readOrdersPaid } from '@quydoi/database/views/orders';
import { decideByHand, decideStartPayout } from '@quydoi/domain/order/decide-payout';
import type { Settings } from '@quydoi/domain/settings';
import { type Ctx, deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { describe } from '../jobs/sweep.ts';

const AT_ONCE = 100;

/** Sends paid orders on their way: a payout row for the signer, or a person when the rail is off. One that fails holds up nobody. */
export async function startPayouts(ctx: Ctx): Promise<boolean> {
  const orders = await readOrdersPaid(ctx.orm, AT_ONCE);
  const { rails } = await ctx.settings();
  for (const { id } of orders) {
    try {
      await startPayout(ctx, rails, id);
    } catch (error) {
      ctx.logger.error({ order: id, error: describe(error) }, 'payout not started');
    }
  }
  return orders.length === AT_ONCE;
}

async function startPayout(ctx: Ctx, rails: Settings['rails'], id: string): Promise<void> {
  const by = deciding(ctx, 'system', 'startPayouts');
  await ctx.checkpoint('start-payout.before-write');
  await decideAndApply(
    ctx,
    () => readOrderById(ctx.orm, id),
    (order) => {
      if (order.status !== 'paid') return null;
      return rails.get(order.payOutRail)?.on ? decideStartPayout(order, 1, by) : decideByHand(order, 'rail_off', by);
    },
  );
  await ctx.checkpoint('start-payout.after-write');
}
