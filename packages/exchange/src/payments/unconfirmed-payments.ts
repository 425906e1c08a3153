import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPayment, readPaymentsOf, readRailCursor, readUnconfirmedBefore, readUnplacedPayments } from '@quydoi/database/repositories/payments';
import type { Change } from '@quydoi/domain/change';
import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import type { NetworkCode } from '@quydoi/domain/networks';
import { decideDropped, decideUnconfirmed } from '@quydoi/domain/order/decide-unconfirmed';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { CheckpointName } from '../checkpoints.ts';
import { type Ctx, decisionContext } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { readLeasedOrder } from './leased-order.ts';

const AT_ONCE = 100;
const TRIES_MAX = 8;

/** Tells orders of payments that are seen and not final yet. One that fails holds up nobody. */
export async function placeUnconfirmedPayments(ctx: Ctx): Promise<boolean> {
  for (const payment of await readUnplacedPayments(ctx.orm, AT_ONCE)) {
    await settle(ctx, payment, 'unconfirmed', async (current) => {
      const order = await readLeasedOrder(ctx, current);
      return order && decideUnconfirmed(current, order, decisionContext(ctx, 'system', `payment:${current.id}`));
    });
  }
  return false;
}

/** Gives up on seen payments that the chain's irreversible side has passed without them, by `afterMs` of the chain's own clock. */
export async function dropMissingPayments(ctx: Ctx, rail: NetworkCode, afterMs = DROPPED_AFTER_SECONDS * 1000): Promise<boolean> {
  const readThrough = (await readRailCursor(ctx.orm, rail, 'deposits'))?.readThrough;
  if (!readThrough) return false;
  const before = new Date(readThrough.getTime() - afterMs);
  for (const payment of await readUnconfirmedBefore(ctx.orm, rail, before, AT_ONCE)) {
    await settle(ctx, payment, 'drop', (current) => decideDroppedOf(ctx, current, readThrough));
  }
  return false;
}

async function decideDroppedOf(ctx: Ctx, payment: Payment, readThrough: Date): Promise<Change | null> {
  const order = payment.orderId === null ? null : await readOrderById(ctx.orm, payment.orderId);
  const seen = order ? (await readPaymentsOf(ctx.orm, order.id)).filter(({ state }) => state === 'unconfirmed') : [];
  return decideDropped(payment, order, seen.length <= 1, readThrough, decisionContext(ctx, 'system', `payment:${payment.id}`));
}

/** Decides and writes; again from the reading when somebody was faster. */
async function settle(ctx: Ctx, first: Payment, name: 'unconfirmed' | 'drop', decide: (payment: Payment) => Promise<Change | null>): Promise<void> {
  try {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const payment = tries === 1 ? first : await readPayment(ctx.orm, first);
      const change = payment && (await decide(payment));
      if (!change || (await isWritten(ctx, change, `${name}.before-write`, `${name}.after-write`))) return;
    }
  } catch (error) {
    ctx.logger.error({ payment: first.id, error: describeError(error) }, 'seen payment not handled');
  }
}

async function isWritten(ctx: Ctx, change: Change, before: CheckpointName, after: CheckpointName): Promise<boolean> {
  await ctx.checkpoint(before);
  try {
    await applyChanges(ctx.orm, [change], ctx.clock.now());
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
  await ctx.checkpoint(after);
  return true;
}
