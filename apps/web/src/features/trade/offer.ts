import type { ConfigView, CurrencyView, RateView } from '@quydoi/contract/config';
import { type CurrencyCode, isTradedCode, isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';

/** Price fields common to rates and swap pairs. */
export type OfferRate = Omit<RateView, 'code' | 'kind'>;

/** A trade with a configured price: an order kind and its two currencies. */
export interface TradeOption {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** Currency of the entered quantity: the bought or sold one, or a swap's source. */
  readonly code: TradedCode;
  readonly currency: CurrencyView;
  /** Currencies that the customer sends and receives; null for dong. */
  readonly source: CurrencyView | null;
  readonly target: CurrencyView | null;
  readonly rate: OfferRate;
  /** Whether site settings, currencies and networks currently allow the trade. */
  readonly isOpen: boolean;
}

/** Offers to choose a currency and its network from. */
export interface TradeChoice {
  readonly offers: readonly TradeOption[];
  /** Side of the swap that is chosen; omitted for buys and sells, which have one traded currency. */
  readonly side?: 'from' | 'to';
}

/** All trades of a kind with a configured price, in the operators' order. */
export function offersOf(config: ConfigView, kind: OrderKind): readonly TradeOption[] {
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

function swapOffer(config: ConfigView, source: CurrencyView, target: CurrencyView): TradeOption[] {
  const rate = config.pairs.find(({ from, to }) => from === source.code && to === target.code);
  const [from, to] = [source.code, target.code];
  if (!rate || !isTradedCode(from) || !isTradedCode(to)) return [];
  return [{ kind: 'ex', from, to, code: from, currency: source, source, target, rate, isOpen: isOpen(config, 'ex', source, target) }];
}

/** Whether trades of a kind are open at all. Purchases are closed while no bank transfers can be received, sales while none can be made. */
export function isKindOpen({ site }: ConfigView, kind: OrderKind): boolean {
  return { buy: site.allowBuy, sell: site.allowSell, ex: site.allowExchange }[kind];
}

function isOpen(config: ConfigView, kind: OrderKind, source: CurrencyView | null, target: CurrencyView | null): boolean {
  const comesIn = source === null || (source.allowSell && source.canPayIn);
  const goesOut = target === null || (target.allowBuy && target.canPayOut);
  return isKindOpen(config, kind) && comesIn && goesOut;
}

/** Traded currency of a side of an offer; without a side, the one whose quantity is entered. */
export function codeOn(offer: TradeOption, side?: 'from' | 'to'): TradedCode {
  return side ? (offer[side] as TradedCode) : offer.code;
}

/** Offers to choose a currency from. All networks of USDT share one choice, represented by the chosen network, else by the first open one. */
export function choicesOf(offers: readonly TradeOption[], chosen: string, side?: 'from' | 'to'): readonly TradeOption[] {
  const networks = offers.filter((offer) => isUsdt(codeOn(offer, side)));
  const shownNetwork = networks.find((offer) => codeOn(offer, side) === chosen) ?? networks.find(({ isOpen }) => isOpen) ?? networks[0];
  return offers.filter((offer) => !isUsdt(codeOn(offer, side)) || offer === shownNetwork);
}

/** Preselected offer of a form whose URL names none: the first open one. */
export function defaultOffer(offers: readonly TradeOption[]): TradeOption | undefined {
  return offers.find((offer) => offer.isOpen) ?? offers[0];
}

/** Codes of the currencies that an open offer of these kinds names, in the operators' order. */
export function openCodes(config: ConfigView, kinds: readonly OrderKind[] = ['buy', 'sell']): readonly string[] {
  const open = kinds.flatMap((kind) => offersOf(config, kind).flatMap((offer) => (offer.isOpen ? [offer.code as string] : [])));
  return config.currencies.map(({ code }) => code).filter((code) => open.includes(code));
}
