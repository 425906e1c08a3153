import { readOrderById, readOrdersPaid } from '@quydoi/database/repositories/orders';
import type { NetworkCode } from '@quydoi/domain/networks';
import { keepsOrdersPaid } from '@quydoi/domain/operations/suspension';
import { decideManualPayout, decideStartPayout } from '@quydoi/domain/order/decisions/decide-payout';
import type { Order } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isSwitchedOn } from '../market/abilities.ts';
import { manualPayoutReason } from './manual-payout-reason.ts';

const BATCH_SIZE = 100;
/** Orders whose payouts are started concurrently. */
const CONCURRENCY = 4;

/** Starts payouts of paid orders: queues a payout for the signer, or assigns it to an operator when it cannot be automatic. Failures are isolated per order. */
export async function startPayouts(ctx: Ctx): Promise<boolean> {
  const settings = await ctx.settings();
  const orders = await readOrdersPaid(ctx.orm, BATCH_SIZE, networksAwaited(settings));
  await forEachIsolated(ctx, orders, 'payout not started', (order) => startPayout(ctx, settings, order), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ order: id }),
  });
  return orders.length === BATCH_SIZE;
}

/** Suspended networks whose orders stay `paid` and are paid out when the suspension ends. Excludes networks that an operator has switched off. */
function networksAwaited(settings: Settings): NetworkCode[] {
  return settings.suspensions.filter((one) => keepsOrdersPaid(one) && isSwitchedOn(settings, one.network)).map(({ network }) => network);
}

async function startPayout(ctx: Ctx, settings: Settings, first: Order): Promise<void> {
  const decisionCtx = decisionContext(ctx, 'system', 'startPayouts');
  await ctx.checkpoint('start-payout.before-write');
  await decideAndApply(
    ctx,
    startingFrom(first, () => readOrderById(ctx.orm, first.id)),
    (order) => {
      if (order.status !== 'paid') return null;
      const reason = manualPayoutReason(order, settings);
      return reason === null ? decideStartPayout(order, 1, decisionCtx) : decideManualPayout(order, reason, decisionCtx);
    },
  );
  await ctx.checkpoint('start-payout.after-write');
}
