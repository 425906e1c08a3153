import { readRateEnd, readRatesSince, readRateVersion } from '@quydoi/database/repositories/rates';
import { lastLateAt, latePricedFrom, rejectLatePrice } from '@quydoi/domain/order/late-price';
import type { Order } from '@quydoi/domain/order/order';
import type { ExcessRate, OperatorRates } from '@quydoi/domain/order/validation/validate-terms';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { isRateOf, rateOfTrade, termsOf } from '../../market/trade.ts';
import { orderDiscount } from '../../orders/coupon.ts';
import { isRateAllowed } from '../is-rate-allowed.ts';
import type { SignerCtx } from '../signer.ts';

/** Reads the rates that an order was priced at, as operators set them; null when a version is none of this trade. */
export async function readOperatorRates(ctx: SignerCtx, order: Order): Promise<OperatorRates | null> {
  const [own, excess, discount] = await Promise.all([
    readRate(ctx, order, order.rateVersion),
    order.excessRateVersion === null ? null : readRate(ctx, order, order.excessRateVersion),
    orderDiscount(ctx, order),
  ]);
  if (!own || (order.excessRateVersion !== null && !excess)) return null;
  return { rate: own.rate, fee: own.fee, rateReplacedAt: own.replacedAt, excess, discount };
}

/** Whether the rates that an order was priced at are such as operators may set. */
export async function areRatesAllowed(ctx: SignerCtx, { rateVersion, excessRateVersion }: Order): Promise<boolean> {
  return (await isRateAllowed(ctx, rateVersion)) && (excessRateVersion === null || (await isRateAllowed(ctx, excessRateVersion)));
}

async function readRate(ctx: SignerCtx, order: Order, version: number): Promise<ExcessRate | null> {
  const [rate, replacedAt] = await Promise.all([readRateVersion(ctx.orm, version), readRateEnd(ctx.orm, rateOfTrade(order), version)]);
  if (!rate || !isRateOf(rate, order)) return null;
  return { ...termsOf(order.kind, order.from, order.to, rate.value, order.cashFee), replacedAt };
}

/**
 * Rejects an order's price if money came late and no rate in force since then gave as much: other roles tell when an order became paid, and might
 * revive it at a rate of long ago.
 * @param payments the order's payments, at the times that the signer has read
 */
export async function rejectLatePriceOf(ctx: SignerCtx, order: Order, payments: readonly Payment[]): Promise<string | null> {
  const lateAt = lastLateAt(order, payments);
  if (lateAt === null) return null;
  const [rates, discount] = await Promise.all([readRatesSince(ctx.orm, rateOfTrade(order), latePricedFrom(lateAt)), orderDiscount(ctx, order)]);
  return rejectLatePrice(
    order,
    rates.map((rate) => ({ ...termsOf(order.kind, order.from, order.to, rate, order.cashFee), discount })),
  );
}
