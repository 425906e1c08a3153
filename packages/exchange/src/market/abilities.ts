import { CURRENCIES, type CurrencyCode, isTradedCode, type TradedCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import { closes, closesCurrency, type Direction, isForMissingMoney, stopsSending } from '@quydoi/domain/operations/suspension';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Settings } from '@quydoi/domain/settings';

/** Whether the currency accepts payments now: implemented, its network switched on and not suspended, and priced. */
export function canPayIn(settings: Settings, code: CurrencyCode): boolean {
  return implementsDirection(code, 'in') && isNetworkOpen(settings, code, 'in') && isPriced(settings, code);
}

/** Whether the currency can be paid out now. */
export function canPayOut(settings: Settings, code: CurrencyCode): boolean {
  return implementsDirection(code, 'out') && isNetworkOpen(settings, code, 'out') && isPriced(settings, code);
}

function implementsDirection(code: CurrencyCode, direction: Direction): boolean {
  const { directions }: { readonly directions: readonly Direction[] } = CURRENCIES[code];
  return directions.includes(direction);
}

function isNetworkOpen(settings: Settings, code: CurrencyCode, direction: Direction): boolean {
  const { network } = CURRENCIES[code];
  return isSwitchedOn(settings, network) && !settings.suspensions.some((one) => one.network === network && closes(one, code, direction));
}

/** Whether a rate of the currency follows its reference price. */
export function isPricedByMarket({ buy, sell }: Pick<Settings, 'buy' | 'sell'>, code: TradedCode): boolean {
  return [buy, sell].some((rates) => rates.get(code)?.value.automaticRate !== undefined);
}

/** Whether the currency has a price to trade at: one that operators set, or an automatic one that nothing speaks against. */
export function isPriced(settings: Settings, code: CurrencyCode): boolean {
  if (!isTradedCode(code) || !isPricedByMarket(settings, code)) return true;
  return !settings.suspensions.some((one) => closesCurrency(one, code));
}

/** Whether operators have switched a network on. */
export function isSwitchedOn(settings: Settings, network: NetworkCode): boolean {
  return settings.rails.get(network)?.on ?? false;
}

/** Whether money may be sent on a network now. Its provider may still be out of reach. */
export function isSendingAllowed(settings: Settings, network: NetworkCode): boolean {
  return isSwitchedOn(settings, network) && !settings.suspensions.some((one) => one.network === network && stopsSending(one));
}

/** Whether money is missing where the currency is paid out from. What was promised before is kept; nothing else is promised meanwhile. */
export function isMoneyMissing(settings: Settings, code: CurrencyCode): boolean {
  const { network } = CURRENCIES[code];
  return settings.suspensions.some((one) => one.network === network && isForMissingMoney(one));
}

/** Whether the settings of site, currencies and networks allow this trade now. */
export function isAllowed(settings: Settings, kind: OrderKind, from: CurrencyCode, to: CurrencyCode): boolean {
  const site = { buy: settings.site.allowBuy, sell: settings.site.allowSell, ex: settings.site.allowExchange }[kind];
  const source = from === 'vnd' || (settings.currencies.get(from)?.allowSell ?? false);
  const target = to === 'vnd' || (settings.currencies.get(to)?.allowBuy ?? false);
  return site && source && target && canPayIn(settings, from) && canPayOut(settings, to);
}
