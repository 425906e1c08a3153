import type { ConfigView } from '@quydoi/contract/config';
import type { OrderKind } from '@quydoi/domain/order-status';
import { defaultOffer, offersOf, type TradeOption } from './offer.ts';

/** Path of each kind's form. */
const FORMS: Record<OrderKind, string> = { buy: '/buy', sell: '/sell', ex: '/exchange' };

/** Kind and currencies of a trade. */
type Trade = { readonly kind: OrderKind; readonly from: string; readonly to: string };

/** Path of a trade's form. */
export function tradePath({ kind, from, to }: Trade): string {
  if (kind === 'ex') return `${FORMS.ex}/${from}-${to}`;
  return `${FORMS[kind]}/${kind === 'buy' ? to : from}`;
}

/** Path of a kind's form, for the same currency if the kind offers it. */
export function kindPath(config: ConfigView, kind: OrderKind, code: string): string {
  const same = kind === 'ex' ? undefined : offersOf(config, kind).find((offer) => offer.code === code);
  return same ? tradePath(same) : FORMS[kind];
}

/**
 * The two currencies of `{from}-{to}`: split at the first dash; where that gives no known source but the text starts with a known code and
 * a dash, that code is the source (`e-voucher-pm`).
 */
export function parsePair(text: string, isKnown: (code: string) => boolean): { readonly from: string; readonly to: string } {
  const dashes = [...text.matchAll(/-/g)].map(({ index }) => index);
  const cut = dashes.find((at) => isKnown(text.slice(0, at))) ?? dashes[0] ?? text.length;
  return { from: text.slice(0, cut), to: text.slice(cut + 1) };
}

/** Values of a form's address. */
export type TradeParams = { readonly code?: string; readonly pair?: string };

/** The offer that an address names, or the first open one where it names none; undefined when there is no such offer. */
export function offerAt(offers: readonly TradeOption[], { code, pair }: TradeParams): TradeOption | undefined {
  if (pair !== undefined) {
    const { from, to } = parsePair(pair, (text) => offers.some((offer) => offer.from === text));
    return offers.find((offer) => offer.from === from && offer.to === to);
  }
  return code === undefined ? defaultOffer(offers) : offers.find((offer) => offer.code === code);
}

/** Whether an address of a kind's form names something that is not offered. */
export function isMissingOffer(config: ConfigView, kind: OrderKind, params: TradeParams): boolean {
  const isNamed = params.code !== undefined || params.pair !== undefined;
  return isNamed && offerAt(offersOf(config, kind), params) === undefined;
}
