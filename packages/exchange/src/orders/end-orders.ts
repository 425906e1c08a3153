import { readOrderById, readOrdersTimedOut } from '@quydoi/database/repositories/orders';
import { readPaymentsOf, readRailCursor } from '@quydoi/database/repositories/payments';
import { EXPIRY_GRACE_SECONDS } from '@quydoi/domain/constants';
import { leasesAddresses, NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import { decideTimeOver } from '@quydoi/domain/order/decide-end';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { describeError } from '../describe-error.ts';

const AT_ONCE = 100;
const NEVER_READ = new Date(0);

/** Ends orders whose timer is over, as soon as their rail has been read far enough to know that nobody paid. One that fails holds up nobody. */
export async function endTimedOutOrders(ctx: Ctx): Promise<boolean> {
  const readThrough = new Map(await Promise.all(NETWORK_CODES.map(async (rail) => [rail, await readThroughOf(ctx, rail)] as const)));
  const endedBefore = new Map([...readThrough].map(([rail, moment]) => [rail, new Date(moment.getTime() - EXPIRY_GRACE_SECONDS * 1000)] as const));
  const orders = await readOrdersTimedOut(ctx.orm, ctx.clock.now(), endedBefore, AT_ONCE);
  let ended = 0;
  for (const { id, payInRail } of orders) {
    try {
      if (await endOrder(ctx, id, readThrough.get(payInRail) ?? NEVER_READ)) ended += 1;
    } catch (error) {
      ctx.logger.error({ order: id, error: describeError(error) }, 'order not ended');
    }
  }
  return orders.length === AT_ONCE && ended > 0;
}

async function endOrder(ctx: Ctx, id: string, readThrough: Date): Promise<boolean> {
  const change = await decideAndApply(
    ctx,
    async () => {
      const order = await readOrderById(ctx.orm, id);
      // Read after the order: what is seen for it meanwhile changes its version.
      return order && { order, payments: await readPaymentsOf(ctx.orm, id) };
    },
    ({ order, payments }) => decideTimeOver(order, payments, readThrough, decisionContext(ctx, 'system', 'timer')),
  );
  return change !== null;
}

async function readThroughOf(ctx: Ctx, rail: NetworkCode): Promise<Date> {
  return (await readRailCursor(ctx.orm, rail, leasesAddresses(rail) ? 'deposits' : 'list'))?.readThrough ?? NEVER_READ;
}
