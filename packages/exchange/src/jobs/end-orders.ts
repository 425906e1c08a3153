import { readWatermarks } from '@quydoi/database/repositories/cursors';
import { readOrderById, readOrdersTimedOut } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { EXPIRY_GRACE_SECONDS } from '@quydoi/domain/constants';
import type { NetworkCode } from '@quydoi/domain/networks';
import { decideExpiry } from '@quydoi/domain/order/decisions/decide-expiry';
import type { Order } from '@quydoi/domain/order/order';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { isDueAgain } from '../due-again.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { silentSources } from '../payments/source-outage.ts';
import { readRefsToldByWebhooks } from '../payments/told-by-webhooks.ts';
import { NEVER_STOPPED } from '../process-due.ts';
import { isVoucherOnItsWay } from '../vouchers/voucher-on-its-way.ts';

const BATCH_SIZE = 100;
const CONCURRENCY = 4;
const NEVER_READ = new Date(0);
const REPORT_MS = 60_000;

/**
 * Expires orders past their deadline, once their network has been read beyond it, so that no payment is missed, and unless a webhook tells of a payment
 * that is not listed yet. Orders that cannot be ended are passed over and reported.
 */
export async function endTimedOutOrders(ctx: Ctx, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  const watermarks = await readWatermarks(ctx.orm, silentSources(await ctx.settings()));
  const endedBefore = new Map(
    [...watermarks].map(([network, moment]) => [network, new Date(moment.getTime() - EXPIRY_GRACE_SECONDS * 1000)] as const),
  );
  const told = new Map<NetworkCode, ReadonlySet<string>>();
  let passed = 0;
  const stuck: string[] = [];
  while (!stopped.aborted) {
    const orders = await readOrdersTimedOut(ctx.orm, ctx.clock.now(), endedBefore, BATCH_SIZE, passed);
    // Of networks with such orders alone: there may be many webhooks, and each look verifies them.
    for (const { status, payInNetwork } of orders) {
      if (status === 'pending' && !told.has(payInNetwork)) told.set(payInNetwork, await readRefsToldByWebhooks(ctx, payInNetwork));
    }
    const isTold = ({ ref, status, payInNetwork }: Order) => status === 'pending' && told.get(payInNetwork)?.has(ref);
    let ended = 0;
    await forEachIsolated(
      ctx,
      orders,
      'order not ended',
      async (order) => {
        if (isTold(order)) return;
        if (await endOrder(ctx, order, watermarks.get(order.payInNetwork) ?? NEVER_READ)) ended += 1;
        else stuck.push(order.id);
      },
      { concurrency: CONCURRENCY, stopped, fieldsOf: ({ id }) => ({ order: id }) },
    );
    passed += orders.length - ended;
    if (orders.length < BATCH_SIZE) break;
  }
  if (stuck.length > 0 && isDueAgain(ctx, 'orders not ended', REPORT_MS)) {
    ctx.logger.error({ orders: stuck.length, first: stuck[0] }, 'orders past their timer cannot be ended');
  }
  return false;
}

/** @returns whether the order's timer has been ended, or a concurrent change has taken it over */
async function endOrder(ctx: Ctx, first: Order, watermark: Date): Promise<boolean> {
  if (await isVoucherOnItsWay(ctx, first)) return false;
  let version = first.version;
  const change = await decideAndApply(
    ctx,
    async () => {
      const order = await readOrderById(ctx.orm, first.id);
      version = order?.version ?? version;
      // Read after the order: a payment recorded concurrently changes the order's version and so causes a conflict.
      return order && { order, payments: await readPaymentsOf(ctx.orm, first.id) };
    },
    ({ order, payments }) => decideExpiry(order, payments, watermark, decisionContext(ctx, 'system', 'timer')),
  );
  return change !== null || version !== first.version;
}
