import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { NO_FEE } from '@quydoi/domain/price/fee';
import { price } from '@quydoi/domain/price/quote';
import { parseRate } from '@quydoi/domain/price/rate';

/** The fee that an order's terms charge its customer, in minor units: the bank's for a sale, otherwise ours. */
export function feeOf({ kind, to, cashFee, feeExchange }: Pick<OrderView, 'kind' | 'to' | 'cashFee' | 'feeExchange'>): {
  readonly code: CurrencyCode;
  readonly amount: bigint;
} {
  return kind === 'sell' ? { code: 'vnd', amount: cashFee } : { code: to, amount: feeExchange };
}

/**
 * What the fee of a purchase adds to its dong, so that it and the quantity at the order's rate add up to what is paid; null for other trades, without a
 * fee, and where other things than the fee count too: a coupon, or a second rate.
 */
export function feeDongOf({ kind, from, to, rate, quantity, amountSent, discount, events }: OrderView): bigint | null {
  const perUnit = parseRate(rate);
  if (kind !== 'buy' || discount > 0n || perUnit === null || events.some(({ code }) => code === 'recalculated')) return null;
  const dong = amountSent - price({ kind, from, to, rate: perUnit, fee: NO_FEE, bankFee: 0n }, quantity).amountSent;
  return dong > 0n ? dong : null;
}
