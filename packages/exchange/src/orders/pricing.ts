import { readRateVersion } from '@quydoi/database/repositories/settings';
import type { Order } from '@quydoi/domain/order/order';
import type { RepriceFacts } from '@quydoi/domain/order/reprice';
import type { Ctx } from '../context.ts';
import { isRateOf, termsOf } from '../market/trade.ts';

/** Restores the price terms of an order from its rate version; null when that version is not a rate of its trade. */
export async function pricingOf(ctx: Ctx, order: Order): Promise<RepriceFacts | null> {
  const rate = await readRateVersion(ctx.orm, order.rateVersion);
  if (rate === null || !isRateOf(rate, order)) return null;
  const { site } = await ctx.settings();
  return { terms: termsOf(order.kind, order.from, order.to, rate.value, order.cashFee), rateVersion: order.rateVersion, fees: site };
}
