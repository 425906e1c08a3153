import type { CurrencyCode } from '@quydoi/domain/currencies';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import type { OrderKind } from '@quydoi/domain/order-status';
import { formatDecimalText } from '../../lib/format.ts';

/** Kind and currencies of an order. */
interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

/** Between a number and its unit, so that they never wrap. */
const NO_BREAK_SPACE = '\u00a0';

/** Price of one unit: `25.950 đ`. */
export function priceText({ kind, from, to }: Trade, rate: string, locale: Locale): string {
  return `${formatDecimalText(rate, locale)}${NO_BREAK_SPACE}${CURRENCIES[kind === 'buy' ? from : to].unit}`;
}

/** Rate with both units: `1 USD = 25.950 đ`. */
export function rateText(trade: Trade, rate: string, locale: Locale): string {
  return `1 ${CURRENCIES[trade.kind === 'buy' ? trade.to : trade.from].unit} = ${priceText(trade, rate, locale)}`;
}
