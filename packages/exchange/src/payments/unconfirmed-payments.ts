import type { Orm } from '@quydoi/database/orm';
import { readWatermarks } from '@quydoi/database/repositories/cursors';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentById, readPaymentsOf, readUnconfirmedBefore, readUnplacedPayments } from '@quydoi/database/repositories/payments';
import type { Change } from '@quydoi/domain/change';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { decideDropped, decideUnconfirmed } from '@quydoi/domain/order/decisions/decide-unconfirmed';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { RailError } from '@quydoi/rails/rail-error';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { readLeasedOrder } from '../orders/leased-order.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { journalByReference } from './journal-by-reference.ts';
import { polledSources } from './polled-sources.ts';
import { OWN_TROUBLES } from './read-references.ts';
import { silentSources } from './source-outage.ts';

const BATCH_SIZE = 100;
const NEVER_READ = new Date(0);
/** Pause between questions for a missing payment: it is due again each second, and nodes answer so many calls a day. */
const ASK_AGAIN_MS = MINUTE_MS;
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

/**
 * Drops unconfirmed payments that are missing from the irreversible blocks read past the time at which they were paid, and at which we first saw them.
 * The blocks are the word of one node. Its nodes are therefore asked for the payment by its reference first: one that is there is journalled as final
 * instead, and none is dropped while no node can tell.
 */
export async function dropMissingPayments(ctx: Ctx): Promise<boolean> {
  const watermarks = await readWatermarks(ctx.orm, silentSources(await ctx.settings()));
  const moments = polledSources(ctx).flatMap(({ network, source }) => {
    const watermark = watermarks.get(network);
    return source.kind === 'head' && watermark ? [{ network, moment: new Date(watermark.getTime() - source.dropAfterMs) }] : [];
  });
  const nowMs = ctx.clock.now().getTime();
  const askedAgainMs = askedAgainOf(ctx.orm, nowMs);
  await forEachIsolated(
    ctx,
    await readUnconfirmedBefore(ctx.orm, moments, BATCH_SIZE),
    'missing payment not dropped',
    async (first) => {
      if (askedAgainMs.has(first.id) || askedAgainMs.has(first.network)) return;
      if (await isThere(ctx, first)) return void askedAgainMs.set(first.id, nowMs + ASK_AGAIN_MS);
      await decideAndApply(
        ctx,
        startingFrom(first, () => readPaymentById(ctx.orm, first.id)),
        (payment) => dropped(ctx, payment, watermarks.get(payment.network) ?? NEVER_READ),
        { checkpoints: DROPPING },
      );
    },
    {
      fieldsOf,
      async onError(payment, error) {
        if (!(error instanceof RailError)) throw error;
        const { network, reference } = payment;
        askedAgainMs.set(OWN_TROUBLES.includes(error.trouble) ? payment.id : network, nowMs + ASK_AGAIN_MS);
        await onRailTrouble(ctx, network, error.trouble, 'missing payment not dropped', {
          payment: payment.id,
          reason: describeRailError(error, [reference]),
        });
      },
    },
  );
  return false;
}

/** Whether a payment is in the irreversible blocks after all; it is then journalled. Without a node to ask, the blocks that were read suffice. */
async function isThere(ctx: Ctx, { network, account, reference }: Payment): Promise<boolean> {
  const found = (await journalByReference(ctx, network, reference)) ?? [];
  const isFound = found.some((fact) => fact.account === account && fact.reference === reference);
  if (isFound) ctx.logger.error({ network, reference }, 'the irreversible blocks lacked a payment, which its node tells by its reference');
  return isFound;
}

async function dropped(ctx: Ctx, payment: Payment, watermark: Date): Promise<Change | null> {
  const order = payment.orderId === null ? null : await readOrderById(ctx.orm, payment.orderId);
  const unconfirmed = order ? (await readPaymentsOf(ctx.orm, order.id)).filter(({ state }) => state === 'unconfirmed') : [];
  return decideDropped(payment, order, unconfirmed.length <= 1, watermark, decisionContext(ctx, 'system', `payment:${payment.id}`));
}

function fieldsOf({ id }: Payment): object {
  return { payment: id };
}

/** When payments, or whole networks, whose nodes could not tell are asked for again: by process, that is by database handle. */
const askedAgain = new WeakMap<Orm, Map<string, number>>();

function askedAgainOf(orm: Orm, nowMs: number): Map<string, number> {
  const kept = new Map([...(askedAgain.get(orm) ?? [])].filter(([, atMs]) => atMs > nowMs));
  askedAgain.set(orm, kept);
  return kept;
}
