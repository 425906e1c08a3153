import type { ConfigView, CurrencyView, RateView } from '@quydoi/contract/config';
import { type CurrencyCode, isTradedCode, isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';

/** The price of an offer, as rates and pairs both have it. */
export type OfferRate = Omit<RateView, 'code' | 'kind'>;

/** A trade that can be asked for, with its price. */
export interface Offer {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** What quantities are entered in: the bought, the sold, a swap's source. */
  readonly code: TradedCode;
  readonly currency: CurrencyView;
  /** What the customer sends and gets; null for dong. */
  readonly source: CurrencyView | null;
  readonly target: CurrencyView | null;
  readonly rate: OfferRate;
  /** Site, currencies and rails allow it now. */
  readonly isOpen: boolean;
}

/** Every trade of a kind that has a price, in the operator's order. */
export function offersOf(config: ConfigView, kind: OrderKind): readonly Offer[] {
  const shown = config.currencies.filter(({ isShow }) => isShow);
  if (kind === 'ex') return shown.flatMap((source) => shown.flatMap((target) => swapOffer(config, source, target)));
  return shown.flatMap((currency) => {
    const rate = config.rates.find((candidate) => candidate.code === currency.code && candidate.kind === kind);
    if (!rate || !isTradedCode(currency.code)) return [];
    const { code } = currency;
    const sides =
      kind === 'buy'
        ? ({ from: 'vnd', to: code, source: null, target: currency } as const)
        : ({ from: code, to: 'vnd', source: currency, target: null } as const);
    return [{ kind, code, currency, rate, ...sides, isOpen: isOpen(config, kind, sides.source, sides.target) }];
  });
}

function swapOffer(config: ConfigView, source: CurrencyView, target: CurrencyView): Offer[] {
  const rate = config.pairs.find(({ from, to }) => from === source.code && to === target.code);
  const [from, to] = [source.code, target.code];
  if (!rate || !isTradedCode(from) || !isTradedCode(to)) return [];
  return [{ kind: 'ex', from, to, code: from, currency: source, source, target, rate, isOpen: isOpen(config, 'ex', source, target) }];
}

function isOpen({ site }: ConfigView, kind: OrderKind, source: CurrencyView | null, target: CurrencyView | null): boolean {
  const allowed = { buy: site.allowBuy, sell: site.allowSell, ex: site.allowExchange }[kind];
  const comesIn = source === null || (source.allowSell && source.canPayIn);
  const goesOut = target === null || (target.allowBuy && target.canPayOut);
  return allowed && comesIn && goesOut;
}

/** The offers as tabs: one for all networks of USDT. The chosen network stands for the others. */
export function tabsOf(offers: readonly Offer[], chosen: string): readonly Offer[] {
  const networks = offers.filter(({ code }) => isUsdt(code));
  const shownNetwork = networks.find(({ code }) => code === chosen) ?? networks[0];
  return offers.filter((offer) => !isUsdt(offer.code) || offer === shownNetwork);
}

/** The offer of a form whose address names none: the first that is open now. */
export function defaultOffer(offers: readonly Offer[]): Offer | undefined {
  return offers.find((offer) => offer.isOpen) ?? offers[0];
}
