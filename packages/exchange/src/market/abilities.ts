import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import { closes, type Direction, stopsSending } from '@quydoi/domain/operations/suspension';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Settings } from '@quydoi/domain/settings';

/** Whether the currency accepts payments now: implemented, its network switched on and not suspended. */
export function canPayIn(settings: Settings, code: CurrencyCode): boolean {
  return implementsDirection(code, 'in') && isNetworkOpen(settings, code, 'in');
}

/** Whether the currency can be paid out now. */
export function canPayOut(settings: Settings, code: CurrencyCode): boolean {
  return implementsDirection(code, 'out') && isNetworkOpen(settings, code, 'out');
}

function implementsDirection(code: CurrencyCode, direction: Direction): boolean {
  const { directions }: { readonly directions: readonly Direction[] } = CURRENCIES[code];
  return directions.includes(direction);
}

function isNetworkOpen(settings: Settings, code: CurrencyCode, direction: Direction): boolean {
  const { network } = CURRENCIES[code];
  return isSwitchedOn(settings, network) && !settings.suspensions.some((one) => one.network === network && closes(one, direction));
}

/** Whether operators have switched a network on. */
export function isSwitchedOn(settings: Settings, network: NetworkCode): boolean {
  return settings.rails.get(network)?.on ?? false;
}

/** Whether money may be sent on a network now. Its provider may still be out of reach. */
export function isSendingAllowed(settings: Settings, network: NetworkCode): boolean {
  return isSwitchedOn(settings, network) && !settings.suspensions.some((one) => one.network === network && stopsSending(one));
}

/** Whether the settings of site, currencies and networks allow this trade now. */
export function isAllowed(settings: Settings, kind: OrderKind, from: CurrencyCode, to: CurrencyCode): boolean {
  const site = { buy: settings.site.allowBuy, sell: settings.site.allowSell, ex: settings.site.allowExchange }[kind];
  const source = from === 'vnd' || (settings.currencies.get(from)?.allowSell ?? false);
  const target = to === 'vnd' || (settings.currencies.get(to)?.allowBuy ?? false);
  return site && source && target && canPayIn(settings, from) && canPayOut(settings, to);
}
