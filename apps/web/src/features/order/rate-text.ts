import type { CurrencyCode } from '@quydoi/domain/currencies';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import type { OrderKind } from '@quydoi/domain/order-status';
import { formatDecimalText } from '../../lib/format.ts';

/** What an order's rate is between. */
interface Sides {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

/** Keeps a number and its unit on one line. */
const NO_BREAK_SPACE = '\u00a0';

/** What one unit costs, or brings: `25.950 đ`. */
export function priceText({ kind, from, to }: Sides, rate: string, locale: Locale): string {
  return `${formatDecimalText(rate, locale)}${NO_BREAK_SPACE}${CURRENCIES[kind === 'buy' ? from : to].unit}`;
}

/** The rate with what it is of: `1 USD = 25.950 đ`. */
export function rateText(sides: Sides, rate: string, locale: Locale): string {
  return `1 ${CURRENCIES[sides.kind === 'buy' ? sides.to : sides.from].unit} = ${priceText(sides, rate, locale)}`;
}
