import { readWatermarks } from '@quydoi/database/repositories/cursors';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentById, readPaymentsOf, readUnconfirmedBefore, readUnplacedPayments } from '@quydoi/database/repositories/payments';
import type { Change } from '@quydoi/domain/change';
import { decideDropped, decideUnconfirmed } from '@quydoi/domain/order/decisions/decide-unconfirmed';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { readLeasedOrder } from '../orders/leased-order.ts';
import { polledSources } from './polled-sources.ts';
import { silentSources } from './source-outage.ts';

const BATCH_SIZE = 100;
const NEVER_READ = new Date(0);
const PLACING = { before: 'unconfirmed.before-write', after: 'unconfirmed.after-write' } as const;
const DROPPING = { before: 'drop.before-write', after: 'drop.after-write' } as const;

/** Places unconfirmed payments with their orders, which then show them as pending. */
export async function placeUnconfirmedPayments(ctx: Ctx): Promise<boolean> {
  const place = async (payment: Payment) => {
    const order = await readLeasedOrder(ctx, payment);
    return order && decideUnconfirmed(payment, order, decisionContext(ctx, 'system', `payment:${payment.id}`));
  };
  const unplaced = await readUnplacedPayments(ctx.orm, BATCH_SIZE);
  await forEachIsolated(
    ctx,
    unplaced.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime()),
    'unconfirmed payment not placed',
    (first) =>
      decideAndApply(
        ctx,
        startingFrom(first, () => readPaymentById(ctx.orm, first.id)),
        place,
        { checkpoints: PLACING },
      ),
    { fieldsOf },
  );
  return false;
}

/** Drops unconfirmed payments that are missing from the irreversible blocks read past the time at which they were paid, and at which we first saw them. */
export async function dropMissingPayments(ctx: Ctx): Promise<boolean> {
  const watermarks = await readWatermarks(ctx.orm, silentSources(await ctx.settings()));
  const moments = polledSources(ctx).flatMap(({ network, source }) => {
    const watermark = watermarks.get(network);
    return source.kind === 'head' && watermark ? [{ network, moment: new Date(watermark.getTime() - source.dropAfterMs) }] : [];
  });
  await forEachIsolated(
    ctx,
    await readUnconfirmedBefore(ctx.orm, moments, BATCH_SIZE),
    'missing payment not dropped',
    (first) =>
      decideAndApply(
        ctx,
        startingFrom(first, () => readPaymentById(ctx.orm, first.id)),
        (payment) => dropped(ctx, payment, watermarks.get(payment.network) ?? NEVER_READ),
        { checkpoints: DROPPING },
      ),
    { fieldsOf },
  );
  return false;
}

async function dropped(ctx: Ctx, payment: Payment, watermark: Date): Promise<Change | null> {
  const order = payment.orderId === null ? null : await readOrderById(ctx.orm, payment.orderId);
  const unconfirmed = order ? (await readPaymentsOf(ctx.orm, order.id)).filter(({ state }) => state === 'unconfirmed') : [];
  return decideDropped(payment, order, unconfirmed.length <= 1, watermark, decisionContext(ctx, 'system', `payment:${payment.id}`));
}

function fieldsOf({ id }: Payment): object {
  return { payment: id };
}
