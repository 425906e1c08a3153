import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Settings } from '@quydoi/domain/settings';

/** Whether the currency accepts payments now: implemented, and its network switched on. */
export function canPayIn(settings: Settings, code: CurrencyCode): boolean {
  return implementsDirection(code, 'in') && isNetworkOn(settings, code);
}

/** Whether the currency can be paid out now. */
export function canPayOut(settings: Settings, code: CurrencyCode): boolean {
  return implementsDirection(code, 'out') && isNetworkOn(settings, code);
}

function implementsDirection(code: CurrencyCode, direction: 'in' | 'out'): boolean {
  const { directions }: { readonly directions: readonly ('in' | 'out')[] } = CURRENCIES[code];
  return directions.includes(direction);
}

function isNetworkOn(settings: Settings, code: CurrencyCode): boolean {
  return settings.rails.get(CURRENCIES[code].network)?.on ?? false;
}

/** Whether the settings of site, currencies and networks allow this trade now. */
export function isAllowed(settings: Settings, kind: OrderKind, from: CurrencyCode, to: CurrencyCode): boolean {
  const site = { buy: settings.site.allowBuy, sell: settings.site.allowSell, ex: settings.site.allowExchange }[kind];
  const source = from === 'vnd' || (settings.currencies.get(from)?.allowSell ?? false);
  const target = to === 'vnd' || (settings.currencies.get(to)?.allowBuy ?? false);
  return site && source && target && canPayIn(settings, from) && canPayOut(settings, to);
}
