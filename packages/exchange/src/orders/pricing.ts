import { readRateVersion } from '@quydoi/database/repositories/rates';
import type { Order } from '@quydoi/domain/order/order';
import type { RepriceFacts } from '@quydoi/domain/order/reprice';
import type { PriceTerms } from '@quydoi/domain/price/quote';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { isPriced } from '../market/abilities.ts';
import { findTrade, isRateOf, type Trade, termsOf } from '../market/trade.ts';

/** Restores the price terms of an order from its rate version; null when that version is not a rate of its trade. */
export async function pricingOf(ctx: Ctx, order: Order): Promise<RepriceFacts | null> {
  const rate = await readRateVersion(ctx.orm, order.rateVersion);
  if (rate === null || !isRateOf(rate, order)) return null;
  const { site } = await ctx.settings();
  return { terms: termsOf(order.kind, order.from, order.to, rate.value, order.cashFee), rateVersion: order.rateVersion, fees: site };
}

/** The newest rate of an order's trade; null when there is none, or one of its currencies is off or has no price to trade at now. */
export function newestRateOf(settings: Settings, { kind, from, to, destinationBank }: Order): Pick<Trade, 'terms' | 'rateVersion'> | null {
  if (!isPriced(settings, from) || !isPriced(settings, to)) return null;
  const trade = findTrade(settings, [], { kind, from, to, bank: destinationBank });
  return 'terms' in trade ? trade : null;
}

/** Newest price terms of an order's trade, at the bank's fee that the order was priced with; null when there are none. */
export function newestTermsOf(settings: Settings, order: Order): PriceTerms | null {
  const newest = newestRateOf(settings, order);
  return newest && { ...newest.terms, bankFee: order.cashFee };
}
