import type { CurrencyCode } from '../currencies.ts';
import type { OrderKind } from '../order-status.ts';

/** Whether orders of a kind trade these currencies: a buy's source is dong, a sell's target is dong, a swap has neither. A price depends on it. */
export function isTradeOfKind(kind: OrderKind, from: CurrencyCode, to: CurrencyCode): boolean {
  return from !== to && (kind === 'buy') === (from === 'vnd') && (kind === 'sell') === (to === 'vnd');
}
