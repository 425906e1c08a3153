import type { OrderEventView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { formatDecimalText } from '@quydoi/domain/money';

/** Amount of an event with its unit; empty if the event has none. */
export function eventAmount({ amount, currency }: OrderEventView['params'], locale: Locale): string {
  if (amount === undefined || currency === undefined || !isCurrencyCode(currency)) return '';
  return `${formatDecimalText(amount, locale)}\u00a0${CURRENCIES[currency].unit}`;
}
