import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import { readOrder } from '@quydoi/database/repositories/orders';
import { RECALCULATION_TTL_SECONDS } from '@quydoi/domain/constants';
import { actionsOf, hasDecision } from '@quydoi/domain/order/actions';
import type { Order } from '@quydoi/domain/order/order';
import type { OrderAction } from '@quydoi/domain/order-status';
import { formatRate } from '@quydoi/domain/price/rate';
import type { Ctx } from '../context.ts';
import { refundShareOf } from '../market/refund-share.ts';
import { type OrderAccessDeps, readAccess } from '../orders/get-order.ts';
import { offeredRates, offerOf, priceRefusal, recalculationAt } from '../orders/recalculation.ts';

/** Reads a customer's options for an order with a payment mismatch, at current prices. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
export async function readDecision(ctx: Ctx, deps: OrderAccessDeps, caller: Caller, input: { readonly ref: string }): Promise<MismatchOptionsView> {
  const order = await readOrder(ctx.orm, input.ref.toUpperCase());
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const actions = actionsOf(order, await readAccess(ctx, order, caller, deps), ctx.clock.now());
  if (!hasDecision(actions)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const settings = await ctx.settings();
  const isPriceValid = priceRefusal(settings, order, ctx.clock.now()) === null;
  const allows = (action: OrderAction) => actions.includes(action);
  const excess = allows('refundExcess') ? order.amountPaid - order.amountSent : null;
  return {
    missing: allows('topUp') ? order.amountSent - order.amountPaid : null,
    excess,
    ...(await recalculationView(ctx, order)),
    refund: allows('requestRefund') ? refundShareOf(settings, order, order.amountPaid, null) : null,
    excessRefund: excess === null || !isPriceValid ? null : refundShareOf(settings, order, excess, null),
  };
}

async function recalculationView(ctx: Ctx, order: Order): Promise<Pick<MismatchOptionsView, 'recalculation' | 'recalculationRefusal'>> {
  const now = ctx.clock.now();
  const rates = offeredRates(await ctx.settings(), order, now);
  const offered = rates === null ? { refusal: new AppError('MAINTENANCE') } : await recalculationAt(ctx, order, rates);
  if ('refusal' in offered) return { recalculation: null, recalculationRefusal: offered.refusal.code };
  const { quantity, amountSent, amountReceived, feeExchange, discount, cashFee, rate, rateVersion, excessQuantity, excessRateVersion } =
    offered.terms;
  return {
    recalculation: {
      offer: offerOf({ own: rateVersion, excess: excessRateVersion }, order),
      quantity,
      amountSent,
      amountReceived,
      feeExchange,
      discount,
      cashFee,
      rate: formatRate(rate),
      rateVersion,
      newRatePart:
        excessRateVersion === null || offered.excessRate === null || excessQuantity === 0n
          ? null
          : { quantity: excessQuantity, rate: formatRate(offered.excessRate), rateVersion: excessRateVersion },
      expiresAt: new Date(now.getTime() + RECALCULATION_TTL_SECONDS * 1000),
    },
    recalculationRefusal: null,
  };
}
