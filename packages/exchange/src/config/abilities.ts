import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Settings } from '@quydoi/domain/settings';

/** Currencies that customers can pay with, and be paid in. A rail that learns a direction adds its currencies here. */
const PAY_IN: ReadonlySet<CurrencyCode> = new Set(['vnd', 'pm', 'trc20']);
const PAY_OUT: ReadonlySet<CurrencyCode> = new Set(['pm', 'trc20', 'vnd']);

/** Whether money in this currency can come in now: implemented, and its rail switched on. */
export function canPayIn(settings: Settings, code: CurrencyCode): boolean {
  return PAY_IN.has(code) && isRailOn(settings, code);
}

/** Whether money in this currency can go out now. */
export function canPayOut(settings: Settings, code: CurrencyCode): boolean {
  return PAY_OUT.has(code) && isRailOn(settings, code);
}

function isRailOn(settings: Settings, code: CurrencyCode): boolean {
  return settings.rails.get(CURRENCIES[code].rail)?.on ?? false;
}

/** Whether site, currencies and rails allow this trade now. */
export function isAllowed(settings: Settings, kind: OrderKind, from: CurrencyCode, to: CurrencyCode): boolean {
  const site = { buy: settings.site.allowBuy, sell: settings.site.allowSell, ex: settings.site.allowExchange }[kind];
  const source = from === 'vnd' || (settings.currencies.get(from)?.allowSell ?? false);
  const target = to === 'vnd' || (settings.currencies.get(to)?.allowBuy ?? false);
  return site && source && target && canPayIn(settings, from) && canPayOut(settings, to);
}

/** Currencies and banks whose holder's name must be known before money is sent there. */
export function needsHolderName(code: CurrencyCode): boolean {
  return code === 'pm' || code === 'wmz' || code === 'vnd';
}
