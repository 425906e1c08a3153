import { readRateVersion, readReplacedAt } from '@quydoi/database/repositories/settings';
import type { Order } from '@quydoi/domain/order/order';
import type { ExcessRate, OperatorRates } from '@quydoi/domain/order/validate-terms';
import { isRateOf, rateKeyOf, termsOf } from '../../market/trade.ts';
import type { SignerCtx } from '../signer.ts';

/** Reads the rates that an order was priced at, as operators set them; null when a version is none of this trade. */
export async function readOperatorRates(ctx: SignerCtx, order: Order): Promise<OperatorRates | null> {
  const [own, excess] = await Promise.all([
    readRate(ctx, order, order.rateVersion),
    order.excessRateVersion === null ? null : readRate(ctx, order, order.excessRateVersion),
  ]);
  if (!own || (order.excessRateVersion !== null && !excess)) return null;
  return { rate: own.rate, fee: own.fee, rateReplacedAt: own.replacedAt, excess };
}

async function readRate(ctx: SignerCtx, order: Order, version: number): Promise<ExcessRate | null> {
  const { kind, key } = rateKeyOf(order);
  const [rate, replacedAt] = await Promise.all([readRateVersion(ctx.orm, version), readReplacedAt(ctx.orm, kind, key, version)]);
  if (!rate || !isRateOf(rate, order)) return null;
  return { ...termsOf(order.kind, order.from, order.to, rate.value, order.cashFee), replacedAt };
}
