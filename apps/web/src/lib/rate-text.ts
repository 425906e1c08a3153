import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { formatDecimalText } from '@quydoi/domain/money';
import type { OrderKind } from '@quydoi/domain/order-status';

/** Kind and currencies of an order. */
interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

/** Between the words of a number and its unit, so that they never wrap. */
const NO_BREAK_SPACE = '\u00a0';

/** Rate with both units: `1 USD = 25.950 đ`; with the currencies' names where their units are the same: `1 Perfect Money = 0,97 PM e-Voucher`. */
export function rateText({ kind, from, to }: Trade, rate: string, locale: Locale): string {
  const by = CURRENCIES[from].unit === CURRENCIES[to].unit ? 'name' : 'unit';
  const [one, price] = (kind === 'buy' ? [to, from] : [from, to]).map((code) => CURRENCIES[code][by].replaceAll(' ', NO_BREAK_SPACE));
  return `1 ${one} = ${formatDecimalText(rate, locale)}${NO_BREAK_SPACE}${price}`;
}
