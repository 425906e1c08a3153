import { readWatermarks } from '@quydoi/database/repositories/cursors';
import { readOrderById, readOrdersTimedOut } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { EXPIRY_GRACE_SECONDS } from '@quydoi/domain/constants';
import { decideExpiry } from '@quydoi/domain/order/decide-expiry';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { forEachIsolated } from '../for-each-isolated.ts';

const BATCH_SIZE = 100;
const CONCURRENCY = 4;
const NEVER_READ = new Date(0);

/** Expires orders past their deadline, once their network has been read beyond it, so that no payment is missed. */
export async function endTimedOutOrders(ctx: Ctx): Promise<boolean> {
  const watermarks = await readWatermarks(ctx.orm);
  const endedBefore = new Map(
    [...watermarks].map(([network, moment]) => [network, new Date(moment.getTime() - EXPIRY_GRACE_SECONDS * 1000)] as const),
  );
  const orders = await readOrdersTimedOut(ctx.orm, ctx.clock.now(), endedBefore, BATCH_SIZE);
  let ended = 0;
  await forEachIsolated(
    ctx,
    orders,
    'order not ended',
    async ({ id, payInNetwork }) => {
      if (await endOrder(ctx, id, watermarks.get(payInNetwork) ?? NEVER_READ)) ended += 1;
    },
    { concurrency: CONCURRENCY, fieldsOf: ({ id }) => ({ order: id }) },
  );
  return orders.length === BATCH_SIZE && ended > 0;
}

async function endOrder(ctx: Ctx, id: string, watermark: Date): Promise<boolean> {
  const change = await decideAndApply(
    ctx,
    async () => {
      const order = await readOrderById(ctx.orm, id);
      // Read after the order: a payment recorded concurrently changes the order's version and so causes a conflict.
      return order && { order, payments: await readPaymentsOf(ctx.orm, id) };
    },
    ({ order, payments }) => decideExpiry(order, payments, watermark, decisionContext(ctx, 'system', 'timer')),
  );
  return change !== null;
}
