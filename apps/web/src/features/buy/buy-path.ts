import type { ConfigView, CurrencyView, RateView } from '@quydoi/contract/config';
import { isTradedCode, isUsdt, type TradedCode } from '@quydoi/domain/currencies';

/** A currency that can be bought, with its price. */
export interface Offer {
  readonly code: TradedCode;
  readonly currency: CurrencyView;
  readonly rate: RateView;
}

/** Every currency of the menus with a buy rate, in the operator's order. */
export function offersOf(config: ConfigView): readonly Offer[] {
  return config.currencies.flatMap((currency) => {
    const rate = config.rates.find(({ code, kind }) => code === currency.code && kind === 'buy');
    return currency.isShow && rate && isTradedCode(currency.code) ? [{ code: currency.code, currency, rate }] : [];
  });
}

/** The offers as tabs: one for all networks of USDT. The chosen network stands for the others. */
export function tabsOf(offers: readonly Offer[], chosen: string): readonly Offer[] {
  const networks = offers.filter(({ code }) => isUsdt(code));
  const shownNetwork = networks.find(({ code }) => code === chosen) ?? networks[0];
  return offers.filter((offer) => !isUsdt(offer.code) || offer === shownNetwork);
}

/** The currency of a form whose address names none: the first that can be bought now. */
export function defaultOffer(offers: readonly Offer[]): Offer | undefined {
  return offers.find(({ currency }) => currency.allowBuy) ?? offers[0];
}

/** Address of the form for a currency. */
export function buyPath(code: string): string {
  return `/buy/${code}`;
}

/** The name in a page's title: of the currency in the address, or of all. */
export function buyCurrencyName(code: string | undefined, config: ConfigView | null | undefined): string {
  return config?.currencies.find((currency) => currency.code === code)?.name ?? 'Perfect Money, USDT, WebMoney';
}
