import type { CurrencyCode } from '@quydoi/domain/currencies';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import type { OrderKind } from '@quydoi/domain/order-status';
import { formatDecimalText } from './format.ts';

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

/** Rate with both units: `1 USD = 25.950 đ`; with the currencies' names where their units are the same: `1 Perfect Money = 0,97 PM e-Voucher`. */
export function rateText(trade: Trade, rate: string, locale: Locale): string {
  const [one, price] = trade.kind === 'buy' ? [trade.to, trade.from] : [trade.from, trade.to];
  if (CURRENCIES[one].unit !== CURRENCIES[price].unit) return `1 ${CURRENCIES[one].unit} = ${priceText(trade, rate, locale)}`;
  return `1${NO_BREAK_SPACE}${unbrokenName(one)} = ${formatDecimalText(rate, locale)}${NO_BREAK_SPACE}${unbrokenName(price)}`;
}

/** Name of a currency, to be wrapped as one. */
function unbrokenName(code: CurrencyCode): string {
  return CURRENCIES[code].name.replaceAll(' ', NO_BREAK_SPACE);
}
