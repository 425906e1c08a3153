import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { CurrencyCode } from '@quydoi/domain/currencies';

/** The fee that an order's terms charge its customer, in minor units: the bank's for a sale, otherwise ours. */
export function feeOf({ kind, to, cashFee, feeExchange }: Pick<OrderView, 'kind' | 'to' | 'cashFee' | 'feeExchange'>): {
  readonly code: CurrencyCode;
  readonly amount: bigint;
} {
  return kind === 'sell' ? { code: 'vnd', amount: cashFee } : { code: to, amount: feeExchange };
}
