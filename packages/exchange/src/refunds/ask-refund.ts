import { AppError } from '@quydoi/contract/errors';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { formatDecimal } from '@quydoi/domain/money';
import { decideRefund, decideRefundExcess, outstandingRefundOf, refundableOf } from '@quydoi/domain/order/decisions/decide-refund';
import type { Order } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { Ctx } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { type RefundAccount, refundTarget } from './refund-target.ts';

/** Part of the paid amount to refund: all of it, or the excess over the price. */
export type RefundPart = 'everything' | 'excess';

/**
 * Decides and writes a refund. `isAllowed` is evaluated on the order's state at the time of writing.
 * Errors: ORDER_ACTION_NOT_ALLOWED, QUANTITY_TOO_SMALL (nothing would be left after fees), RESERVE_BUSY (the refunding account is short).
 */
export async function startRefund(
  ctx: Ctx,
  orderId: string,
  part: RefundPart,
  to: RefundAccount,
  decisionCtx: DecisionContext,
  isAllowed: (order: Order, payouts: readonly Payout[]) => boolean,
): Promise<void> {
  const settings = await ctx.settings();
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readOrderAndPayouts(ctx, orderId),
      ({ order, payouts }) => (isAllowed(order, payouts) ? decide(settings, order, payouts, part, to, decisionCtx) : null),
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

function decide(
  settings: Settings,
  order: Order,
  payouts: readonly Payout[],
  part: RefundPart,
  to: RefundAccount,
  decisionCtx: DecisionContext,
): Change {
  const owed = outstandingRefundOf(order, payouts);
  const gross = part === 'everything' ? refundableOf(order) + owed : order.amountPaid - order.amountSent;
  const target = refundTarget(settings, order, gross, to, payouts);
  if (!target) throw tooSmall(order, gross);
  return part === 'everything' ? decideRefund(order, owed, target, decisionCtx) : decideRefundExcess(order, target, decisionCtx);
}

/** Reads an order, then its payouts. In this order a concurrent payout change is detected, because it also changes the order's version. */
export async function readOrderAndPayouts(ctx: Ctx, orderId: string): Promise<{ order: Order; payouts: Payout[] } | null> {
  const order = await readOrderById(ctx.orm, orderId);
  return order && { order, payouts: await readPayoutsOf(ctx.orm, order.id) };
}

/** Maps an overdraft during a write to RESERVE_BUSY. */
export async function orReserveBusy<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof OverdrawnError ? new AppError('RESERVE_BUSY') : error;
  }
}

/** QUANTITY_TOO_SMALL for a refund whose fees exceed its amount. */
export function tooSmall(order: Order, gross: bigint): AppError {
  return new AppError('QUANTITY_TOO_SMALL', { n: formatDecimal(gross, CURRENCIES[order.from].scale), code: order.from });
}
