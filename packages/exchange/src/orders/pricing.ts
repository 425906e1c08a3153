import { readRateVersion } from '@quydoi/database/repositories/rates';
import type { Order } from '@quydoi/domain/order/order';
import type { RepriceFacts } from '@quydoi/domain/order/reprice';
import type { DiscountedTerms } from '@quydoi/domain/price/discount';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { isPriced } from '../market/abilities.ts';
import { findTrade, isRateOf, type Trade, termsOf } from '../market/trade.ts';
import { orderDiscount } from './coupon.ts';

/** Restores the price terms of an order from its rate version; null when that version is not a rate of its trade. */
export async function pricingOf(ctx: Ctx, order: Order): Promise<RepriceFacts | null> {
  const rate = await readRateVersion(ctx.orm, order.rateVersion);
  if (rate === null || !isRateOf(rate, order)) return null;
  const { site } = await ctx.settings();
  const terms = { ...termsOf(order.kind, order.from, order.to, rate.value, order.cashFee), discount: await orderDiscount(ctx, order) };
  return { terms, rateVersion: order.rateVersion, fees: site };
}

/** The newest rate of an order's trade; null when there is none, or one of its currencies is off or has no price to trade at now. */
export function newestRateOf(settings: Settings, { kind, from, to, destinationBank }: Order): Pick<Trade, 'terms' | 'rateVersion'> | null {
  if (!isPriced(settings, from) || !isPriced(settings, to)) return null;
  const trade = findTrade(settings, [], { kind, from, to, bank: destinationBank });
  return 'terms' in trade ? trade : null;
}

/** Newest price terms of an order's trade, at the bank's fee and the discount that the order was priced with; null when there are none. */
export async function newestTermsOf(ctx: Ctx, order: Order): Promise<DiscountedTerms | null> {
  const newest = newestRateOf(await ctx.settings(), order);
  return newest && { ...newest.terms, bankFee: order.cashFee, discount: await orderDiscount(ctx, order) };
}
